import type { ExtensionContext } from 'vscode';
import { window } from 'vscode';

/** Called by VS Code when one of the views is first shown. */
export function activate(context: ExtensionContext): void {
	context.subscriptions.push(
		window.registerTreeDataProvider('contextInspector.context', {
			getChildren: () => [],
			getTreeItem: (item: never) => item,
		}),
	);
}
