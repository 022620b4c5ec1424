/**
 * Directories below the launch directory, each loaded once. A touch is one pass of the client's loader: what the managed
 * and user rules and the directories above have shown it, loaded or not, it does not look at again (own recordings).
 */

import { dirname } from 'node:path';
import type { Instructions } from '../sources/instructions.js';
import { isInside } from '../sources/launchPlace.js';
import type { LoadContext, SeenFiles } from '../sources/loadPass.js';
import { loadNestedDirectory, type NestedDirectory } from '../sources/nestedDirectory.js';

/** What nested directories depend on; a context model is one. */
export interface NestedContext {
	readonly loadContext: LoadContext;
	readonly instructions: Instructions;
}

export class NestedDirectories {
	readonly #context: NestedContext;
	readonly #holders: ReadonlySet<string> | undefined;
	readonly #loaded = new Map<string, Promise<NestedDirectory>>();

	/** `holders`, where they are known, are the only directories that hold anything: no other one is looked at. */
	constructor(context: NestedContext, holders?: ReadonlySet<string>) {
		this.#context = context;
		this.#holders = holders;
	}

	/** What a directory below the launch directory attaches. */
	of(directory: string): Promise<NestedDirectory> {
		const loaded = this.#loaded.get(directory) ?? this.#load(directory);
		this.#loaded.set(directory, loaded);
		return loaded;
	}

	async #load(directory: string): Promise<NestedDirectory> {
		return loadNestedDirectory(this.#context.loadContext, directory, await this.#seenBefore(directory));
	}

	async #seenBefore(directory: string): Promise<SeenFiles> {
		const { loadContext, instructions } = this.#context;
		const top = loadContext.place.directory;
		let above = dirname(directory);
		while (this.#holders && above !== top && isInside(top, above) && !this.#holders.has(above)) above = dirname(above);
		if (above === top || !isInside(top, above)) return instructions.seenByGlobalRules;
		return (await this.of(above)).seen;
	}
}
