/**
 * The skills that the client brings itself. They stand in the skill listing after everybody else's and take their share
 * of its budget, so their lengths decide which descriptions of the user's skills still fit.
 */

import type { Behaviours } from './behaviours.js';

export interface BundledSkill {
	/** Name in the listing, e.g. `dataviz`; a user's skill or command of that name replaces it (corpus `skill/overrides-builtin-command`). */
	readonly name: string;
	/** Length of the whole line `- name: description` in UTF-16 units. */
	readonly lineLength: number;
	/** Columns of that line, which is what the budget counts (own recordings); a line break takes none. */
	readonly lineWidth: number;
	/** True where the budget may take its description like a user skill's (`init`, `security-review`: they come last). */
	readonly droppable: boolean;
	/** True where `disableBundledSkills` leaves it in the listing. */
	readonly alwaysThere: boolean;
}

const kept = (name: string, lineLength: number, lineWidth: number = lineLength): BundledSkill => ({
	name,
	lineLength,
	lineWidth,
	droppable: false,
	alwaysThere: false,
});
const droppable = (name: string, lineLength: number): BundledSkill => ({ ...kept(name, lineLength), droppable: true });

/** Recorded from 2.1.235 (loader.md 8, corpus `skill/budget-30x400`). */
const of235: readonly BundledSkill[] = [
	kept('dataviz', 1_146),
	kept('update-config', 707),
	kept('keybindings-help', 248),
	kept('simplify', 188),
	kept('fewer-permission-prompts', 191),
	kept('loop', 314),
	kept('claude-api', 1_082, 1_080),
	kept('run', 368),
	droppable('init', 67),
	droppable('security-review', 90),
];

/** Recorded from 2.1.332 (loader.md 8, corpus `budget/exact-eq`: one stays with `disableBundledSkills`). */
const of332: readonly BundledSkill[] = [
	kept('dataviz', 1_447),
	kept('update-config', 707),
	kept('keybindings-help', 248),
	kept('code-review', 850),
	kept('simplify', 188),
	kept('fewer-permission-prompts', 191),
	kept('loop', 344),
	kept('claude-api', 1_171, 1_169),
	kept('workflow-authoring', 252),
	kept('run', 368),
	{ ...kept('plugin-authoring', 275), alwaysThere: true },
	droppable('init', 67),
	droppable('security-review', 90),
];

/** The bundled skills of a client, in listing order. */
export function bundledSkillsOf(behaviours: Behaviours): readonly BundledSkill[] {
	return behaviours.bundlesSkillsOf332 ? of332 : of235;
}

/**
 * Commands that are built into the client. A user's skill of such a name replaces it (corpus
 * `skill/overrides-builtin-command`); a nested skill of such a name is listed as `dir:name`. `init` and
 * `security-review` are recorded, the others documented.
 */
export const builtInCommandNames: ReadonlySet<string> = new Set(
	(
		'add-dir agents bug clear compact config context cost doctor exit export help hooks ide init insights install-github-app ' +
		'login logout mcp memory model output-style permissions plugin pr-comments privacy-settings release-notes resume ' +
		'review rewind security-review status statusline terminal-setup theme todos usage vim'
	).split(' '),
);
