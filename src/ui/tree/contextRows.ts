/** The rows of the Context view for one model, by part of the request. */

import { l10n } from 'vscode';
import { skillSource } from '../../core/model/capabilitySources.js';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { Discovery } from '../../core/model/discovery.js';
import type { Scope, Source } from '../../core/source.js';
import { estimateTokens } from '../../core/text/tokens.js';
import { contextWords } from '../contextValues.js';
import { formatTokens, sumOf } from '../format.js';
import { groupIcons } from '../icons.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import { agentRows, skillsGroup } from './capabilityRows.js';
import { groupRow } from './groupRow.js';
import type { Row } from './row.js';
import { type RowContext, sourceRows, uniqueIds } from './sourceRow.js';

/** What a view adds to a model's own rows. */
export interface ContextRowsHost {
	/** Rows of the group of nested files, worked out when it is expanded. */
	readonly nested: (context: RowContext) => Promise<readonly Row[]>;
	/** What is wrong with a file. */
	readonly problemsOf?: (path: string) => readonly string[];
	/** Nested files, where somebody has looked for them already. */
	readonly known?: Pick<Discovery, 'onDemand' | 'notLoaded' | 'skills'>;
}

export function rowContext(launch: LaunchDirectory, model: ContextModel): RowContext {
	return {
		launch,
		directory: model.place.directory,
		home: model.inputs.environment.homeDirectory,
		unique: uniqueIds(),
	};
}

/** Group rows of a model: Startup, On Demand, Skills, Agents, Not Loaded; empty ones are left out but for the first two. */
export function contextRows(launch: LaunchDirectory, model: ContextModel, host: ContextRowsHost): readonly Row[] {
	const { problemsOf } = host;
	const context: RowContext = { ...rowContext(launch, model), ...(problemsOf ? { problemsOf } : {}) };
	const agents = agentRows(context, model);
	const notLoaded = [...model.notLoaded, ...(host.known?.notLoaded ?? [])];
	return [
		startupGroup(context, model),
		onDemandGroup(context, model, host),
		...skillsGroup(context, model),
		...(agents.length > 0
			? [
					groupRow(context, {
						group: 'agents',
						label: l10n.t('Agents'),
						icon: groupIcons.agents,
						sentence: l10n.t('Custom agents whose names and descriptions are in the request.'),
						count: agents.length,
						cost: {
							characters: model.agentListing.characters,
							tokens: estimateTokens(model.agentListing.lines.join('\n')),
						},
						children: agents,
					}),
				]
			: []),
		...(notLoaded.length > 0
			? [
					groupRow(context, {
						group: 'notLoaded',
						label: l10n.t('Not Loaded'),
						icon: groupIcons.notLoaded,
						sentence: l10n.t('Files that look as if they were loaded and are not, each with its reason.'),
						count: notLoaded.length,
						children: sourceRows(context, notLoaded.map(withoutParent), { group: 'notLoaded' }),
					}),
				]
			: []),
	];
}

/** True where nothing of the user's own is in the context or kept out of it. */
export function isEmpty(model: ContextModel): boolean {
	return (
		model.startup.length === 0 &&
		model.pathRules.length === 0 &&
		model.notLoaded.length === 0 &&
		model.skills.length === 0 &&
		model.agents.length === 0
	);
}

/** Every file that does not load is a row of its own: the reason belongs to it, not to its importer. */
const withoutParent = ({ parent: _, ...source }: Source): Source => source;

interface ScopeGroup {
	readonly scope: Scope;
	readonly label: string;
	readonly icon: (typeof groupIcons)[keyof typeof groupIcons];
	readonly sentence: string;
}

function startupGroup(context: RowContext, model: ContextModel): Row {
	const groups: readonly ScopeGroup[] = [
		{
			scope: 'managed',
			label: l10n.t('Managed'),
			icon: groupIcons.managed,
			sentence: l10n.t('Instructions of the policy on this machine.'),
		},
		{
			scope: 'user',
			label: l10n.t('User'),
			icon: groupIcons.user,
			sentence: l10n.t('Your own instructions for all projects.'),
		},
		{
			scope: 'project',
			label: l10n.t('Project'),
			icon: groupIcons.project,
			sentence: l10n.t('Instructions of the launch directory and of the directories above it.'),
		},
		{
			scope: 'local',
			label: l10n.t('Local'),
			icon: groupIcons.local,
			sentence: l10n.t('Your own instructions for this project: CLAUDE.local.md.'),
		},
		{
			scope: 'auto-memory',
			label: l10n.t('Memory'),
			icon: groupIcons.memory,
			sentence: l10n.t('The index of auto memory; topics load only when they are read.'),
		},
	];
	const rows = groups.flatMap((group): Row[] => {
		const sources = model.startup.filter((source) => source.scope === group.scope);
		if (sources.length === 0) return [];
		return [
			groupRow(context, {
				group: `startup/${group.scope}`,
				label: group.label,
				icon: group.icon,
				sentence: group.sentence,
				count: sources.length,
				cost: sumOf(sources),
				expanded: true,
				children: sourceRows(context, sources, { group: 'startup' }),
			}),
		];
	});
	return groupRow(context, {
		group: 'startup',
		label: l10n.t('Startup'),
		icon: groupIcons.startup,
		sentence: l10n.t(
			'In the request from the start of a session, in this order; read again only after /clear and compaction.',
		),
		count: model.startup.length,
		cost: sumOf(model.startup),
		expanded: true,
		children: rows,
	});
}

function onDemandGroup(context: RowContext, model: ContextModel, host: ContextRowsHost): Row {
	const rules = model.pathRules.filter((rule) => rule.state !== 'not loaded');
	const nested = host.known && [...host.known.onDemand, ...host.known.skills.map(skillSource)];
	const pathRules = groupRow(context, {
		group: 'onDemand/pathRules',
		label: l10n.t('Path Rules'),
		icon: groupIcons.pathRules,
		sentence: l10n.t('Rules with paths: each is attached when a file that matches is read.'),
		count: rules.length,
		cost: sumOf(rules),
		children: sourceRows(context, rules, { group: 'pathRules' }),
	});
	const nestedGroup = groupRow(context, {
		group: nestedGroupId,
		label: l10n.t('Nested'),
		icon: groupIcons.nested,
		sentence: l10n.t(
			'Instruction files and rules below the launch directory: attached when a file beside or below them is read. They are looked for when this group is expanded.',
		),
		...(nested ? { count: nested.length, cost: sumOf(nested) } : {}),
		words: [contextWords.nested],
		children: () => host.nested(context),
	});
	const cost = sumOf([...rules, ...(nested ?? [])]);
	const isKnown = nested !== undefined;
	return groupRow(context, {
		group: 'onDemand',
		label: l10n.t('On Demand'),
		icon: groupIcons.onDemand,
		sentence: l10n.t('Attached to the request when a matching file is read, each file once a session.'),
		count: rules.length + (nested?.length ?? 0),
		cost,
		...(isKnown ? {} : { description: l10n.t('{0} + nested', formatTokens(cost)) }),
		expanded: true,
		children: [...(rules.length > 0 ? [pathRules] : []), nestedGroup],
	});
}

export const nestedGroupId = 'onDemand/nested';
