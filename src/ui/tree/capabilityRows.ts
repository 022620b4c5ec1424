/** Rows of skills and agents: what the listings say of each, and why some are not in them. */

import { l10n, Uri, workspace } from 'vscode';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { SkillListing, SkillListingEntry } from '../../core/model/skillListing.js';
import type { Place, Reason, Scope, SourceKind, SourceState } from '../../core/source.js';
import type { Skill } from '../../core/sources/skills.js';
import { estimateTokens } from '../../core/text/tokens.js';
import { type ContextWord, contextValue, contextWords } from '../contextValues.js';
import { displayPath, formatNumber, formatTokens, reasonWord, stateWord } from '../format.js';
import { groupIcons, stateIcon } from '../icons.js';
import { escaped } from '../markdown.js';
import { groupRow } from './groupRow.js';
import { type Row, tooltipOf } from './row.js';
import type { RowContext } from './sourceRow.js';

/** The group of skills with what the listing takes of its budget; nothing where there are none. */
export function skillsGroup(context: RowContext, { skills, skillListing }: ContextModel): readonly Row[] {
	if (skills.length === 0) return [];
	const { budget } = skillListing;
	const ofLimit = (characters: number): string =>
		l10n.t('{0} of {1} characters', formatNumber(characters), formatNumber(budget.limit));
	const isOver = budget.dropped.length > 0;
	const sentence = l10n.t(
		'Names and descriptions that are in the request from the start. The listing takes {0} of its budget, {1} of them for bundled skills.',
		ofLimit(budget.used),
		formatNumber(budget.bundled),
	);
	const over = l10n.t(
		'All descriptions need {0}, so {1} are dropped.',
		ofLimit(budget.neededForAll),
		formatNumber(budget.dropped.length),
	);
	return [
		groupRow(context, {
			group: 'skills',
			label: l10n.t('Skills'),
			icon: isOver ? groupIcons.warning : groupIcons.skills,
			sentence: isOver ? `${sentence} ${over}` : sentence,
			count: skills.length,
			description: `${ofLimit(isOver ? budget.neededForAll : budget.used)} · ${formatNumber(skills.length)}`,
			children: skillRows(context, skills, skillListing),
		}),
	];
}

function skillRows(context: RowContext, skills: readonly Skill[], listing: SkillListing): readonly Row[] {
	const entries = new Map(listing.entries.map((entry) => [entry.skill, entry]));
	return skills.map((skill) => skillRow(context, skill, entries.get(skill)));
}

/** Skills below the launch directory: no listing has them before a file beside them is touched. */
export const nestedSkillRows = (context: RowContext, skills: readonly Skill[]): readonly Row[] =>
	skills.map((skill) => skillRow(context, skill, undefined));

function skillRow(context: RowContext, skill: Skill, entry: SkillListingEntry | undefined): Row {
	const state = entry?.state ?? skill.state;
	const reason = entry?.reason ?? skill.reason;
	const line = entry && (entry.description === null ? `- ${entry.name}` : `- ${entry.name}: ${entry.description}`);
	return capabilityRow(context, {
		group: 'skill',
		kind: skill.kind,
		scope: skill.scope,
		name: entry?.name ?? skill.name,
		path: skill.path,
		state,
		reason,
		line,
		unsaved: skill.unsaved === true,
		sentences: [
			...(entry?.description ? [entry.description] : skill.description === '' ? [] : [skill.description]),
			...(entry?.isCapped
				? [l10n.t('The description is cut to {0} characters.', formatNumber(entry.description?.length ?? 0))]
				: []),
			l10n.t('Its body of {0} characters is added when the skill is invoked.', formatNumber(skill.bodyCharacters)),
		],
	});
}

/** Custom agents in listing order. */
export function agentRows(context: RowContext, { agents, agentListing }: ContextModel): readonly Row[] {
	const lines = new Map(agentListing.entries.map(({ agent, line }) => [agent, line]));
	return agents.map((agent) =>
		capabilityRow(context, {
			group: 'agent',
			kind: 'agent',
			scope: agent.scope,
			name: agent.name || displayPath(context, agent.path),
			path: agent.path,
			state: agent.state,
			reason: agent.reason,
			line: lines.get(agent),
			unsaved: false,
			sentences: agent.description === '' ? [] : [agent.description],
		}),
	);
}

interface Capability {
	readonly group: string;
	readonly kind: SourceKind;
	readonly scope: Scope;
	readonly name: string;
	readonly path: string;
	readonly state: SourceState;
	readonly reason: Reason | undefined;
	/** Its line in the listing. */
	readonly line: string | undefined;
	readonly unsaved: boolean;
	readonly sentences: readonly string[];
}

function capabilityRow(context: RowContext, capability: Capability): Row {
	const { group, kind, scope, name, path, state, reason, line, unsaved, sentences } = capability;
	const cost = line === undefined ? undefined : { characters: line.length, tokens: estimateTokens(line) };
	const words = reason ? reasonWord(reason.code) : state === 'listed' ? undefined : stateWord(state);
	const description = [
		...(words ? [words] : []),
		...(cost ? [formatTokens(cost)] : []),
		...(unsaved ? [l10n.t('unsaved')] : []),
	];
	const target: Place = reason?.place?.path === path ? reason.place : { path };
	return {
		id: context.unique(`${context.launch.key}/${group}/${path}`),
		label: name,
		description: description.join(' · '),
		icon: stateIcon(state),
		spoken: [name, stateWord(state), ...(reason ? [reason.sentence] : [])].join(', '),
		contextValue: contextValue(...wordsOf(path, state, reason)),
		target,
		tooltip: tooltipOf((markdown) => {
			markdown
				.appendMarkdown(`$(${stateIcon(state).id}) **`)
				.appendMarkdown(escaped(stateWord(state)))
				.appendMarkdown('**\n\n');
			for (const sentence of [...(reason ? [reason.sentence] : []), ...sentences]) {
				markdown.appendMarkdown(escaped(sentence)).appendMarkdown('\n\n');
			}
			markdown.appendCodeblock(displayPath(context, path), 'plaintext');
		}),
		source: { path, scope, kind, state, characters: 0, tokens: 0, ...(reason ? { reason } : {}) },
		launch: context.launch,
	};
}

function wordsOf(path: string, state: SourceState, reason: Reason | undefined): readonly ContextWord[] {
	const inWorkspace = workspace.getWorkspaceFolder(Uri.file(path)) !== undefined;
	return [
		contextWords.source,
		contextWords.file,
		...(inWorkspace ? [contextWords.workspaceFile] : []),
		...(state === 'not loaded' ? [contextWords.unloaded] : []),
		// A skill that the model may not invoke is there for the user.
		...(state !== 'not loaded' || reason?.code === 'model-invocation-disabled' ? [contextWords.sent] : []),
	];
}
