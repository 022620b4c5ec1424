/**
 * Where a finding's code is explained: its section of the README that came with the extension, which says what this
 * version does and is there without a network.
 */

import { readFile } from 'node:fs/promises';
import { Uri } from 'vscode';
import { type FindingCode, findingCodes } from '../core/findings/catalog.js';

/** The README in the checkout, and as the packager names it. */
const names = ['README.md', 'readme.md'];

export class Documentation {
	readonly #extensionUri: Uri;
	#sections?: Promise<ReadonlyMap<FindingCode, Uri>>;

	constructor(extensionUri: Uri) {
		this.#extensionUri = extensionUri;
	}

	/** The sections by code; the README is read once, when somebody asks. Empty where it is not there. */
	sections(): Promise<ReadonlyMap<FindingCode, Uri>> {
		this.#sections ??= this.#read();
		return this.#sections;
	}

	async #read(): Promise<ReadonlyMap<FindingCode, Uri>> {
		for (const name of names) {
			const uri = Uri.joinPath(this.#extensionUri, name);
			const text = await readFile(uri.fsPath, 'utf8').catch(() => undefined);
			if (text !== undefined) return sectionsOf(text, uri);
		}
		return new Map();
	}
}

/** VS Code opens a file at the line that the address's fragment names. */
function sectionsOf(readme: string, uri: Uri): ReadonlyMap<FindingCode, Uri> {
	const sections = new Map<FindingCode, Uri>();
	const codes: ReadonlySet<string> = new Set(findingCodes);
	for (const [index, line] of readme.split('\n').entries()) {
		const code = /^### `([a-z.-]+)`$/.exec(line)?.[1];
		if (code && codes.has(code)) sections.set(code as FindingCode, uri.with({ fragment: `L${index + 1}` }));
	}
	return sections;
}
