/**
 * Keeps each family's findings while nothing that they were made of has changed: the parts of the model that its finder
 * looks at, what the caller adds, and every answer that it got from the file system.
 */

import type { ContextModel } from '../model/contextModel.js';
import type { FileSystem } from '../ports.js';
import { catalog, codesOf, type FindingFamily, levelOf } from './catalog.js';
import type { FindingOptions } from './finderInput.js';
import type { Finding } from './finding.js';
import { findIn } from './findings.js';
import { isSame } from './sameParts.js';

interface Kept {
	readonly parts: readonly unknown[];
	readonly asked: readonly Asked[];
	readonly findings: readonly Finding[];
}

/** A question to the file system, and the answer. */
interface Asked {
	readonly ask: (fs: FileSystem) => Promise<unknown>;
	readonly answer: unknown;
}

/** All families, in the catalog's order. */
export const allFamilies: readonly FindingFamily[] = [...new Set(Object.values(catalog).map(({ family }) => family))];

export class FamilyCache {
	readonly #kept = new Map<FindingFamily, Kept>();
	readonly #runs = new Map<FindingFamily, number>();

	/** How often each family was run; for tests. */
	get runs(): ReadonlyMap<FindingFamily, number> {
		return this.#runs;
	}

	/** The findings of a model; `isCurrent` ends a run whose model has become old, which then gives `undefined`. */
	async find(
		model: ContextModel,
		options: FindingOptions,
		isCurrent: () => boolean = () => true,
		families: readonly FindingFamily[] = allFamilies,
	): Promise<readonly Finding[] | undefined> {
		const found: Finding[] = [];
		for (const family of families) {
			const findings = await this.#of(family, model, options);
			if (!isCurrent()) return undefined;
			found.push(...findings);
		}
		return found;
	}

	async #of(family: FindingFamily, model: ContextModel, options: FindingOptions): Promise<readonly Finding[]> {
		const parts = partsOf(family, model, options);
		const kept = this.#kept.get(family);
		if (kept && isSame(kept.parts, parts) && (await holds(kept.asked, model.loadContext.fs))) {
			// The equal parts of the newer model: the next comparison finds the same objects.
			this.#kept.set(family, { ...kept, parts });
			return kept.findings;
		}
		this.#runs.set(family, (this.#runs.get(family) ?? 0) + 1);
		const asked: Asked[] = [];
		const fs = noting(model.loadContext.fs, asked);
		const findings = await findIn([family], { ...model, loadContext: { ...model.loadContext, fs } }, options);
		this.#kept.set(family, { parts, asked, findings });
		return findings;
	}
}

/** What a family's finder looks at, besides the file system. */
function partsOf(family: FindingFamily, model: ContextModel, options: FindingOptions): readonly unknown[] {
	const { environment, ...inputs } = model.inputs;
	const levels = codesOf(family).map((code) => levelOf(code, options.levels));
	const common = [levels, inputs, environment.variables, environment.homeDirectory, model.place];
	const instructions = [model.instructions, model.loadContext.externalApproved, options.discovery?.nested ?? []];
	switch (family) {
		case 'memory':
			return [...common, model.memory, options.transcriptDirectories];
		case 'imports':
		case 'rules':
		case 'globs':
			return [...common, instructions];
		case 'workspace':
			return [...common, instructions, options.workspaceFiles];
		case 'instructions':
			return [...common, instructions, model.settings.files];
		case 'skills':
			return [...common, model.skills, model.skillListing];
		case 'agents':
			return [...common, model.agents];
		case 'settings':
			return [...common, model.settings.files, model.globalConfig, model.memory.directory, instructions];
		case 'hygiene':
			return [...common, instructions, model.memory.directory, model.skills, options.isTracked];
		case 'lock':
			return [...common, instructions];
		case 'secrets':
			return [...common, instructions, model.memory, model.skills, model.agents];
	}
}

/** The file system, each question and its answer written down. */
function noting(fs: FileSystem, asked: Asked[]): FileSystem {
	const note = async <T>(ask: (of: FileSystem) => Promise<T>): Promise<T> => {
		const answer = await ask(fs);
		asked.push({ ask, answer });
		return answer;
	};
	return {
		stat: (path) => note((of) => of.stat(path)),
		realPath: (path) => note((of) => of.realPath(path)),
		readText: (path, limit) => note((of) => of.readText(path, limit)),
		list: (path, order) => note((of) => of.list(path, order)),
	};
}

/** Would the file system give the same answers? Asking again also tells a watcher that they still matter. */
async function holds(asked: readonly Asked[], fs: FileSystem): Promise<boolean> {
	const answers = await Promise.all(asked.map(({ ask }) => ask(fs)));
	return answers.every((answer, index) => isSame(answer, asked[index]?.answer));
}
