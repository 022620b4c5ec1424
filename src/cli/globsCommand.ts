/** `globs PATTERN [DIR]`: which files a pattern of a rule's `paths` matches, and what it does not mean. */

import { join, resolve } from 'node:path';
import { mapLimited } from '../core/concurrency.js';
import type { FindingCode } from '../core/findings/catalog.js';
import { explainPattern, type RemarkCode } from '../core/globs/explain.js';
import { compilePaths } from '../core/globs/matcher.js';
import { nearMissIn } from '../core/globs/nearMiss.js';
import { type PathCondition, readPaths } from '../core/globs/paths.js';
import { defaultSkipNames } from '../core/model/discovery.js';
import { pathBelow } from '../core/model/touchedFile.js';
import type { FileSystem } from '../core/ports.js';
import { parseCommandLine } from './arguments.js';
import { counted, wrap } from './format.js';
import { type Output, oneLine } from './output.js';
import { exitCodes, UsageError } from './usageError.js';

const options = {
	base: { type: 'string' },
	json: { type: 'boolean' },
	help: { type: 'boolean', short: 'h' },
} as const;

/** Files that are printed before the rest is only counted. */
const shownFiles = 40;

export async function globsCommand(argv: readonly string[], fs: FileSystem, output: Output): Promise<number> {
	const { values, positionals } = parseCommandLine(argv, options);
	const [pattern, given = '.', extra] = positionals;
	if (pattern === undefined) throw new UsageError('globs needs a PATTERN.');
	if (extra !== undefined)
		throw new UsageError(`Unexpected argument "${extra}"; quote the pattern so that the shell leaves it alone.`);
	const directory = resolve(given);
	if ((await fs.stat(directory))?.kind !== 'directory') {
		const hint = /[*?[\]{}]/.test(given) ? ' Give several patterns as one, parted by commas: "a/**,b/**".' : '';
		throw new UsageError(`There is no directory ${directory}.${hint}`);
	}
	const base = values.base === undefined ? directory : resolve(values.base);
	if ((await fs.stat(base))?.kind !== 'directory') throw new UsageError(`There is no directory ${base}.`);

	const condition = readPaths(pattern);
	const remarks = explainPattern(pattern);
	const files = await listFiles(fs, directory);
	const matcher = condition && compilePaths(condition);
	const matches = matcher
		? files.filter((file) => {
				const path = pathBelow(base, file);
				return path !== undefined && matcher.matches(path).matched;
			})
		: files;
	const relative = matches.map((file) => pathBelow(directory, file) ?? file).sort();
	if (values.json) {
		output.data(
			JSON.stringify(
				{
					pattern,
					base,
					unconditional: condition === undefined,
					patterns: condition?.patterns ?? [],
					files: files.length,
					matches: relative,
					remarks,
				},
				null,
				'\t',
			),
		);
		return exitCodes.fine;
	}
	if (condition === undefined)
		output.data('No condition: a rule with this "paths" is loaded at startup, whatever file is read.');
	else output.data(`Matches ${relative.length} of ${counted(files.length, 'file')}.`);
	if (condition) for (const file of relative.slice(0, shownFiles)) output.data(`  ${oneLine(file)}`);
	if (condition && relative.length > shownFiles)
		output.data(output.dim(`  and ${counted(relative.length - shownFiles, 'more file')}`));
	if (condition && relative.length === 0) printNearMiss(condition, base, files, output);
	for (const remark of remarks)
		output.data(wrap(`${output.warn(findingCodes[remark.code])} ${remark.sentence}`, output.columns, '  '));
	return exitCodes.fine;
}

/** What a check calls the same thing, as far as it does; the README explains those codes. */
const findingCodes: Readonly<Record<RemarkCode, FindingCode | RemarkCode>> = {
	'glob.never-matches': 'rule.glob-never-matches',
	'glob.unconditional': 'glob.unconditional',
	'glob.any-depth': 'rule.glob-wider',
	'glob.character-class': 'rule.glob-bracket-class',
	'glob.negated-class': 'rule.glob-bracket-class',
	'glob.nested-braces': 'rule.brace-nested',
	'glob.brace-range': 'rule.brace-range',
	'glob.unclosed-brace': 'rule.brace-unclosed',
	'glob.too-many-alternatives': 'rule.brace-budget',
	'glob.extglob': 'rule.glob-extglob',
	'glob.globstar-in-name': 'rule.glob-narrower',
	'glob.backslash': 'rule.glob-never-matches',
	'glob.quote-in-yaml': 'rule.yaml-unquoted',
};

/** Files that are asked why they do not match, so that a large tree does not keep anybody waiting. */
const askedFiles = 5_000;

/** The first file that the patterns look as if they were meant for, and why it does not match. */
function printNearMiss(condition: PathCondition, base: string, files: readonly string[], output: Output): void {
	for (const file of files.slice(0, askedFiles)) {
		const path = pathBelow(base, file);
		const near = path === undefined ? undefined : nearMissIn(condition, path);
		if (path === undefined || !near) continue;
		output.data(`  ${oneLine(path)}`);
		output.data(output.dim(`    ${wrap(`"${near.pattern}": ${near.sentence}`, output.columns - 4, '    ')}`));
		return;
	}
}

/** Every file below the directory; directories that hold no work of the user's are left out. */
async function listFiles(fs: FileSystem, top: string): Promise<readonly string[]> {
	const files: string[] = [];
	let frontier: readonly string[] = [top];
	while (frontier.length > 0) {
		const next: string[] = [];
		await mapLimited(frontier, 16, async (directory) => {
			for (const entry of (await fs.list(directory)) ?? []) {
				const path = join(directory, entry.name);
				if (entry.kind === 'directory') {
					if (!defaultSkipNames.includes(entry.name)) next.push(path);
				} else files.push(path);
			}
		});
		frontier = next;
	}
	return files;
}
