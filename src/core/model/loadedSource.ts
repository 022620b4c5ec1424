/** From files of the loader to sources of the model. */

import { compilePaths } from '../globs/matcher.js';
import type { LoadedFile, RejectedFile } from '../sources/loadPass.js';
import { neverMatches } from '../sources/reasons.js';
import type { RuleFile } from '../sources/ruleFiles.js';
import { estimateTokens } from '../text/tokens.js';
import type { Source } from './source.js';

/** A file of the startup part: its text is trimmed, as the client does (loader.md 3). */
export function startupSource(file: LoadedFile): Source {
	return { ...about(file), state: 'loaded', ...sent(file.text.body.trim()) };
}

/** A file that a tool call attached: its text is not trimmed. */
export function attachedSource(file: LoadedFile, trigger: string): Source {
	return { ...about(file), state: 'attached', trigger, ...sent(file.text.body) };
}

/** A conditional rule, or a file that it imports with `paths` of its own, before anything matched. */
export function conditionalSource(file: RuleFile): Source {
	const dead = file.text.paths ? compilePaths(file.text.paths).neverMatches : undefined;
	const source = {
		...about(file),
		patterns: file.text.paths?.written ?? [],
		base: file.rules.base,
		...sent(file.text.body),
	};
	return dead === undefined
		? { ...source, state: 'on demand' }
		: { ...source, state: 'not loaded', reason: neverMatches(dead) };
}

/** A nested file, or an unconditional rule of a nested directory, before anything was touched there. */
export function nestedSource(file: LoadedFile): Source {
	return { ...about(file), state: 'on demand', ...sent(file.text.body) };
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
	return {
		...source,
		sha256: content.sha256,
		bytes: content.bytes,
		modified: content.modified,
		...(content.unsaved ? { unsaved: true } : {}),
	};
}

/** A text that reaches the model, and its cost. */
export const sent = (text: string): Pick<Source, 'text' | 'characters' | 'tokens'> => ({
	text,
	characters: text.length,
	tokens: estimateTokens(text),
});
