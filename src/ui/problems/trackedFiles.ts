/** Which files git tracks, asked of git file by file and only for the few that a finding is about. */

import { EventEmitter, RelativePattern, Uri, workspace } from 'vscode';
import { gitDirectory } from '../../host/committedContext.js';
import { isTrackedFile } from '../../host/git.js';
import { Disposable } from '../disposable.js';

/** Does git track the file? `undefined` where it cannot tell. */
export type IsTracked = (path: string) => Promise<boolean | undefined>;

/** Git writes its index in several steps. Milliseconds. */
const pause = 300;

/** One repository. */
interface Repository {
	readonly answers: Map<string, Promise<boolean | undefined>>;
	/** The same function while the answers hold, so that findings made with it can be kept. */
	isTracked: IsTracked;
	timer?: NodeJS.Timeout;
}

export class TrackedFiles extends Disposable {
	readonly #repositories = new Map<string, Repository>();
	readonly #onDidChange = this._register(new EventEmitter<void>());
	/** Fires when a file that was asked for is tracked now and was not, or the other way round. */
	readonly onDidChange = this.#onDidChange.event;

	override dispose(): void {
		for (const { timer } of this.#repositories.values()) clearTimeout(timer);
		super.dispose();
	}

	/** The question for a repository; `undefined` in Restricted Mode, where git is not run. */
	of(root: string): IsTracked | undefined {
		if (!workspace.isTrusted) return undefined;
		const known = this.#repositories.get(root);
		if (known) return known.isTracked;
		const answers: Repository['answers'] = new Map();
		const repository: Repository = { answers, isTracked: this.#question(root, answers) };
		this.#repositories.set(root, repository);
		return repository.isTracked;
	}

	#question(root: string, answers: Repository['answers']): IsTracked {
		return (path) => {
			if (answers.size === 0) void this.#watch(root);
			const answer = answers.get(path) ?? isTrackedFile(root, path);
			answers.set(path, answer);
			return answer;
		};
	}

	/** Every command that makes git track another set of files writes the index. */
	async #watch(root: string): Promise<void> {
		const directory = await gitDirectory(root);
		const repository = this.#repositories.get(root);
		if (directory === undefined || !repository || this._isDisposed) return;
		const watcher = this._register(
			workspace.createFileSystemWatcher(new RelativePattern(Uri.file(directory), 'index')),
		);
		const soon = (): void => {
			clearTimeout(repository.timer);
			repository.timer = setTimeout(() => void this.#askAgain(root, repository), pause);
		};
		for (const happens of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
			this._register(happens(soon));
	}

	async #askAgain(root: string, { answers }: Repository): Promise<void> {
		let isChanged = false;
		for (const [path, answer] of answers) {
			const now = await isTrackedFile(root, path);
			isChanged ||= now !== (await answer);
			answers.set(path, Promise.resolve(now));
		}
		const repository = this.#repositories.get(root);
		if (!isChanged || !repository || this._isDisposed) return;
		repository.isTracked = this.#question(root, answers);
		this.#onDidChange.fire();
	}
}
