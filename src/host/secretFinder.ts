/** The finder of the family `secrets`: what is sent to the provider and looks like a password, a key or a token. */

import { mapLimited } from '../core/concurrency.js';
import { type FamilyFinder, type FinderInput, readFiles } from '../core/findings/finderInput.js';
import { type Finding, finding } from '../core/findings/finding.js';
import { scanTopics } from '../core/sources/memoryTopics.js';
import type { PossibleSecret } from './secrets.js';

/** Finds secrets in a text. */
export type SecretScanner = (text: string) => Promise<readonly PossibleSecret[]>;

/** A text of this many units is looked through in one go; what lies behind it is not. */
const scannedUnits = 1024 * 1024;
/** Files that are scanned at a time: a scan keeps the processor busy, more would only hold texts in memory. */
const scansAtOnce = 2;

/**
 * A finder of secrets that keeps what it has seen: an unchanged file is not scanned again.
 * `values` holds every value found so far, to be masked wherever a text of these files is printed.
 *
 * @example await findAll(model, { extraFinders: [new SecretFinder()] })
 */
export class SecretFinder implements FamilyFinder {
	readonly family = 'secrets';
	readonly values = new Set<string>();
	readonly #scan: SecretScanner;
	/** By path: the hash of the text that was scanned last, and what is in it. */
	readonly #seen = new Map<string, { readonly sha256: string; readonly secrets: Promise<readonly PossibleSecret[]> }>();

	constructor(scan: SecretScanner = scanLazily) {
		this.#scan = scan;
	}

	async find(input: FinderInput): Promise<readonly Finding[]> {
		const texts = await sentTexts(input);
		const found = await mapLimited(texts, scansAtOnce, async ({ path, text, sha256 }) => {
			await input.options.pause?.();
			const secrets = await this.#secretsOf(path, text, sha256);
			for (const { value } of secrets) this.values.add(value);
			return secrets.map((secret) => possibleSecret(path, secret));
		});
		return found.flat();
	}

	#secretsOf(path: string, text: string, sha256: string): Promise<readonly PossibleSecret[]> {
		const seen = this.#seen.get(path);
		if (seen?.sha256 === sha256) return seen.secrets;
		const secrets = this.#scan(text.slice(0, scannedUnits));
		this.#seen.set(path, { sha256, secrets });
		return secrets;
	}
}

/** The heavy bundle beside this one, `dist/secrets.js`. */
const scanLazily: SecretScanner = async (text) => (await import('./secrets.js')).findSecrets(text);

interface SentText {
	readonly path: string;
	readonly text: string;
	readonly sha256: string;
}

/** Every file whose text the client sends by itself or once somebody touches a file or calls a skill; each once. */
async function sentTexts(input: FinderInput): Promise<readonly SentText[]> {
	const { model } = input;
	const { fs } = model.loadContext;
	const texts = new Map<string, SentText>();
	for (const { path, file } of readFiles(input.groups)) texts.set(path, { path, ...file });
	const memory = model.memory.off
		? []
		: (await scanTopics(fs, model.memory.directory.path, model.inputs.client.behaviours)).topics;
	for (const { path, file } of memory) texts.set(path, { path, ...file });
	const others = [
		...(model.memory.off ? [] : [model.memory.index.path]),
		...model.skills.filter(({ state }) => state !== 'not loaded').map(({ path }) => path),
		...model.agents.filter(({ state }) => state !== 'not loaded').map(({ path }) => path),
	];
	for (const path of new Set(others)) {
		const file = texts.has(path) ? undefined : await fs.readText(path);
		if (file?.ok) texts.set(path, { path, text: file.text, sha256: file.sha256 });
	}
	return [...texts.values()];
}

function possibleSecret(path: string, { kind, range }: PossibleSecret): Finding {
	const message = `This looks like a secret (${kind}), and the file is sent to the provider; take it out and revoke it.`;
	return finding('secret.possible', path, range, message);
}
