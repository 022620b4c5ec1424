/** Lock External Imports: writes down what the project's imports from outside hold, after saying what it will write. */

import { basename, relative } from 'node:path';
import { commands, l10n, Uri, window, workspace } from 'vscode';
import { acceptLock, type ComparedLockEntry } from '../../core/lock/lockComparison.js';
import { type LockFile, lockFileText } from '../../core/lock/lockFile.js';
import { compareModelLock } from '../../core/lock/modelLock.js';
import { lockPathOf, readLock } from '../../core/lock/readLock.js';
import { buildContextModel, type ContextModel } from '../../core/model/contextModel.js';
import { NodeFileSystem } from '../../host/fileSystem.js';
import { gitUserName } from '../../host/gitUser.js';
import { writeLock } from '../../host/lockFiles.js';
import { Disposable } from '../disposable.js';
import { commandIds } from '../ids.js';
import type { ComponentLog, Log } from '../log.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import type { ModelManager } from '../modelManager.js';
import { sessionUri } from '../session/sessionAddress.js';
import type { SessionDocuments } from '../session/sessionDocuments.js';
import { LockActions } from './lockActions.js';
import type { LockedPath } from './lockedPath.js';
import { lockQuestion } from './lockQuestion.js';

/** Asks before the file is written; true where the user agrees. */
export type Ask = (message: string, detail: string) => Promise<boolean>;

/** A lock held against the disk. */
interface Compared {
	readonly launch: LaunchDirectory;
	readonly model: ContextModel;
	readonly lock: LockFile;
	readonly isNew: boolean;
	readonly entries: readonly ComparedLockEntry[];
}

export class ImportLock extends Disposable {
	readonly #manager: ModelManager;
	readonly #sessions: SessionDocuments;
	readonly #log: ComponentLog;
	/** A lock vouches for files on disk: no editor's unsaved text stands in for them. */
	readonly #disk = new NodeFileSystem();

	constructor(
		manager: ModelManager,
		problems: ConstructorParameters<typeof LockActions>[0],
		sessions: SessionDocuments,
		log: Log,
	) {
		super();
		this.#manager = manager;
		this.#sessions = sessions;
		this.#log = log.component('ImportLock');
		this._register(new LockActions(problems));
		this._register(commands.registerCommand(commandIds.lockImports, () => this.lock()));
		this._register(commands.registerCommand(commandIds.acceptImport, (of?: unknown) => this.#accept(of)));
		this._register(commands.registerCommand(commandIds.showLockDifference, (of?: unknown) => this.#showDifference(of)));
	}

	/** Locks everything from outside as it is now; `ask` is another than the user in suites only. */
	async lock(ask: Ask = askUser): Promise<void> {
		const launch = isTrusted() ? await this.#pickLaunch() : undefined;
		const compared = launch && (await this.#compare(launch));
		if (!compared) return;
		const { entries, isNew, lock, model } = compared;
		const accepted = await this.#accepted(compared);
		if (entries.length === 0 && isNew) {
			void window.showInformationMessage(l10n.t('Nothing from outside the repository is imported or linked.'));
		} else if (lockFileText(accepted) === lockFileText(lock)) {
			void window.showInformationMessage(
				accepted.entries.length === 0
					? l10n.t('Nothing that others have is imported or linked from outside, so there is nothing to lock.')
					: l10n.t('The import lock needs no change.'),
			);
		} else {
			const path = relative(model.place.directory, lockPathOf(model.place.directory));
			const { message, detail } = lockQuestion(path, entries, accepted, isNew);
			if (await ask(message, detail)) await this.#write(compared, accepted);
		}
	}

	/** Accepts one path as it is now; the user has chosen so in a list of quick fixes. */
	async #accept(of: unknown): Promise<void> {
		const compared = isTrusted() ? await this.#compareOf(of) : undefined;
		if (!compared) return;
		const accepted = await this.#accepted(compared, new Set([(of as LockedPath).path]));
		await this.#write(compared, accepted);
	}

	async #accepted({ model, entries }: Compared, paths?: ReadonlySet<string>): Promise<LockFile> {
		const { environment } = model.inputs;
		const lockedBy = await gitUserName(this.#disk, environment, model.place.repositoryRoot);
		return acceptLock(entries, { lockedAt: new Date().toISOString(), lockedBy }, paths);
	}

	async #write({ model }: Compared, lock: LockFile): Promise<void> {
		const { directory } = model.place;
		const path = lockPathOf(directory);
		if (workspace.textDocuments.some(({ uri, isDirty }) => isDirty && uri.scheme === 'file' && uri.fsPath === path)) {
			void window.showWarningMessage(l10n.t('{0} has unsaved changes; save or revert them first.', basename(path)));
			return;
		}
		const writing = await writeLock(directory, lock);
		if (writing.ok) {
			this.#log.info('the import lock is written', { path, entries: lock.entries.length });
			window.setStatusBarMessage(l10n.t('The import lock is written; commit it.'), 4_000);
		} else void window.showErrorMessage(l10n.t('Nothing was written: {0}.', writing.fault));
	}

	/** Today's content beside the locked one, where a session's transcript still holds that. */
	async #showDifference(of: unknown): Promise<void> {
		const compared = await this.#compareOf(of);
		const found = compared?.entries.find(({ path }) => path === (of as LockedPath).path);
		if (!compared || !found?.entry || !found.file) return;
		const { sha256, lockedBy, lockedAt } = found.entry;
		const { path } = found.file;
		const { key } = compared.launch;
		const session = await this.#sessions.sessionWith(key, path, sha256);
		if (!session) {
			const sentence = l10n.t(
				'No session here has received the locked content of {0}, so there is no text to compare: the lock holds its hash only.',
				basename(path),
			);
			const open = l10n.t('Open File');
			// The answer may come late or never: nothing waits for it.
			void window.showInformationMessage(sentence, open).then((choice) => {
				if (choice === open) void commands.executeCommand(commandIds.openSource, { path });
			});
			return;
		}
		const locked = sessionUri({ kind: 'locked', launch: key, session: session.session.sessionId, path, sha256 });
		const who = l10n.t('locked by {0} on {1}', lockedBy || l10n.t('somebody'), lockedAt.slice(0, 10));
		const title = l10n.t('{0} ({1}) ↔ {2}', basename(path), who, l10n.t('now'));
		await commands.executeCommand('vscode.diff', locked, Uri.file(path), title, { preview: true });
	}

	async #compareOf(of: unknown): Promise<Compared | undefined> {
		const { launchDirectory, path } = (of ?? {}) as Partial<LockedPath>;
		if (typeof path !== 'string') return undefined;
		for (const launch of this.#manager.launches) {
			const real = (await this.#disk.realPath(launch.path)) ?? launch.path;
			if (real === launchDirectory) return this.#compare(launch);
		}
		return undefined;
	}

	async #compare(launch: LaunchDirectory): Promise<Compared | undefined> {
		const model = await buildContextModel(this.#disk, await this.#manager.inputsOf(launch));
		if (!model) return undefined;
		const { directory } = model.place;
		const reading = await readLock(this.#disk, directory);
		if (reading && !reading.ok) {
			// A broken lock may be somebody's work; it is not written over.
			const path = lockPathOf(directory);
			const message = l10n.t('{0} is no lock file: {1}. Remove it to begin anew.', basename(path), reading.fault);
			const open = l10n.t('Open File');
			void window.showErrorMessage(message, open).then((choice) => {
				if (choice === open) void commands.executeCommand(commandIds.openSource, { path });
			});
			return undefined;
		}
		const lock = reading?.lock ?? { entries: [] };
		return { launch, model, lock, isNew: !reading, entries: await compareModelLock(model, lock) };
	}

	async #pickLaunch(): Promise<LaunchDirectory | undefined> {
		const { launches } = this.#manager;
		if (launches.length <= 1) return launches[0];
		const items = launches.map((launch) => ({ label: launch.name, launch }));
		return (await window.showQuickPick(items, { title: l10n.t('Lock External Imports') }))?.launch;
	}
}

function isTrusted(): boolean {
	if (!workspace.isTrusted)
		void window.showWarningMessage(l10n.t('The import lock is written in trusted workspaces only.'));
	return workspace.isTrusted;
}

async function askUser(message: string, detail: string): Promise<boolean> {
	const write = l10n.t('Write');
	return (await window.showInformationMessage(message, { modal: true, detail }, write)) === write;
}
