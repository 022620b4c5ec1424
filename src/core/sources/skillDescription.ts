/**
 * The description of a skill as the client makes it, before the cap (loader.md 8; reports.md h; corpus `skill/when-folded`,
 * `skill/description-trims`, `pain/docs-debug-colon-in-description`).
 */

import type { Behaviours } from '../client/behaviours.js';
import { visibleText } from '../text/visibleText.js';
import { toWellFormed } from './wellFormed.js';

/** What a skill's file says, as far as its description goes. */
export interface DescriptionParts {
	/** Front matter `description`, whatever its type. */
	readonly description: unknown;
	/** Front matter `when_to_use`, whatever its type. */
	readonly whenToUse: unknown;
	/** The text behind the front matter. */
	readonly body: string;
	/** What stands for a file that says nothing: `Skill` or `Custom command`. */
	readonly placeholder: string;
	/** What the client adds to the description of a skill that belongs to a directory. */
	readonly suffix?: string;
}

/** Where the description comes from. */
export type DescriptionOrigin = 'front matter' | 'body' | 'nothing';

export interface SkillDescription {
	/** The text that the cap is then applied to. */
	readonly text: string;
	readonly origin: DescriptionOrigin;
}

/**
 * Makes a description: the front matter's, else the body's first line, else a placeholder; then ` - ` and `when_to_use`.
 *
 * @example describeSkill({ description: ' a ', whenToUse: 'b', body: '', placeholder: 'Skill' }, behaviours).text // 'a - b'
 */
export function describeSkill(parts: DescriptionParts, behaviours: Behaviours): SkillDescription {
	const written = scalarText(parts.description)?.trim() ?? '';
	const firstLine = written === '' ? firstLineOf(parts.body) : '';
	const origin = written !== '' ? 'front matter' : firstLine !== '' ? 'body' : 'nothing';
	const base = written || firstLine || parts.placeholder;
	const whenToUse = anyText(parts.whenToUse);
	const text = base + (parts.suffix ?? '') + (whenToUse === undefined ? '' : ` - ${whenToUse}`);
	return { text: behaviours.sanitisesDescriptions ? visibleText(text) : toWellFormed(text), origin };
}

/** A string, number or boolean counts as text; a list, an object and nothing do not (corpus `pain/docs-debug-*`). */
export function scalarText(value: unknown): string | undefined {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
		? String(value)
		: undefined;
}

/**
 * A value of any type as JavaScript writes it, unless that is empty: what counts of `when_to_use` and `name` (recorded:
 * `[a, b]` gives `a,b`, `[]` nothing).
 */
export function anyText(value: unknown): string | undefined {
	if (value === undefined || value === null) return undefined;
	const text = Array.isArray(value)
		? joinNested(value, 0)
		: typeof value === 'object'
			? '[object Object]'
			: String(value);
	return text === '' ? undefined : text;
}

/** What `String` makes of a list; a list nested without end (a YAML alias to itself) stays finite. */
function joinNested(items: readonly unknown[], depth: number): string {
	return items
		.slice(0, nestedItemLimit)
		.map((item) => {
			if (item === null || item === undefined) return '';
			if (Array.isArray(item)) return depth < nestedDepthLimit ? joinNested(item, depth + 1) : '';
			return typeof item === 'object' ? '[object Object]' : String(item);
		})
		.join(',');
}

const nestedItemLimit = 200;
const nestedDepthLimit = 3;

const firstLineLimit = 100;

/** The body's first line that is not blank, its `#` marks removed; over 100 units it is cut to 97 and `...`. */
export function firstLineOf(body: string): string {
	const start = body.search(/\S/);
	if (start < 0) return '';
	const end = body.indexOf('\n', start);
	const line = body
		.slice(start, end < 0 ? undefined : end)
		.trim()
		.replace(/^#+\s+/, '');
	return line.length > firstLineLimit ? `${line.slice(0, firstLineLimit - '...'.length)}...` : line;
}

/**
 * Applies the cap: a longer description is cut to `limit` units, the closing `…` included; half a surrogate pair becomes
 * U+FFFD on its way to the model (corpus `skill/cap`, `pain/lifeos-1307-markup-and-cap`).
 */
export function capDescription(description: string, limit: number): string {
	return description.length <= limit ? description : toWellFormed(`${description.slice(0, limit - 1)}…`);
}

/** What is added to the description of a skill found in `<directory>/.claude/skills` (recorded in both versions). */
export function nestedSuffix(directory: string, unscopedName: string | undefined): string {
	return unscopedName === undefined
		? ` (from ${directory}/.claude/skills — applies when working on files under ${directory}/)`
		: ` (scoped to ${directory}/ — use this instead of the unscoped "${unscopedName}" skill when the files being changed are under ${directory}/)`;
}
