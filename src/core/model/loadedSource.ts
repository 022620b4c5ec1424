/** From files of the loader to sources of the model. */

import { derived } from '../derived.js';
import { compilePaths } from '../globs/matcher.js';
import type { TextFile } from '../ports.js';
import type { Source } from '../source.js';
import { withHash } from '../sources/contentHash.js';
import type { InstructionText } from '../sources/instructionFile.js';
import type { LoadedFile, RejectedFile } from '../sources/loadPass.js';
import { neverMatches } from '../sources/reasons.js';
import type { RuleFile } from '../sources/ruleFiles.js';
import { estimateTokens } from '../text/tokens.js';

/** A file of the startup part: its text is trimmed, as the client does (loader.md 3). */
export function startupSource(file: LoadedFile): Source {
	return withHash({ ...about(file), state: 'loaded', ...sentTrimmed(file.text) }, file.file);
}

/** A file that a tool call attached: its text is not trimmed. */
export function attachedSource(file: LoadedFile, trigger: string): Source {
	return withHash(
		{ ...about(file), state: 'attached', trigger, ...condition(file), ...sentBody(file.text) },
		file.file,
	);
}

/** The condition of a rule; `paths` of any other file mean nothing. */
function condition(file: LoadedFile & { readonly rules?: RuleFile['rules'] }): Pick<Source, 'patterns' | 'base'> {
	return file.rules && file.text.paths ? { patterns: file.text.paths.written, base: file.rules.base } : {};
}

/**
 * A conditional rule, or a file that it imports with `paths` of its own, before anything matched; asked for again with
 * every explained file, and by every model.
 */
export function conditionalSource(file: RuleFile): Source {
	const { path, foundAt, realPath, scope, kind, loadReason, text, parent, mention, rules } = file;
	const inputs = [path, foundAt, realPath, scope, kind, loadReason, text, parent, mention, rules.base];
	return conditionalSources(file.file, inputs, () => makeConditionalSource(file));
}

const conditionalSources = derived<TextFile, Source>();

function makeConditionalSource(file: RuleFile): Source {
	const dead = file.text.paths ? compilePaths(file.text.paths).neverMatches : undefined;
	const source = {
		...about(file),
		patterns: file.text.paths?.written ?? [],
		base: file.rules.base,
		...sentBody(file.text),
	};
	const state =
		dead === undefined
			? { state: 'on demand' as const }
			: { state: 'not loaded' as const, reason: neverMatches(dead), characters: 0, tokens: 0 };
	return withHash({ ...source, ...state }, file.file);
}

/** A nested file, or an unconditional rule of a nested directory, before anything was touched there. */
export function nestedSource(file: LoadedFile): Source {
	return withHash({ ...about(file), state: 'on demand', ...sentBody(file.text) }, file.file);
}

/** A file that does not load, with its reason. */
export function rejectedSource(file: RejectedFile): Source {
	const { bytes, ...rest } = file;
	return { ...rest, state: 'not loaded', characters: 0, tokens: 0, ...(bytes === undefined ? {} : { bytes }) };
}

function about(file: LoadedFile): Omit<Source, 'state' | 'characters' | 'tokens'> {
	const { file: content, text: _, ...rest } = file;
	// A rule file also knows its rules directory, which is the loader's affair.
	const { rules: __, ...source } = rest as typeof rest & { rules?: unknown };
	return { ...source, ...contentFacts(content) };
}

/** What is known of a file's content; its hash is left to `withHash`. */
export const contentFacts = (file: TextFile): Pick<Source, 'bytes' | 'modified' | 'unsaved'> => ({
	bytes: file.bytes,
	modified: file.modified,
	...(file.unsaved ? { unsaved: true } : {}),
});

type Sent = Pick<Source, 'text' | 'characters' | 'tokens'>;

/** A body that reaches the model untrimmed, and one that reaches it trimmed; tokens are estimated once a file version. */
const sentBody = oncePerText((text) => sent(text.body));
const sentTrimmed = oncePerText((text) => sent(text.body.trim()));

function oncePerText(make: (text: InstructionText) => Sent): (text: InstructionText) => Sent {
	const known = new WeakMap<InstructionText, Sent>();
	return (text) => {
		const made = known.get(text) ?? make(text);
		known.set(text, made);
		return made;
	};
}

/** A text that reaches the model, and its cost. */
export const sent = (text: string): Pick<Source, 'text' | 'characters' | 'tokens'> => ({
	text,
	characters: text.length,
	tokens: estimateTokens(text),
});
