/** Texts of open editors that are not on the disk yet, found by the real path of their file. */

import type { TextFile } from '../core/ports.js';
import { sha256Of } from './fileFacts.js';

type Places = ReadonlyMap<string | undefined, TextFile>;

export class UnsavedTexts {
	readonly #realPath: (path: string) => Promise<string | undefined>;
	readonly #texts = new Map<string, TextFile>();
	#places?: Promise<Places>;
	/** What `#places` came to, once it has. */
	#known?: Places;

	constructor(realPath: (path: string) => Promise<string | undefined>) {
		this.#realPath = realPath;
	}

	/** Sets an editor's text; `undefined` takes it away. */
	set(path: string, text: string | undefined): void {
		if (text === undefined) this.#texts.delete(path);
		else this.#texts.set(path, toUnsaved(text));
		this.forgetPlaces();
	}

	/** To be called when a path may lead elsewhere now. */
	forgetPlaces(): void {
		this.#places = undefined;
		this.#known = undefined;
	}

	/** The text that stands in for a file. An editor knows its file under a path of its own, so both are resolved. */
	async at(real: string): Promise<TextFile | undefined> {
		if (this.#texts.size === 0) return undefined;
		this.#places ??= this.#findPlaces();
		return (await this.#places).get(real);
	}

	/** True where no text stands in for a file, as far as that can be told at once. */
	isNoneAt(real: string): boolean {
		return this.#texts.size === 0 || this.#known?.has(real) === false;
	}

	#findPlaces(): Promise<Places> {
		const resolved = [...this.#texts].map(async ([path, text]) => [await this.#realPath(path), text] as const);
		const places: Promise<Places> = Promise.all(resolved).then((entries) => {
			const known = new Map(entries);
			if (this.#places === places) this.#known = known;
			return known;
		});
		return places;
	}
}

function toUnsaved(text: string): TextFile {
	return { ok: true, text, bytes: Buffer.byteLength(text), modified: 0, sha256: sha256Of(text), unsaved: true };
}
