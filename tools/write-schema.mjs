// Writes schemas/context-inspector.schema.json from the source that also validates the configuration.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const project = join(import.meta.dirname, '..');
const { outputFiles } = await build({
	entryPoints: [join(project, 'src/core/check/config.ts')],
	bundle: true,
	write: false,
	format: 'esm',
	platform: 'node',
	// The other form of a package asks for its own files as it runs.
	mainFields: ['module', 'main'],
});
const { configSchema } = await import(
	`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
);
mkdirSync(join(project, 'schemas'), { recursive: true });
const file = join(project, 'schemas/context-inspector.schema.json');
writeFileSync(file, `${JSON.stringify(configSchema, null, '\t')}\n`);
console.log(`${file} written.`);
