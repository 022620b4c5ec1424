/** What a file activates, worked out once per model and file for all who ask: view, status bar, decorations, hovers. */

import type { Uri } from 'vscode';
import type { ContextModel } from '../core/model/contextModel.js';
import { DirectoryActivations } from '../core/model/directoryActivations.js';
import { explainFile, type FileExplanation } from '../core/model/explain.js';
import type { LaunchDirectory } from './model/launchDirectories.js';
import type { ModelManager } from './modelManager.js';

export interface ExplainedFile {
	readonly launch: LaunchDirectory;
	readonly model: ContextModel;
	readonly explanation: FileExplanation;
}

/** Files per model whose explanation is kept. */
const keptFiles = 500;

export class Explanations {
	readonly #manager: ModelManager;
	readonly #known = new WeakMap<ContextModel, Map<string, Promise<FileExplanation>>>();
	readonly #activations = new WeakMap<ContextModel, DirectoryActivations>();

	constructor(manager: ModelManager) {
		this.#manager = manager;
	}

	/** The file explained by the model of now; `undefined` where the file belongs to no launch directory. */
	async of(uri: Uri): Promise<ExplainedFile | undefined> {
		const launch = this.#manager.launchFor(uri);
		const model = launch && (await this.#manager.modelFor(launch));
		if (!launch || !model) return undefined;
		return { launch, model, explanation: await this.#explain(model, uri.fsPath) };
	}

	/** What many files activate: each of their directories is looked at once a model, no file is. */
	activations(model: ContextModel): DirectoryActivations {
		const known = this.#activations.get(model);
		if (known) return known;
		// Past the model's own port: a file that comes or goes beside others changes no model.
		const activations = new DirectoryActivations(model, (directory) => this.#manager.files.list(directory, 'any'));
		this.#activations.set(model, activations);
		return activations;
	}

	#explain(model: ContextModel, path: string): Promise<FileExplanation> {
		const known = this.#known.get(model) ?? new Map<string, Promise<FileExplanation>>();
		this.#known.set(model, known);
		const hit = known.get(path);
		if (hit) return hit;
		const oldest = known.size >= keptFiles ? known.keys().next().value : undefined;
		if (oldest !== undefined) known.delete(oldest);
		const explained = explainFile(model, path);
		known.set(path, explained);
		return explained;
	}
}
