/** Wiring: what the extension is made of, and nothing else. */

import type { ExtensionContext } from 'vscode';
import { Configuration } from './ui/configuration.js';
import { Log } from './ui/log.js';
import { ModelManager } from './ui/modelManager.js';

/** What `activate` returns; the suites look at the extension's state through it. */
export interface ContextInspector {
	readonly manager: ModelManager;
}

export function activate(context: ExtensionContext): ContextInspector {
	const own = <T extends { dispose(): void }>(part: T): T => {
		context.subscriptions.push(part);
		return part;
	};
	const log = own(new Log());
	const configuration = own(new Configuration(log));
	const manager = own(new ModelManager(configuration, log, context.extensionMode));
	return { manager };
}
