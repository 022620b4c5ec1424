/** The question before a client is run. */

import { basename } from 'node:path';
import { l10n, window } from 'vscode';
import type { LaunchDirectory } from '../model/launchDirectories.js';

export interface VerifyPlan {
	readonly launch: LaunchDirectory;
	/** The client's program. */
	readonly program: string;
	/** Files that it is made to read. */
	readonly files: readonly string[];
}

/** Says what will be done and asks; `undefined` where the user does not want it. The files are offered, not taken. */
export async function confirm(plan: VerifyPlan): Promise<VerifyPlan | undefined> {
	const run = l10n.t('Run');
	const [file] = plan.files;
	const runAndRead = file === undefined ? undefined : l10n.t('Run and Read {0}', basename(file));
	const buttons = runAndRead === undefined ? [run] : [run, runAndRead];
	const detail = l10n.t(
		'{0} is started in print mode, once in an empty directory and once in {1}, with your own settings. Its requests go to this extension, on this machine: a made-up key is used, no token is spent, and no session is saved. Hooks, MCP servers, telemetry and updates are off. What it says itself is not kept.',
		plan.program,
		plan.launch.path,
	);
	const question = l10n.t('Run your Claude Code to see what it sends?');
	const answer = await window.showInformationMessage(question, { modal: true, detail }, ...buttons);
	if (answer === undefined) return undefined;
	return answer === run ? { ...plan, files: [] } : plan;
}
