/** The question for a stage of a session, and for what it needs: files, skills, an agent. */

import { l10n, type QuickPickItem, QuickPickItemKind, TabInputText, ThemeIcon, window, workspace } from 'vscode';
import type { ContextModel } from '../../core/model/contextModel.js';
import type { Skill } from '../../core/sources/skills.js';
import { activeFile } from '../activeFileView.js';
import { displayPath } from '../format.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import type { WorkspaceFiles } from '../workspaceFiles.js';
import { builtInAgents, type PreviewStage } from './previewStage.js';

/** Files of the workspace that are offered besides those in editors. */
const offeredFiles = 5_000;

/** Asks; `undefined` where the user gives up. */
export async function pickStage(
	title: string,
	launch: LaunchDirectory,
	model: ContextModel,
	files: WorkspaceFiles,
): Promise<PreviewStage | undefined> {
	const items: (QuickPickItem & { readonly kindOf: PreviewStage['kind'] })[] = [
		stageItem('session-start', 'rocket', l10n.t('Session Start'), l10n.t('before the first prompt')),
		stageItem('after-reading', 'file', l10n.t('After Reading Files…'), l10n.t('with the rules that they activate')),
		stageItem('after-skill', 'mortar-board', l10n.t('After Invoking a Skill…'), l10n.t('with its body')),
		stageItem('after-compaction', 'fold', l10n.t('After Compaction'), l10n.t('what comes back')),
		stageItem('sub-agent', 'person', l10n.t('A Sub-agent…'), l10n.t('what it starts with')),
	];
	const picked = await window.showQuickPick(items, { title, placeHolder: l10n.t('Stage of the session') });
	switch (picked?.kindOf) {
		case undefined:
			return undefined;
		case 'session-start':
			return { kind: 'session-start' };
		case 'after-reading': {
			const read = await pickFiles(title, launch, files);
			return read && read.length > 0 ? { kind: 'after-reading', files: read } : undefined;
		}
		case 'after-skill': {
			const skill = await pickSkill(title, model);
			return skill && { kind: 'after-skill', skills: [skill.path] };
		}
		case 'after-compaction': {
			const skills = await pickInvokedSkills(title, model);
			return skills && { kind: 'after-compaction', skills };
		}
		case 'sub-agent': {
			const agent = await pickAgent(title, model);
			return agent === undefined ? undefined : { kind: 'sub-agent', agent };
		}
	}
}

const stageItem = (
	kindOf: PreviewStage['kind'],
	icon: string,
	label: string,
	description: string,
): QuickPickItem & { readonly kindOf: PreviewStage['kind'] } => ({
	kindOf,
	label,
	description,
	iconPath: new ThemeIcon(icon),
});

interface FileItem extends QuickPickItem {
	readonly path?: string;
}

/** Several files: those in editors first, the workspace's others once they are listed. */
async function pickFiles(
	title: string,
	launch: LaunchDirectory,
	files: WorkspaceFiles,
): Promise<readonly string[] | undefined> {
	const pick = window.createQuickPick<FileItem>();
	pick.title = title;
	pick.placeholder = l10n.t('Files that Claude Code reads');
	pick.canSelectMany = true;
	pick.matchOnDescription = true;
	pick.busy = true;
	const open = openFiles(launch);
	const front = activeFile()?.fsPath;
	const separator = (label: string): FileItem => ({ label, kind: QuickPickItemKind.Separator });
	const opened = open.map((path) => fileItem(launch, path));
	pick.items = opened.length > 0 ? [separator(l10n.t('in editors')), ...opened] : [];
	pick.selectedItems = opened.filter(({ path }) => path === front);
	let isOpen = true;
	void files.of(launch).then((list) => {
		if (!isOpen) return;
		const others = (list?.paths ?? []).filter((path) => !open.includes(path)).slice(0, offeredFiles);
		const selected = pick.selectedItems;
		pick.items = [
			...pick.items,
			separator(l10n.t('in the workspace')),
			...others.map((path) => fileItem(launch, path)),
		];
		pick.selectedItems = selected;
		pick.busy = false;
	});
	try {
		return await new Promise((done) => {
			pick.onDidAccept(() => done(pick.selectedItems.flatMap(({ path }) => path ?? [])));
			pick.onDidHide(() => done(undefined));
			pick.show();
		});
	} finally {
		isOpen = false;
		pick.dispose();
	}
}

function openFiles(launch: LaunchDirectory): readonly string[] {
	const tabs = window.tabGroups.all.flatMap(({ tabs }) => tabs);
	const paths = tabs.flatMap(({ input }) =>
		input instanceof TabInputText && input.uri.scheme === 'file' ? input.uri.fsPath : [],
	);
	const inside = paths.filter((path) => path.startsWith(launch.path));
	return [...new Set(inside)];
}

function fileItem(launch: LaunchDirectory, path: string): FileItem {
	const shown = displayPath({ directory: launch.path, home: launch.path }, path);
	const cut = shown.lastIndexOf('/') + 1;
	return { label: shown.slice(cut), description: shown.slice(0, Math.max(0, cut - 1)), path };
}

/** Skills that somebody can invoke: the model, or the user by the slash. */
const invocable = (model: ContextModel): readonly Skill[] =>
	model.skills.filter(({ state, reason }) => state !== 'not loaded' || reason?.code === 'model-invocation-disabled');

const skillItem = (model: ContextModel, skill: Skill): QuickPickItem & { readonly skill: Skill } => ({
	label: skill.name,
	description: displayPath(
		{ directory: model.place.directory, home: model.inputs.environment.homeDirectory },
		skill.path,
	),
	detail: skill.description.replace(/\s+/g, ' ').slice(0, 200),
	skill,
});

async function pickSkill(title: string, model: ContextModel): Promise<Skill | undefined> {
	const items = invocable(model).map((skill) => skillItem(model, skill));
	if (items.length === 0) {
		void window.showInformationMessage(l10n.t('There is no skill to invoke here.'));
		return undefined;
	}
	return (await window.showQuickPick(items, { title, placeHolder: l10n.t('Skill that is invoked') }))?.skill;
}

async function pickInvokedSkills(title: string, model: ContextModel): Promise<readonly string[] | undefined> {
	const items = invocable(model).map((skill) => skillItem(model, skill));
	if (items.length === 0) return [];
	const placeHolder = l10n.t('Skills that were invoked before the compaction: none, or some');
	const picked = await window.showQuickPick(items, { title, placeHolder, canPickMany: true });
	return picked?.map(({ skill }) => skill.path);
}

async function pickAgent(title: string, model: ContextModel): Promise<string | undefined> {
	const custom = model.agents.filter(({ state }) => state === 'listed');
	const items = [
		...custom.map(({ name, description }) => ({ label: name, detail: description.replace(/\s+/g, ' ').slice(0, 200) })),
		...builtInAgents
			.filter((name) => !custom.some((agent) => agent.name === name))
			.map((name) => ({ label: name, description: l10n.t('built in') })),
	];
	return (await window.showQuickPick(items, { title, placeHolder: l10n.t('Kind of the sub-agent') }))?.label;
}

/** Which launch directory, where there are several: the one of the file in front first. */
export async function pickLaunch(
	title: string,
	launches: readonly LaunchDirectory[],
	first: LaunchDirectory | undefined,
): Promise<LaunchDirectory | undefined> {
	if (launches.length <= 1) return launches[0];
	const sorted = [...launches].sort((a, b) => Number(b === first) - Number(a === first));
	const items = sorted.map((launch) => ({
		label: launch.name,
		description: workspace.asRelativePath(launch.path, true),
		launch,
	}));
	return (await window.showQuickPick(items, { title, placeHolder: l10n.t('Launch directory') }))?.launch;
}
