// Source files stay short enough to be read in one go: over 300 lines is a warning, over 450 an error.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const warnAbove = 300;
const failAbove = 450;

const long = readdirSync('src', { recursive: true })
	.filter((name) => name.endsWith('.ts'))
	.map((name) => join('src', name))
	.map((file) => [file, readFileSync(file, 'utf8').split('\n').length - 1])
	.filter(([, lines]) => lines > warnAbove)
	.sort(([, a], [, b]) => b - a);

for (const [file, lines] of long) {
	const verdict = lines > failAbove ? `error: more than ${failAbove}` : `warning: more than ${warnAbove}`;
	console.log(`${file}: ${lines} lines (${verdict})`);
}
if (long.some(([, lines]) => lines > failAbove)) process.exitCode = 1;
