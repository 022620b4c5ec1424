/**
 * What a session has of instruction files, so that none is attached twice.
 *
 * AGENTS.md files and what they import are counted apart from all others: they come with a tool's result, before the
 * attachments, and neither knows of the other (own recordings of 2.1.332).
 */

import type { Activation, Activations } from './activation.js';

export class AttachedFiles {
	readonly #files = new Set<string>();
	readonly #withAgentsMd = new Set<string>();

	/** The startup part, once it was sent. */
	addStartup(paths: Iterable<string>): void {
		for (const path of paths) {
			this.#files.add(path);
			this.#withAgentsMd.add(path);
		}
	}

	/** A file that was read or written itself: it is not attached a second time. */
	add(path: string): void {
		this.#files.add(path);
	}

	has(path: string): boolean {
		return this.#files.has(path);
	}

	/** What of an activation is new to the session, in its order; from now on the session has it. */
	attach(touchedPath: string, { files, agentsMd }: Activations): readonly Activation[] {
		this.add(touchedPath);
		const fromAgentsMd = agentsMd
			.filter(({ path }) => learn(this.#withAgentsMd, path) && path !== touchedPath)
			.map((file): Activation => ({ file }));
		return [...fromAgentsMd, ...files.filter(({ file }) => learn(this.#files, file.path))];
	}
}

/** True the first time a path is named. */
function learn(known: Set<string>, path: string): boolean {
	const isNew = !known.has(path);
	known.add(path);
	return isNew;
}
