/** How long an edit on the disk takes until it is shown, step by step. */

import * as vscode from 'vscode';
import type { ContextInspector } from '../../src/extension.js';

/** Milliseconds since the write. */
export interface EditTiming {
	/** VS Code has told of the change; where it never does, the model was built. */
	readonly event: number;
	/** The model is built. */
	readonly model: number;
	/** The view's rows are made of it. */
	readonly rows: number;
}

/** Follows one edit of a file in the workspace. */
export async function timeEdit(of: ContextInspector, path: string, edit: () => void): Promise<EditTiming> {
	const subscriptions: vscode.Disposable[] = [];
	const once = <T>(event: vscode.Event<T>, is: (value: T) => boolean): Promise<number> =>
		new Promise((done) => {
			subscriptions.push(event((value) => is(value) && done(performance.now())));
		});
	const watcher = vscode.workspace.createFileSystemWatcher('**/*');
	subscriptions.push(watcher);
	const told = Promise.race([watcher.onDidChange, watcher.onDidCreate].map((event) => once(event, isOf(path))));
	const built = once(of.manager.onDidChange, () => true);
	const began = performance.now();
	edit();
	// VS Code's watcher may be deaf to a directory; the model follows it all the same.
	const [event, model] = await Promise.all([Promise.race([told, built]), built]);
	await of.contextView.snapshot();
	const rows = performance.now();
	for (const subscription of subscriptions) subscription.dispose();
	return { event: event - began, model: model - began, rows: rows - began };
}

const isOf =
	(path: string) =>
	(uri: vscode.Uri): boolean =>
		uri.fsPath === path;

/** E.g. `event 120, model 310, rows 318 ms`, each the median of several edits. */
export function timingText(timings: readonly EditTiming[]): string {
	const median = (of: keyof EditTiming): string =>
		(timings.map((timing) => timing[of]).sort((a, b) => a - b)[timings.length >> 1] ?? Number.NaN).toFixed(0);
	const slowest = Math.max(...timings.map(({ rows }) => rows)).toFixed(0);
	return `event ${median('event')}, model ${median('model')}, rows ${median('rows')} ms (slowest ${slowest} ms)`;
}
