/** What stands above a document as a lens: facts, which the host puts into words. */

import { keyPlace } from '../findings/frontMatterPlaces.js';
import type { FilesBelow } from '../findings/workspaceFiles.js';
import { compilePaths } from '../globs/matcher.js';
import type { PathCondition } from '../globs/paths.js';
import type { ContextModel } from '../model/contextModel.js';
import type { ReasonCode, Source, SourceState } from '../source.js';
import { parseInstructionText } from '../sources/instructionFile.js';
import type { DocumentLink } from './documentLinks.js';

/** Facts of one lens; `offset` is where it stands. */
export type Lens =
	/** A rule with `paths`: how many files they match is worked out when the lens is shown. */
	| { readonly kind: 'rule'; readonly offset: number; readonly paths: PathCondition }
	/** An instruction file, or a rule without `paths`. */
	| {
			readonly kind: 'instructions';
			readonly offset: number;
			readonly state: SourceState | undefined;
			readonly reason?: ReasonCode;
			readonly characters: number;
			readonly imports: number;
	  }
	/** A topic; `line` is the 1-based line of the index that links it. */
	| { readonly kind: 'topic'; readonly offset: number; readonly line: number | undefined }
	/** A skill in the listing. */
	| {
			readonly kind: 'skill';
			readonly offset: number;
			readonly state: 'listed' | 'name only' | 'on demand' | 'not loaded';
			readonly reason?: ReasonCode;
			/** Units of its description, and the most that the listing takes of one. */
			readonly characters: number;
			readonly cap: number;
			/** Units by which all descriptions together are over the listing's budget. */
			readonly over: number;
	  };

/** State of a file in the model, wherever it stands there. */
export interface KnownState {
	readonly state: SourceState;
	readonly reason?: ReasonCode;
}

export const knownState = ({ state, reason }: Source): KnownState => ({
	state,
	...(reason ? { reason: reason.code } : {}),
});

/** States of all files of a model by path; a file that loads counts as that, whatever else is said of it. */
export function statesOf(model: ContextModel): ReadonlyMap<string, KnownState> {
	const states = new Map<string, KnownState>();
	for (const source of [...model.startup, ...model.pathRules, ...model.notLoaded]) {
		const known = knownState(source);
		for (const path of [source.path, source.foundAt])
			if (path !== undefined && !states.has(path)) states.set(path, known);
	}
	return states;
}

/** Lens of an instruction file or a rule, from its text as it is now. */
export function instructionLens(
	text: string,
	{
		isRule,
		afterByteOrderMark,
		known,
	}: {
		readonly isRule: boolean;
		readonly afterByteOrderMark: boolean;
		readonly known: KnownState | undefined;
	},
): Lens {
	const parsed = parseInstructionText(text, afterByteOrderMark);
	if (isRule && parsed.paths) {
		const place = keyPlace(text, parsed.frontMatter, 'paths');
		return { kind: 'rule', offset: place?.range.offset ?? 0, paths: parsed.paths };
	}
	return {
		kind: 'instructions',
		offset: 0,
		state: known?.state,
		...(known?.reason ? { reason: known.reason } : {}),
		// The startup part is trimmed, what a file attaches is not (loader.md 3).
		characters: known?.state === 'on demand' ? parsed.body.length : parsed.body.trim().length,
		imports: parsed.imports.length,
	};
}

/** Lens of a topic, from the links of the index. */
export function topicLens(path: string, indexText: string, indexLinks: readonly DocumentLink[]): Lens {
	const link = indexLinks.find((each) => each.path === path);
	if (!link) return { kind: 'topic', offset: 0, line: undefined };
	let line = 1;
	for (let at = indexText.indexOf('\n'); at >= 0 && at < link.range.offset; at = indexText.indexOf('\n', at + 1))
		line++;
	return { kind: 'topic', offset: 0, line };
}

/** Lens of a skill; `undefined` where the model does not know it. */
export function skillLens({ skills, skillListing }: ContextModel, path: string): Lens | undefined {
	const skill = skills.find((each) => each.path === path) ?? skills.find((each) => each.realPath === path);
	if (!skill) return undefined;
	const entry = skillListing.entries.find((each) => each.skill === skill);
	const reason = entry?.reason ?? skill.reason;
	const { neededForAll, limit } = skillListing.budget;
	return {
		kind: 'skill',
		offset: 0,
		state: entry?.state ?? skill.state,
		...(reason ? { reason: reason.code } : {}),
		characters: skill.description.length,
		cap: skillListing.cap,
		over: Math.max(0, Math.ceil(neededForAll - limit)),
	};
}

/** Files that a condition matches, relative to its base. */
export function matchingFiles(paths: PathCondition, files: FilesBelow): readonly string[] {
	const matcher = compilePaths(paths);
	const hasNegation = paths.patterns.some((pattern) => pattern.startsWith('!'));
	const candidates = hasNegation
		? files.paths
		: [...new Set(paths.patterns.flatMap((pattern) => files.candidates(pattern)))];
	return candidates.filter((path) => matcher.matches(path).matched);
}
