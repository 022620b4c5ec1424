/** Wiring: what the extension is made of, and nothing else. */

import type { ExtensionContext } from 'vscode';
import { ActiveFileView } from './ui/activeFileView.js';
import { BudgetView } from './ui/budget/budgetView.js';
import { Configuration } from './ui/configuration.js';
import { ReportCommand } from './ui/contextReport.js';
import { ContextView } from './ui/contextView.js';
import { FileDecorations } from './ui/decorations/fileDecorations.js';
import { Documentation } from './ui/documentation.js';
import { Editing } from './ui/editing/editing.js';
import { Explanations } from './ui/explanations.js';
import { Hovers } from './ui/hovers/hovers.js';
import { LaunchCommands } from './ui/launchCommands.js';
import { ImportLock } from './ui/lock/importLock.js';
import { Log } from './ui/log.js';
import { Menu } from './ui/menu.js';
import { ModelManager } from './ui/modelManager.js';
import { Preview } from './ui/preview/preview.js';
import { Problems } from './ui/problems/problems.js';
import { SessionView } from './ui/session/sessionView.js';
import { SourceCommands } from './ui/sourceCommands.js';
import { StatusBar } from './ui/statusBar.js';
import { Verify } from './ui/verification/verify.js';
import { Walkthrough } from './ui/walkthrough.js';
import { WorkspaceFiles } from './ui/workspaceFiles.js';

/** What `activate` returns; the suites look at the extension's state through it. */
export interface ContextInspector {
	readonly manager: ModelManager;
	readonly contextView: ContextView;
	readonly activeFileView: ActiveFileView;
	readonly budgetView: BudgetView;
	readonly sessionView: SessionView;
	readonly importLock: ImportLock;
	readonly statusBar: StatusBar;
	readonly workspaceFiles: WorkspaceFiles;
	readonly decorations: FileDecorations;
	readonly problems: Problems;
	readonly editing: Editing;
	readonly verify: Verify;
}

export function activate(context: ExtensionContext): ContextInspector {
	const own = <T extends { dispose(): void }>(part: T): T => {
		context.subscriptions.push(part);
		return part;
	};
	const log = own(new Log());
	const configuration = own(new Configuration(log));
	const manager = own(new ModelManager(configuration, log, context.extensionMode));
	const explanations = new Explanations(manager);
	const workspaceFiles = own(new WorkspaceFiles(configuration, log));
	const documentation = new Documentation(context.extensionUri);
	const parts = { manager, explanations, workspaceFiles, configuration, log, documentation };
	own(new SourceCommands(manager, log));
	own(new LaunchCommands(manager));
	own(new ReportCommand(manager));
	own(new Preview(parts));
	own(new Hovers(parts));
	const problems = own(new Problems(parts));
	const sessionView = own(new SessionView(manager, log));
	own(new Menu(log));
	own(new Walkthrough(context.extension.id));
	return {
		manager,
		contextView: own(new ContextView(manager, problems, log)),
		activeFileView: own(new ActiveFileView(manager, explanations)),
		budgetView: own(new BudgetView(manager, log, context.extensionUri)),
		sessionView,
		importLock: own(new ImportLock(manager, problems, sessionView.documents, log)),
		statusBar: own(new StatusBar(manager, explanations, configuration, log)),
		workspaceFiles,
		decorations: own(new FileDecorations(manager, explanations, configuration)),
		problems,
		editing: own(new Editing({ ...parts, problems })),
		verify: own(new Verify(manager, configuration, log)),
	};
}
