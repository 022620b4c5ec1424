/**
 * The README's sections of findings with their examples. An example is a small tree in the form of a difference: lines
 * with `-` are the fault, lines with `+` its fix; `@@ FILE` begins a file, `@@ OLD => NEW` renames it, and `# …` lines
 * before the first file say what holds beside the tree.
 */

import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { projectSlug } from '../../../src/core/sources/memoryDirectory.js';

/** One code's section. */
export interface ReadmeSection {
	readonly code: string;
	/** The line of title and default level. */
	readonly head: string;
	readonly example: Example;
	/** What to do, as a sentence. */
	readonly fix: string;
	/** Titles of the quick fixes in the order in which they are offered. */
	readonly quickFixes: readonly string[];
}

export interface Example {
	readonly client: string;
	readonly launchDirectory: string;
	/** Working directory of another project that has transcripts beside this one's. */
	readonly otherProject?: string;
	readonly before: readonly ExampleFile[];
	readonly after: readonly ExampleFile[];
}

export interface ExampleFile {
	/** Absolute path. */
	readonly path: string;
	readonly text: string;
	/** What holds of the file beside its text, e.g. `mode 000`. */
	readonly state: string;
}

const home = '/home/ann';

/** The sections of the README in order. */
export function readmeSections(readme = readFileSync('README.md', 'utf8')): readonly ReadmeSection[] {
	const [, findings = ''] = /<!-- findings -->([\s\S]*)<!-- \/findings -->/.exec(readme) ?? [];
	return findings
		.split(/^### (?=`)/m)
		.slice(1)
		.map((section) => {
			const part = (pattern: RegExp): string => pattern.exec(section)?.[1] ?? '';
			return {
				code: part(/^`([^`]+)`\n/),
				head: part(/^`.*\n\n(.*)\n/),
				example: parseExample(part(/^```diff\n([\s\S]*?)^```$/m)),
				fix: part(/^Fix: (.*)$/m),
				quickFixes: [...part(/^Quick fix: (.*)$/m).matchAll(/``? ?(.*?) ?``?(?=[,.])/g)].map(
					([, title]) => title as string,
				),
			};
		});
}

/** Reads an example; see the head of this file. */
export function parseExample(example: string): Example {
	const [facts = '', ...files] = example.split(/^@@ /m);
	const fact = (name: string): string | undefined => new RegExp(`^# ${name} (.*)$`, 'm').exec(facts)?.[1];
	const launchDirectory = fact('launch directory') ?? '/repo';
	const otherProject = fact('another project in');
	const read = (isAfter: boolean): readonly ExampleFile[] =>
		files.flatMap((file) => exampleFile(file, launchDirectory, isAfter) ?? []);
	return {
		client: fact('client') ?? '2.1.332',
		launchDirectory,
		...(otherProject === undefined ? {} : { otherProject }),
		before: read(false),
		after: read(true),
	};
}

/** A file before or after the fix; `undefined` where it is not there, since all its lines are of the other side. */
function exampleFile(written: string, launchDirectory: string, isAfter: boolean): ExampleFile | undefined {
	const [head = '', ...lines] = written.replace(/\n$/, '').split('\n');
	const [, name = '', state = '', later] = /^(.*?)(?:, (.*?))?(?: => (.*))?$/.exec(head) ?? [];
	const kept = lines.filter((line) => !line.startsWith(isAfter ? '-' : '+'));
	if (lines.length > 0 && kept.length === 0) return undefined;
	const isRenamed = state === '' && later !== undefined && isAfter;
	return {
		path: placeOf(isRenamed ? later : name, launchDirectory),
		text: kept.map((line) => `${repeated(line.slice(1))}\n`).join(''),
		state: isAfter ? (later ?? state) : state,
	};
}

function placeOf(name: string, launchDirectory: string): string {
	if (name.startsWith('~/')) return home + name.slice(1);
	const memory = `${home}/.claude/projects/${projectSlug(launchDirectory)}`;
	return posix.resolve(name.startsWith('memory/') ? memory : launchDirectory, name);
}

/** `‹so ×3›` as `sososo`, with `↵` for a line break; `‹U+FEFF›` as the character. */
const repeated = (line: string): string =>
	line
		.replace(/‹U\+([0-9A-F]{4})›/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
		.replace(/‹(.*?) ×([\d,]+)›/g, (_, text: string, times: string) =>
			text.replace('↵', '\n').repeat(Number(times.replaceAll(',', ''))),
		);
