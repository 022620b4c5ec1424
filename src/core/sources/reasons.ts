/** The sentences of "not loaded": one function a reason code, so that every face says the same words. */

import type { ReadFailure } from '../ports.js';
import type { Place, Reason } from '../source.js';
import { grouped } from '../text/numbers.js';
import { countsAsPath, withoutPunctuation } from '../text/trailingPunctuation.js';
import type { Exclusion } from './excludes.js';

export const excluded = (exclusion: Exclusion): Reason => ({
	code: 'excluded',
	sentence: `Excluded by "${exclusion.pattern}" of claudeMdExcludes in ${exclusion.settingsPath}.`,
	place: {
		path: exclusion.settingsPath,
		...(exclusion.offset === undefined
			? {}
			: { offset: exclusion.offset, length: JSON.stringify(exclusion.pattern).length }),
	},
});

export const externalImport = (target: string, launchDirectory: string, place: Place): Reason => ({
	code: 'external-not-approved',
	sentence: `${target} lies outside the launch directory ${launchDirectory}; external imports are not approved for this project.`,
	place,
});

export const externalRule = (target: string, launchDirectory: string, link: string): Reason => ({
	code: 'external-not-approved',
	sentence: `The link ${link} leads to ${target}, outside the launch directory ${launchDirectory}; external imports are not approved for this project.`,
	place: { path: link },
});

export const importMissing = (target: string, place: Place): Reason => ({
	code: 'import-missing',
	sentence: punctuated(target) ?? `${target} does not exist.`,
	place,
});

function punctuated(target: string): string | undefined {
	const cut = withoutPunctuation(target);
	return cut && `${countsAsPath(`"${cut.punctuation}"`, `"${cut.path}"`)}.`;
}

export const importTooDeep = (hops: number, place: Place): Reason => ({
	code: 'import-too-deep',
	sentence: `More than ${hops} imports lie between this file and the first importer; the client follows no further.`,
	place,
});

export const importNotText = (target: string, place: Place): Reason => ({
	code: 'import-not-text',
	sentence:
		punctuated(target) ??
		`The client does not import files of this type (${target.slice(Math.max(target.lastIndexOf('/'), target.lastIndexOf('\\')) + 1)}).`,
	place,
});

export const duplicateOf = (first: string): Reason => ({
	code: 'duplicate-of',
	sentence: `Already loaded as ${first}; every file counts once.`,
	place: { path: first },
});

export const tooManyDirectories = (limit: number, rules: string): Reason => ({
	code: 'beyond-limit',
	sentence: `More than ${grouped(limit)} directories lie below ${rules}, which is more than is looked at here; the client reads all their rules.`,
});

export const empty: Reason = {
	code: 'empty',
	sentence: 'Nothing is left once front matter, block comments and blanks are removed.',
};

const failureSentences: Readonly<Record<ReadFailure, string>> = {
	'too-large': 'Larger than 4 MiB; the client drops it whole.',
	'not-a-file':
		'Not a regular file: directories, devices, pipes, sockets and what lies below /proc, /sys and /dev are never opened here.',
	unreadable: 'The file cannot be read (permission or device error).',
};

export const readFailed = (failure: ReadFailure): Reason => ({ code: failure, sentence: failureSentences[failure] });

export const settingSourceOff = (source: string): Reason => ({
	code: 'disabled-by-setting',
	sentence: `The setting source "${source}" is left out by --setting-sources.`,
});

export const flagOff = (flag: string): Reason => ({
	code: 'disabled-by-setting',
	sentence: `Switched off by ${flag}.`,
});

export const environmentOff = (variable: string, value: string): Reason => ({
	code: 'disabled-by-environment',
	sentence: `Switched off by the environment variable ${variable}=${value}.`,
});

export const settingOff = (
	key: string,
	value: string,
	settingsPath: string,
	managed: boolean,
	offset?: number,
): Reason => ({
	code: managed ? 'disabled-by-policy' : 'disabled-by-setting',
	sentence: `Switched off by "${key}": ${value} in ${settingsPath}.`,
	place: { path: settingsPath, ...(offset === undefined ? {} : { offset, length: key.length + 2 }) },
});

export const mainCheckoutCopy = (worktree: string): Reason => ({
	code: 'superseded',
	sentence: `Belongs to the main checkout; the worktree ${worktree} has its own copies of project files.`,
});

export const agentsMdSuperseded = (by: string): Reason => ({
	code: 'superseded',
	sentence: `AGENTS.md is read only where no CLAUDE.md loads on the way to the launch directory; ${by} does.`,
	place: { path: by },
});

export const agentsMdBesideClaudeMd = (claudeMd: string): Reason => ({
	code: 'superseded',
	sentence: `A nested AGENTS.md is read only in a directory without a CLAUDE.md; ${claudeMd} stands beside it.`,
	place: { path: claudeMd },
});

export const versionLacks = (what: string, since: string): Reason => ({
	code: 'version',
	sentence: `This client does not read ${what}; version ${since} is the first that does.`,
});

export const neverMatches = (sentence: string): Reason => ({ code: 'never-matches', sentence });
