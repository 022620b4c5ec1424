/** A stage of a session as a preview's address holds it: plain data that outlives models. */

import { basename } from 'node:path';
import { l10n, Uri } from 'vscode';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { RequestStage, SubAgent } from '../../core/model/requestStages.js';
import type { Skill } from '../../core/sources/skills.js';
import { isRecord, isString } from '../../core/values.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';

export type PreviewStage =
	| { readonly kind: 'session-start' }
	/** Absolute paths, in the order in which they are read. */
	| { readonly kind: 'after-reading'; readonly files: readonly string[] }
	/** Paths of skills; of `after-skill` there is one. */
	| { readonly kind: 'after-skill' | 'after-compaction'; readonly skills: readonly string[] }
	/** Name of a built-in or a custom agent. */
	| { readonly kind: 'sub-agent'; readonly agent: string };

/** What a preview shows. */
export interface PreviewSubject {
	/** Key of the launch directory. */
	readonly launch: string;
	readonly stage: PreviewStage;
}

export const previewScheme = 'context-inspector';

export const builtInAgents = ['general-purpose', 'Explore', 'Plan'] as const;

/** The address of a preview; equal subjects have equal ones. */
export function previewUri(launch: LaunchDirectory, stage: PreviewStage): Uri {
	const name = `${stageTitle(stage)} (${launch.name})`.replace(/[\\/:*?"<>|]+/g, '-').slice(0, 120);
	return Uri.from({
		scheme: previewScheme,
		path: `/${name}.md`,
		query: JSON.stringify({ launch: launch.key, stage } satisfies PreviewSubject),
	});
}

/** What an address asks for; `undefined` where somebody else wrote it. */
export function previewSubject(uri: Uri): PreviewSubject | undefined {
	try {
		const subject: unknown = JSON.parse(uri.query);
		if (!isRecord(subject) || !isString(subject['launch'])) return undefined;
		const stage = toStage(subject['stage']);
		return stage && { launch: subject['launch'], stage };
	} catch {
		return undefined;
	}
}

/** A stage that came as data: from an address, a keybinding or a suite. */
export function toStage(value: unknown): PreviewStage | undefined {
	if (!isRecord(value)) return undefined;
	const { kind, files, skills, agent } = value;
	if (kind === 'session-start') return { kind };
	if (kind === 'after-reading' && isStrings(files)) return { kind, files };
	if ((kind === 'after-skill' || kind === 'after-compaction') && isStrings(skills)) return { kind, skills };
	if (kind === 'sub-agent' && isString(agent)) return { kind, agent };
	return undefined;
}

const isStrings = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isString);

/** E.g. `After Reading client.ts and 2 More`. */
export function stageTitle(stage: PreviewStage): string {
	switch (stage.kind) {
		case 'session-start':
			return l10n.t('Session Start');
		case 'after-reading': {
			const [first = '', ...others] = stage.files.map((file) => basename(file));
			if (others.length === 0) return l10n.t('After Reading {0}', first);
			return l10n.t('After Reading {0} and {1} More', first, others.length);
		}
		case 'after-skill':
			return l10n.t('After Invoking a Skill');
		case 'after-compaction':
			return l10n.t('After Compaction');
		case 'sub-agent':
			return l10n.t('Sub-agent {0}', stage.agent);
	}
}

/** The stage in terms of a model; a sentence where the model no longer has what it names. */
export function resolveStage(model: ContextModel, stage: PreviewStage): RequestStage | string {
	switch (stage.kind) {
		case 'session-start':
		case 'after-reading':
			return stage;
		case 'after-skill': {
			const [path = ''] = stage.skills;
			const skill = model.skills.find((each) => each.path === path);
			return skill ? { kind: stage.kind, skill } : l10n.t('There is no skill {0}.', path);
		}
		case 'after-compaction': {
			const skills = stage.skills
				.map((path) => model.skills.find((each) => each.path === path))
				.filter((skill): skill is Skill => skill !== undefined);
			return { kind: stage.kind, files: [], skills };
		}
		case 'sub-agent': {
			const agent: SubAgent | undefined =
				model.agents.find(({ name, state }) => name === stage.agent && state === 'listed') ??
				builtInAgents.find((name) => name === stage.agent);
			return agent ? { kind: stage.kind, agent } : l10n.t('There is no agent {0}.', stage.agent);
		}
	}
}
