/** Numbers, paths and the product's words as people read them. */

import { relative, sep } from 'node:path';
import { env, l10n } from 'vscode';
import type { Assumed, ContextInputs } from '../core/inputs.js';
import type { LoadReason, ReasonCode, Scope, SourceState } from '../core/source.js';
import { isInside } from '../core/sources/launchPlace.js';

/** Characters and estimated tokens. */
export interface Cost {
	readonly characters: number;
	readonly tokens: number;
}

export const noCost: Cost = { characters: 0, tokens: 0 };

export const sumOf = (costs: readonly Cost[]): Cost =>
	costs.reduce(
		(sum, cost) => ({ characters: sum.characters + cost.characters, tokens: sum.tokens + cost.tokens }),
		noCost,
	);

/** A number with the language's separators, e.g. `12,310`. */
export const formatNumber = (value: number): string => value.toLocaleString(env.language);

/** E.g. `≈577 tokens`; tokens are estimated. */
export const formatTokens = ({ tokens }: Cost): string =>
	tokens === 1 ? l10n.t('≈1 token') : l10n.t('≈{0} tokens', formatNumber(tokens));

/** E.g. `2,310 characters, ≈577 tokens`. */
export const formatCost = (cost: Cost): string =>
	cost.characters === 1
		? l10n.t('1 character, {0}', formatTokens(cost))
		: l10n.t('{0} characters, {1}', formatNumber(cost.characters), formatTokens(cost));

/** The client's version and the model, each marked where nobody named it. */
export function clientAndModel({ client, model, assumed = [] }: ContextInputs): readonly [string, string] {
	const marked = (part: Assumed, name: string): string =>
		assumed.includes(part) ? l10n.t('{0} (assumed)', name) : name;
	return [marked('client', client.version), marked('model', model.id)];
}

/** Where paths are shown from. */
export interface PathContext {
	/** Real path of the launch directory. */
	readonly directory: string;
	readonly home: string;
}

/**
 * A path as short as it stays clear: below the launch directory relative to it, at most two directories above it by
 * `..`, below the home with `~`, else whole.
 *
 * @example displayPath({ directory: '/home/ann/repo/api', home: '/home/ann' }, '/home/ann/repo/CLAUDE.md') // '../CLAUDE.md'
 */
export function displayPath({ directory, home }: PathContext, path: string): string {
	if (isInside(directory, path)) return slashed(relative(directory, path)) || '.';
	const up = slashed(relative(directory, path));
	const isNear = !up.startsWith('../../../') && up.split('/').filter((step) => step !== '..').length <= 3;
	const isHomeNearer = !isInside(home, directory) || path.startsWith(`${home}${sep}.claude`);
	if (isInside(home, path) && isHomeNearer) return `~/${slashed(relative(home, path))}`;
	if (isNear && path.startsWith(sep)) return up;
	return isInside(home, path) ? `~/${slashed(relative(home, path))}` : path;
}

const slashed = (path: string): string => path.split(sep).join('/');

/** The word of a state. */
export function stateWord(state: SourceState): string {
	switch (state) {
		case 'loaded':
			return l10n.t('loaded');
		case 'on demand':
			return l10n.t('on demand');
		case 'attached':
			return l10n.t('attached');
		case 'listed':
			return l10n.t('listed');
		case 'name only':
			return l10n.t('name only');
		case 'truncated':
			return l10n.t('truncated');
		case 'not loaded':
			return l10n.t('not loaded');
	}
}

/** A reason code in words. */
export function reasonWord(code: ReasonCode): string {
	const words: Readonly<Record<ReasonCode, string>> = {
		excluded: l10n.t('excluded'),
		'external-not-approved': l10n.t('external, not approved'),
		'outside-launch-directory': l10n.t('outside the launch directory'),
		'import-missing': l10n.t('import missing'),
		'import-too-deep': l10n.t('import too deep'),
		'import-not-text': l10n.t('not imported: no text file'),
		'duplicate-of': l10n.t('duplicate'),
		empty: l10n.t('empty'),
		'key-missing': l10n.t('key missing'),
		'too-large': l10n.t('too large'),
		'not-a-file': l10n.t('not a file'),
		unreadable: l10n.t('unreadable'),
		'never-matches': l10n.t('never matches'),
		superseded: l10n.t('superseded'),
		'disabled-by-setting': l10n.t('disabled by a setting'),
		'disabled-by-environment': l10n.t('disabled by the environment'),
		'disabled-by-policy': l10n.t('disabled by policy'),
		untrusted: l10n.t('untrusted'),
		'model-invocation-disabled': l10n.t('not for the model'),
		'dropped-by-budget': l10n.t('dropped by the budget'),
		'beyond-limit': l10n.t('beyond a limit'),
		version: l10n.t('not read by this client'),
		gated: l10n.t('gated'),
	};
	return Object.hasOwn(words, code) ? words[code] : code;
}

/** Who a source belongs to, in words. */
export function scopeWord(scope: Scope): string {
	const words: Readonly<Record<Scope, string>> = {
		managed: l10n.t('Managed'),
		user: l10n.t('User'),
		project: l10n.t('Project'),
		local: l10n.t('Local'),
		'auto-memory': l10n.t('Memory'),
		plugin: l10n.t('Plugin'),
		bundled: l10n.t('Bundled'),
	};
	return words[scope];
}

/** Why a source is in the request, in words. */
export function loadReasonSentence(reason: LoadReason): string {
	switch (reason) {
		case 'session_start':
			return l10n.t('Loaded when a session starts.');
		case 'include':
			return l10n.t('Loaded through an import.');
		case 'nested_traversal':
			return l10n.t('Attached when a file in its directory or below is read.');
		case 'path_glob_match':
			return l10n.t('Attached when a file that matches its paths is read.');
		case 'compact':
			return l10n.t('Loaded again after compaction.');
	}
}
