/** Everything that helps with writing Claude Code's files. */

import type { Configuration } from '../configuration.js';
import { Disposable } from '../disposable.js';
import type { Log } from '../log.js';
import type { ModelManager } from '../modelManager.js';
import type { WorkspaceFiles } from '../workspaceFiles.js';
import { Completion } from './completion.js';
import { type EditingCounts, EditingDocuments } from './editingDocuments.js';
import { Lenses } from './lenses.js';
import { Links } from './links.js';
import { QuickFixes, type ShownFindings } from './quickFixes.js';
import { LinkRenames } from './rename.js';
import { RuleFiles } from './ruleFiles.js';
import { TruncationLine } from './truncationLine.js';

export interface EditingParts {
	readonly manager: ModelManager;
	readonly workspaceFiles: WorkspaceFiles;
	/** The findings on display. */
	readonly problems: ShownFindings;
	readonly configuration: Configuration;
	readonly log: Log;
}

export class Editing extends Disposable {
	readonly truncationLine: TruncationLine;
	/** Providers, for suites that ask them without VS Code between. */
	readonly lenses: Lenses;
	readonly links: Links;
	readonly completion: Completion;
	readonly quickFixes: QuickFixes;
	readonly #documents: EditingDocuments;

	constructor({ manager, workspaceFiles, problems, configuration, log }: EditingParts) {
		super();
		this.#documents = this._register(new EditingDocuments(manager));
		const ruleFiles = new RuleFiles(workspaceFiles);
		this.truncationLine = this._register(new TruncationLine(this.#documents, manager, configuration, log));
		this.lenses = this._register(new Lenses(this.#documents, { manager, workspaceFiles, ruleFiles, configuration }));
		this.links = this._register(new Links(this.#documents));
		this._register(new LinkRenames(this.#documents, manager, configuration, log));
		this.completion = this._register(new Completion(this.#documents, ruleFiles));
		this.quickFixes = this._register(new QuickFixes(problems, this.#documents, manager));
	}

	/** How often something was worked out; for suites. */
	get counts(): EditingCounts {
		return { ...this.#documents.counts };
	}
}
