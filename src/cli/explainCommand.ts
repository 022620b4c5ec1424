/** `explain FILE`: what a file activates and why, for people and as JSON. */

import { dirname, isAbsolute, resolve } from 'node:path';
import { type Attachment, explainFile, type FileExplanation } from '../core/model/explain.js';
import type { FileSystem } from '../core/ports.js';
import type { Source } from '../core/source.js';
import { modelOptions, parseCommandLine } from './arguments.js';
import { cost, counted, PathNames, row, sumOf, wrap } from './format.js';
import { modelFrom } from './inputs.js';
import type { Output } from './output.js';
import { exitCodes, UsageError } from './usageError.js';

const options = { ...modelOptions, dir: { type: 'string' } } as const;

export async function explainCommand(argv: readonly string[], fs: FileSystem, output: Output): Promise<number> {
	const { values, positionals } = parseCommandLine(argv, options);
	const [file, extra] = positionals;
	if (file === undefined) throw new UsageError('explain needs a FILE.');
	if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"; explain takes one file.`);
	const model = await modelFrom(fs, values, values.dir ?? '.');
	const path = isAbsolute(file) ? file : resolve(file);
	if (!(await fs.stat(dirname(path)))) throw new UsageError(`There is no directory ${dirname(path)}.`);
	const stat = await fs.stat(path);
	if (stat?.kind === 'directory') throw new UsageError(`${path} is a directory; explain takes a file.`);
	const explanation = await explainFile(model, path);
	if (values.json)
		output.data(JSON.stringify(explanation, (key, value: unknown) => (key === 'text' ? undefined : value), '\t'));
	else print(explanation, new PathNames(model), stat !== undefined, output);
	return exitCodes.fine;
}

function print(explanation: FileExplanation, names: PathNames, exists: boolean, output: Output): void {
	output.data(output.heading(names.name(explanation.path)));
	if (!exists) output.data('The file does not exist yet; this is what reading or writing it would attach.');
	if (!explanation.insideLaunchDirectory) {
		output.data(
			wrap(
				'It lies outside the launch directory, so reading it attaches nothing: no rule and no nested file.',
				output.columns,
				'',
			),
		);
	}
	if (explanation.itself) printItself(explanation.itself, names, output);

	const { characters, tokens } = sumOf(explanation.alreadyLoaded);
	output.data(
		`\n${output.heading('Already loaded')}: ${counted(explanation.alreadyLoaded.length, 'source')} at startup, ${cost(characters, tokens)}`,
	);
	for (const { source, match } of explanation.alreadyAttached)
		output.data(`  ${names.name(source.path)}${matched(match, names)}, ${whyKnown(source.path, explanation)}`);

	output.data(`\n${output.heading('Attached by reading it')}${explanation.attached.length === 0 ? ': nothing' : ''}`);
	for (const attachment of explanation.attached) printAttachment(attachment, names, output);
	for (const skill of explanation.skills)
		output.data(`  skill ${skill.name} becomes known (${names.name(skill.path)})`);

	if (explanation.nearMisses.length > 0) output.data(`\n${output.heading('Would match, but')}`);
	for (const { source, pattern, sentence } of explanation.nearMisses) {
		output.data(`  ${names.name(source.path)}`);
		output.data(`    ${wrap(`"${pattern}": ${sentence}`, output.columns - 4, '    ')}`);
	}
	if (explanation.notLoaded.length > 0) output.data(`\n${output.heading('Beside it, not loaded')}`);
	for (const { path, reason } of explanation.notLoaded) {
		output.data(`  ${names.name(path)}`);
		if (reason)
			output.data(
				output.dim(`    ${wrap(`${reason.code}: ${names.sentence(reason.sentence)}`, output.columns - 4, '    ')}`),
			);
	}
}

function printItself({ state, scope, kind, reason }: Source, names: PathNames, output: Output): void {
	const why = reason ? ` ${reason.code}: ${names.sentence(reason.sentence)}` : when(kind, state);
	output.data(wrap(`The file itself is a source (${kind}, ${scope}): ${state}.${why}`, output.columns, ''));
}

/** What a state waits for, where the state alone does not say it. */
function when(kind: Source['kind'], state: Source['state']): string {
	if (state !== 'on demand') return '';
	if (kind === 'memory-topic') return ' The model reads it where the index leads it there; nothing attaches it.';
	return kind === 'skill' ? ' A touched file makes it known.' : ' Reading a file that it applies to attaches it.';
}

/** A nested file that is read is in the context by that; everything else was there before. */
function whyKnown(path: string, { path: read, alreadyLoaded }: FileExplanation): string {
	if (alreadyLoaded.some((source) => source.path === path)) return 'in the request already';
	return path === read ? 'the file itself: reading it brings its text' : 'attached already';
}

function printAttachment({ source, match }: Attachment, names: PathNames, output: Output): void {
	output.data(row(`  ${names.name(source.path)}`, cost(source.characters, source.tokens), output.columns));
	const why = match
		? `matches${matched(match, names)}`
		: source.parent
			? `imported by ${names.name(source.parent)}`
			: `${source.kind === 'rule' ? 'unconditional rule' : 'instructions'} of a directory on the way`;
	output.data(output.dim(`    ${wrap(why, output.columns - 4, '    ')}`));
}

const matched = (match: Attachment['match'], names: PathNames): string =>
	match ? ` "${match.pattern}" relative to ${names.directory(match.base)}` : '';
