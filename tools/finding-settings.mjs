// Keeps package.json and package.nls.json in step with the catalog of findings: one level setting per code.
//   node tools/finding-settings.mjs [--check]      without --check the files are written
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const id = 'contextInspector.findings';

/** The catalog, straight from its source. */
async function readCatalog() {
	const options = { entryPoints: ['src/core/findings/catalog.ts'], bundle: true, format: 'esm', write: false };
	const { outputFiles } = await build(options);
	return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

const { findingCodes, levelSettingOf, settingNameOf } = await readCatalog();
const keyOf = (code) => `setting.findings.${code}`;

function withSettings(manifest) {
	const properties = findingCodes.map((code, index) => {
		const { scope, type, enum: levels, default: level } = levelSettingOf(code);
		const setting = { order: index + 1, scope, type, enum: levels, default: level };
		return [settingNameOf(code), { ...setting, markdownDescription: `%${keyOf(code)}%` }];
	});
	const section = { id, title: '%settings.findings%', order: 3, properties: Object.fromEntries(properties) };
	const { configuration } = manifest.contributes;
	const index = configuration.findIndex((each) => each.id === id);
	configuration.splice(index < 0 ? configuration.length : index, index < 0 ? 0 : 1, section);
	return manifest;
}

function withTexts(texts) {
	const others = Object.entries(texts).filter(([key]) => !key.startsWith('setting.findings.'));
	const descriptions = findingCodes.map((code) => [keyOf(code), levelSettingOf(code).markdownDescription]);
	return Object.fromEntries([...others, ...descriptions]);
}

let outOfStep = false;
for (const [file, change] of [
	['package.json', withSettings],
	['package.nls.json', withTexts],
]) {
	const text = readFileSync(file, 'utf8');
	const wanted = change(JSON.parse(text));
	// Compared as data: how arrays are broken into lines is the formatter's affair.
	if (JSON.stringify(JSON.parse(text)) === JSON.stringify(wanted)) continue;
	outOfStep = true;
	if (!process.argv.includes('--check')) writeFileSync(file, `${JSON.stringify(wanted, null, '\t')}\n`);
}
if (outOfStep && process.argv.includes('--check')) {
	console.error('package.json is out of step with the catalog of findings: run "node tools/finding-settings.mjs"');
	process.exitCode = 1;
}
