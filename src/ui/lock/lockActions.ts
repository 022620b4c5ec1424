/** Quick fixes of what differs from the import lock: accept it, or look at the difference first. */

import {
	CodeAction,
	type CodeActionContext,
	CodeActionKind,
	type CodeActionProvider,
	type Diagnostic,
	l10n,
	languages,
	type Range,
	type TextDocument,
	workspace,
} from 'vscode';
import type { FindingCode } from '../../core/findings/catalog.js';
import { Disposable } from '../disposable.js';
import type { ShownFindings } from '../editing/quickFixes.js';
import { commandIds } from '../ids.js';
import type { LockedPath } from './lockedPath.js';

export class LockActions extends Disposable implements CodeActionProvider {
	readonly #shown: ShownFindings;

	constructor(shown: ShownFindings) {
		super();
		this.#shown = shown;
		// Whatever imports is Markdown or was imported by its path; the lock itself is JSON.
		this._register(
			languages.registerCodeActionsProvider({ scheme: 'file' }, this, {
				providedCodeActionKinds: [CodeActionKind.QuickFix],
			}),
		);
	}

	provideCodeActions(document: TextDocument, _range: Range, { only, diagnostics }: CodeActionContext): CodeAction[] {
		// Accepting writes a file, which nothing does in Restricted Mode.
		if (!workspace.isTrusted || (only && !only.contains(CodeActionKind.QuickFix))) return [];
		return diagnostics.flatMap((diagnostic) => this.#actionsOf(document, diagnostic));
	}

	#actionsOf(document: TextDocument, diagnostic: Diagnostic): readonly CodeAction[] {
		const found = this.#shown.findingOf(document.uri, diagnostic);
		if (found?.data?.kind !== 'accept-import') return [];
		const { launchDirectory, path } = found.data;
		const of: LockedPath = { launchDirectory, path };
		const accept = action(acceptTitle(found.code, path), commandIds.acceptImport, of, diagnostic);
		const all = action(l10n.t('Lock All External Imports…'), commandIds.lockImports, of, diagnostic);
		if (found.code !== 'lock.drift') return [accept, all];
		const show = l10n.t('Show the difference from the locked content');
		return [action(show, commandIds.showLockDifference, of, diagnostic), accept, all];
	}
}

function acceptTitle(code: FindingCode, path: string): string {
	if (code === 'lock.added') return l10n.t('Accept {0}: add it to the lock', path);
	if (code === 'lock.removed') return l10n.t('Accept that {0} is gone: take it out of the lock', path);
	return l10n.t('Accept {0} as it is now', path);
}

function action(title: string, command: string, of: LockedPath, diagnostic: Diagnostic): CodeAction {
	const made = new CodeAction(title, CodeActionKind.QuickFix);
	made.command = { title, command, arguments: [of] };
	made.diagnostics = [diagnostic];
	return made;
}
