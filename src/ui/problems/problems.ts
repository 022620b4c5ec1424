/** The Problems panel: what is wrong with the files that a context is made of, wherever they lie. */

import { type Diagnostic, type DiagnosticCollection, EventEmitter, languages, Uri, window } from 'vscode';
import {
	catalog,
	type FindingCode,
	type FindingFamily,
	findingCodes,
	type Level,
	levels,
	settingNameOf,
} from '../../core/findings/catalog.js';
import { allFamilies, FamilyCache } from '../../core/findings/familyCache.js';
import type { FindingOptions } from '../../core/findings/finderInput.js';
import type { Finding } from '../../core/findings/finding.js';
import { isSame } from '../../core/findings/sameParts.js';
import type { ContextModel } from '../../core/model/contextModel.js';
import { SecretFinder } from '../../host/secretFinder.js';
import type { Configuration } from '../configuration.js';
import { settingTypes } from '../configuration.js';
import { Disposable } from '../disposable.js';
import type { Documentation } from '../documentation.js';
import type { Explanations } from '../explanations.js';
import { section, settingIds } from '../ids.js';
import type { ComponentLog, Log } from '../log.js';
import type { LaunchDirectory } from '../model/launchDirectories.js';
import type { ModelManager } from '../modelManager.js';
import type { WorkspaceFiles } from '../workspaceFiles.js';
import { toDiagnostics } from './diagnostics.js';
import { TrackedFiles } from './trackedFiles.js';

/** Other extensions start first. Milliseconds. */
const startPause = 300;
/** Editors change in bursts. Milliseconds. */
const pause = 50;
/** Families that read every file word by word; while somebody types they wait. */
const slowFamilies: readonly FindingFamily[] = ['secrets'];
const quickFamilies = allFamilies.filter((family) => !slowFamilies.includes(family));
/** Milliseconds that they wait for. */
const slowPause = 500;

export interface ProblemsParts {
	readonly manager: ModelManager;
	readonly explanations: Explanations;
	readonly workspaceFiles: WorkspaceFiles;
	readonly configuration: Configuration;
	readonly log: Log;
	readonly documentation: Documentation;
}

/** What one launch directory contributes. */
interface Contribution {
	readonly cache: FamilyCache;
	quick: readonly Finding[];
	/** Of the families that take long; they follow the others. */
	slow: readonly Finding[];
	/** Counts the runs, so that an old one knows that it is. */
	turn: number;
	timer?: NodeJS.Timeout;
}

export class Problems extends Disposable {
	readonly #parts: ProblemsParts;
	readonly #log: ComponentLog;
	readonly #collection: DiagnosticCollection;
	readonly #contributions = new Map<string, Contribution>();
	readonly #secrets = new SecretFinder();
	readonly #tracked = this._register(new TrackedFiles());
	/** What is on display, by URI: the findings, and the diagnostics made of them in the same order. */
	readonly #shown = new Map<
		string,
		{ readonly findings: readonly Finding[]; readonly diagnostics: readonly Diagnostic[] }
	>();
	readonly #onDidChange = this._register(new EventEmitter<void>());
	/** Fires after each run that changed what is on display. */
	readonly onDidChange = this.#onDidChange.event;
	#start?: NodeJS.Timeout;
	#publishing: Promise<void> = Promise.resolve();

	constructor(parts: ProblemsParts) {
		super();
		const { manager, workspaceFiles, configuration, log } = parts;
		this.#parts = parts;
		this.#log = log.component('Problems');
		this.#collection = this._register(languages.createDiagnosticCollection('contextInspector'));
		this._register(manager.onDidChange(({ launch }) => this.#soon(launch, 0)));
		this._register(manager.onDidChangeLaunches(() => this.#onLaunches()));
		this._register(manager.onDidChangeDiscovery((launch) => this.#onDiscovery(launch)));
		this._register(workspaceFiles.onDidChange((launch) => this.#soon(launch)));
		this._register(this.#tracked.onDidChange(() => this.#all((launch) => this.#soon(launch))));
		this._register(window.onDidChangeVisibleTextEditors(() => this.#all((launch) => this.#soon(launch))));
		this._register(
			configuration.onDidChange((event) => {
				const isOwn =
					event.affectsConfiguration(`${section}.findings`) || configuration.affects(event, settingIds.problems);
				if (isOwn) this.#onLaunches();
			}),
		);
		this.#start = setTimeout(() => this.#onLaunches(), startPause);
	}

	override dispose(): void {
		clearTimeout(this.#start);
		for (const { timer } of this.#contributions.values()) clearTimeout(timer);
		this.#contributions.clear();
		super.dispose();
	}

	/** The finding that a diagnostic of a file shows, for quick fixes. */
	findingOf(uri: Uri, diagnostic: Diagnostic): Finding | undefined {
		const shown = this.#shown.get(uri.toString());
		const index = shown?.diagnostics.findIndex(
			(each) =>
				each.message === diagnostic.message &&
				each.range.isEqual(diagnostic.range) &&
				codeOf(each) === codeOf(diagnostic),
		);
		return index === undefined ? undefined : shown?.findings[index];
	}

	/** What is wrong with a file, as far as it is a warning or an error. */
	messagesOf(path: string): readonly string[] {
		const findings = this.#shown.get(Uri.file(path).toString())?.findings ?? [];
		return findings
			.filter(({ severity }) => severity === 'warning' || severity === 'error')
			.map(({ message }) => message);
	}

	/** All findings on display. */
	get findings(): readonly Finding[] {
		return [...this.#shown.values()].flatMap(({ findings }) => findings);
	}

	/** How often each family of findings was run for a launch directory; for tests. */
	runs(launch: LaunchDirectory): ReadonlyMap<string, number> {
		return this.#contributions.get(launch.key)?.cache.runs ?? new Map();
	}

	get #isEnabled(): boolean {
		return this.#parts.configuration.get(settingIds.problems, settingTypes.isBoolean, true);
	}

	#all(action: (launch: LaunchDirectory) => void): void {
		for (const launch of this.#parts.manager.launches) action(launch);
	}

	/** Launch directories, or what is wanted of them, are others than before. */
	#onLaunches(): void {
		if (this._isDisposed) return;
		const keys = new Set(this.#isEnabled ? this.#parts.manager.launches.map(({ key }) => key) : []);
		for (const [key, { timer }] of this.#contributions) {
			if (keys.has(key)) continue;
			clearTimeout(timer);
			this.#contributions.delete(key);
		}
		this.#publish();
		if (this.#isEnabled) this.#all((launch) => this.#soon(launch, 0));
	}

	#onDiscovery(launch: LaunchDirectory): void {
		if (this.#parts.manager.discoveryState(launch).result) this.#soon(launch);
	}

	#soon(launch: LaunchDirectory, milliseconds = pause): void {
		if (this._isDisposed || !this.#isEnabled) return;
		const contribution = this.#contributions.get(launch.key) ?? {
			cache: new FamilyCache(),
			quick: [],
			slow: [],
			turn: 0,
		};
		this.#contributions.set(launch.key, contribution);
		contribution.turn++;
		clearTimeout(contribution.timer);
		contribution.timer = setTimeout(() => {
			this.#run(launch, contribution).catch((error) => this.#log.error('the problems could not be found', error));
		}, milliseconds);
	}

	async #run(launch: LaunchDirectory, contribution: Contribution): Promise<void> {
		const { turn } = contribution;
		const isCurrent = (): boolean => contribution.turn === turn && !this._isDisposed;
		const began = performance.now();
		const model = await this.#parts.manager.modelFor(launch);
		// A model that was built for this run has announced itself and started another one.
		if (!isCurrent()) return;
		const options = model && (await this.#options(launch, model));
		if (!isCurrent()) return;
		if (!model || !options) return this.#contribute(contribution, [], []);
		const quick = await contribution.cache.find(model, options, isCurrent, quickFamilies);
		if (!quick || !isCurrent()) return;
		this.#contribute(contribution, quick, contribution.slow);
		this.#log.debug('found', {
			directory: launch.path,
			findings: quick.length,
			milliseconds: Math.round(performance.now() - began),
		});
		await new Promise((done) => setTimeout(done, slowPause));
		const slow = isCurrent() ? await contribution.cache.find(model, options, isCurrent, slowFamilies) : undefined;
		if (slow && isCurrent()) this.#contribute(contribution, quick, slow);
	}

	#contribute(contribution: Contribution, quick: readonly Finding[], slow: readonly Finding[]): void {
		contribution.quick = quick;
		contribution.slow = slow;
		this.#publish();
	}

	async #options(launch: LaunchDirectory, model: ContextModel): Promise<FindingOptions> {
		const { manager } = this.#parts;
		const known = manager.discoveryState(launch).result;
		const files = await this.#workspaceFiles(launch, model);
		const root = model.place.repositoryRoot;
		const isTracked = root === undefined ? undefined : this.#tracked.of(root);
		return {
			levels: this.#levels(launch),
			discovery: known ?? (await this.#discoveryInSight(model)),
			...(files ? { workspaceFiles: files } : {}),
			...(isTracked ? { isTracked } : {}),
			extraFinders: [this.#secrets],
			pause: () => new Promise((done) => setImmediate(done)),
			onError: (family, error) => this.#log.error(`the finder of ${family} failed`, error),
		};
	}

	#levels(launch: LaunchDirectory): Readonly<Partial<Record<FindingCode, Level>>> {
		const { configuration } = this.#parts;
		const ownId = (code: FindingCode): string => settingNameOf(code).slice(section.length + 1);
		return Object.fromEntries(
			findingCodes.map((code) => [
				code,
				configuration.get(ownId(code), isLevel, catalog[code].level, launch.folder.uri),
			]),
		);
	}

	/** Nested files are looked for by who asks for them; before that, those beside files in sight are judged. */
	async #discoveryInSight(model: ContextModel): Promise<NonNullable<FindingOptions['discovery']>> {
		const activations = this.#parts.explanations.activations(model);
		const directories = new Set<string>();
		for (const { document } of window.visibleTextEditors) {
			if (document.uri.scheme !== 'file' || !document.fileName.endsWith('.md')) continue;
			for (const directory of await activations.directoriesOf(document.fileName)) directories.add(directory);
		}
		const nested = await Promise.all([...directories].sort().map((directory) => activations.nested(directory)));
		return {
			nested,
			onDemand: [],
			notLoaded: [],
			skills: [],
			skillDirectories: [],
			directories: 0,
			skipped: [],
			complete: false,
		};
	}

	/** The list of files, where there is one already or a rule with patterns is in sight. */
	async #workspaceFiles(launch: LaunchDirectory, model: ContextModel): Promise<readonly string[] | undefined> {
		const { workspaceFiles } = this.#parts;
		const rules = new Set(model.pathRules.flatMap(({ path, foundAt }) => [path, foundAt]));
		const isRuleInSight = window.visibleTextEditors.some(({ document }) => rules.has(document.fileName));
		const list = workspaceFiles.known(launch) ?? (isRuleInSight ? await workspaceFiles.of(launch) : undefined);
		// A list that is cut would make patterns look as if they matched nothing.
		return list?.isComplete ? list.paths : undefined;
	}

	/** Shows the findings of all launch directories; a file that has the same ones as before is left alone. */
	#publish(): void {
		this.#publishing = this.#publishing
			.then(() => this.#show())
			.catch((error) => this.#log.error('the problems could not be shown', error));
	}

	async #show(): Promise<void> {
		const { manager, documentation } = this.#parts;
		const byUri = new Map<string, Finding[]>();
		const seen = new Set<string>();
		for (const finding of [...this.#contributions.values()].flatMap(({ quick, slow }) => [...quick, ...slow])) {
			// Files of the user are part of several contexts.
			const key = JSON.stringify([finding.code, finding.path, finding.range, finding.message]);
			if (seen.has(key)) continue;
			seen.add(key);
			const uri = Uri.file(finding.path).toString();
			byUri.set(uri, [...(byUri.get(uri) ?? []), finding]);
		}
		let isChanged = false;
		for (const uri of [...this.#shown.keys()]) {
			if (byUri.has(uri)) continue;
			this.#collection.delete(Uri.parse(uri));
			this.#shown.delete(uri);
			isChanged = true;
		}
		for (const [uri, findings] of byUri) {
			const diagnostics = await toDiagnostics(manager.files, findings, await documentation.sections());
			if (this._isDisposed) return;
			const previous = this.#shown.get(uri);
			this.#shown.set(uri, { findings, diagnostics });
			if (
				previous &&
				isSame(previous.findings.map(related), findings.map(related)) &&
				JSON.stringify(previous.diagnostics) === JSON.stringify(diagnostics)
			)
				continue;
			this.#collection.set(Uri.parse(uri), diagnostics);
			isChanged = true;
		}
		if (isChanged) this.#onDidChange.fire();
	}
}

const related = (finding: Finding): Finding['related'] => finding.related;

const isLevel = (value: unknown): value is Level => (levels as readonly unknown[]).includes(value);

const codeOf = ({ code }: Diagnostic): unknown => (typeof code === 'object' ? code.value : code);
