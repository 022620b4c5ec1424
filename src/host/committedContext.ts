/** The context as the last commit of a repository has it: built from git's objects, nothing is checked out. */

import type { ContextInputs } from '../core/inputs.js';
import { buildContextModel } from '../core/model/contextModel.js';
import { buildReport, type ContextReport } from '../core/model/report.js';
import type { FileSystem } from '../core/ports.js';
import { ignoredPaths, runGit } from './git.js';
import { GitTreeFileSystem } from './gitTreeFileSystem.js';

export interface CommittedContext {
	/** Id of the commit. */
	readonly commit: string;
	/** `undefined` where the launch directory is not in the commit. */
	readonly report: ContextReport | undefined;
	/** False for a partial clone that lacks objects of the commit. */
	readonly isComplete: boolean;
}

/** What git ignores is no part of a commit, so it is the same on both sides; listing it is dear in a large repository. */
const ignoredKeptFor = 30_000;

/** Reads last commits, and remembers for a while what git ignores. */
export class CommittedContexts {
	readonly #now: () => number;
	readonly #ignored = new Map<string, { readonly at: number; readonly paths: Promise<ReadonlySet<string>> }>();

	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/**
	 * The context of `HEAD`; `undefined` where there is no commit, or no git.
	 *
	 * @param disk for what lies outside of the repository, and what git ignores
	 * @param root real path of the repository's root
	 */
	async read(disk: FileSystem, root: string, inputs: ContextInputs): Promise<CommittedContext | undefined> {
		const fs = await GitTreeFileSystem.open(disk, root, 'HEAD', { fromDisk: await this.#ignoredIn(root) });
		if (!fs) return undefined;
		try {
			const model = await buildContextModel(fs, inputs);
			return { commit: fs.commit, report: model && buildReport(model), isComplete: fs.missingObjects === 0 };
		} finally {
			fs.close();
		}
	}

	/** Lets the next reading ask git anew what it ignores. */
	forget(): void {
		this.#ignored.clear();
	}

	#ignoredIn(root: string): Promise<ReadonlySet<string>> {
		const known = this.#ignored.get(root);
		if (known && this.#now() - known.at < ignoredKeptFor) return known.paths;
		const paths = ignoredPaths(root);
		this.#ignored.set(root, { at: this.#now(), paths });
		return paths;
	}
}

/** The directory in which a repository keeps what belongs to this checkout (`HEAD` and its log); `undefined` without git. */
export async function gitDirectory(root: string): Promise<string | undefined> {
	const output = (await runGit(root, ['rev-parse', '--absolute-git-dir']))?.trimEnd();
	return output === '' ? undefined : output;
}
