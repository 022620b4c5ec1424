// Keeps l10n/bundle.l10n.json in step with the texts of src/: every l10n.t('…') is a key of it, and nothing else is.
//   node tools/l10n.mjs [--check]      without --check the file is written
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const bundle = 'l10n/bundle.l10n.json';

/** Texts are written as one plain literal, so that they can be found without running anything. */
function textsOf(file) {
	const source = readFileSync(file, 'utf8');
	const calls = [...source.matchAll(/\bl10n\.t\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|)/g)];
	return calls.map(([, single, double]) => {
		if (single === undefined && double === undefined) throw new Error(`${file}: l10n.t is called without a plain text`);
		return (single ?? double).replace(/\\(['"\\])/g, '$1').replaceAll('\\n', '\n');
	});
}

const files = readdirSync('src', { recursive: true }).filter((name) => name.endsWith('.ts'));
const texts = [...new Set(files.flatMap((name) => textsOf(join('src', name))))].sort();
const wanted = `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, '\t')}\n`;
if (!process.argv.includes('--check')) writeFileSync(bundle, wanted);
else if (readFileSync(bundle, 'utf8') !== wanted) {
	console.error(`${bundle} is out of step with src/: run "node tools/l10n.mjs"`);
	process.exitCode = 1;
}
