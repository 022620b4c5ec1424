/** Opens the walkthrough "Get Started with Context Inspector" again. */

import { commands } from 'vscode';
import { Disposable } from './disposable.js';
import { commandIds, walkthroughId } from './ids.js';

export class Walkthrough extends Disposable {
	constructor(extensionId: string) {
		super();
		const open = (): Thenable<unknown> =>
			commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#${walkthroughId}`, false);
		this._register(commands.registerCommand(commandIds.openWalkthrough, open));
	}
}
