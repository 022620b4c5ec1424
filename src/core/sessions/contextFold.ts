/** Folds the events of one conversation, the main one or a sub-agent's, into what its context holds. */

import type { Digester } from './digest.js';
import { listedName, skillLines } from './listings.js';
import { type LoadFacts, loadedItem } from './loadedItems.js';
import type { ContextRecord, InvokedSkill, ListedName, LoadedItem, StartupList, TouchedPath } from './sessionRecord.js';
import type { TranscriptEvent, TranscriptFile } from './transcriptEvents.js';
import { type Touch, triggerOf } from './triggers.js';

export interface FoldOptions {
	readonly digest: Digester;
	/** Paths whose texts are kept; none unless someone asks to see a difference. */
	readonly keepTexts?: ReadonlySet<string>;
}

/** More loads and touched paths than this are only counted: a record stays small whatever its transcript holds. */
const itemLimit = 10_000;
/** Touches of one answer that are looked at for a trigger. */
const batchLimit = 200;

type Event<Kind extends TranscriptEvent['kind']> = Extract<TranscriptEvent, { readonly kind: Kind }>;

export class ContextFold {
	readonly #options: FoldOptions;
	readonly #startup = new Map<string, LoadedItem>();
	readonly #attached = new Map<string, LoadedItem>();
	readonly #loads: LoadedItem[] = [];
	readonly #touched = new Map<string, TouchedPath>();
	/** The same since the last compaction; `undefined` before the first. */
	#touchedNow: Map<string, TouchedPath> | undefined;
	readonly #invoked: InvokedSkill[] = [];
	readonly #compactions: (number | undefined)[] = [];
	#uncounted = 0;
	#skills: Map<string, ListedName> | undefined;
	readonly #discovered = new Set<string>();
	#agents: Map<string, ListedName> | undefined;
	#startupList: StartupList = 'pending';
	#startupAt: number | undefined;
	/** True between a compaction and the startup list that follows it. */
	#isCompacted = false;
	/** True while files that come back after compaction may follow. */
	#restores = false;
	/** Paths that were attached before the last compaction. */
	#before: ReadonlySet<string> = new Set();
	/** Touches of the last answer, or of the last prompt. */
	#batch: { messageId: string; readonly touches: Touch[] } = { messageId: '', touches: [] };

	constructor(options: FoldOptions) {
		this.#options = options;
	}

	/** Takes one event; `directory` is where the session was started. */
	add(event: TranscriptEvent, at: number | undefined, directory: string | undefined): void {
		switch (event.kind) {
			case 'startup':
				this.#addStartup(event, at);
				break;
			case 'context-complete':
				this.#completeContext(at);
				break;
			case 'attached':
				this.#attach(event.file, at, triggerOf(event.file, this.#batch.touches, directory));
				break;
			case 'hook-attached':
				this.#addHookFiles(event, at);
				break;
			case 'skill-listing':
				this.#addSkills(event, at);
				break;
			case 'skills-discovered':
				for (const name of event.names) if (this.#discovered.size < itemLimit) this.#discovered.add(name);
				break;
			case 'agent-listing':
				this.#addAgents(event, at);
				break;
			case 'answer':
				this.#beginAnswer(event);
				break;
			case 'call':
				for (const path of event.paths) this.#touch({ callId: event.id, tool: event.tool, path, isFailed: false }, at);
				break;
			case 'call-failed':
				this.#fail(event.id);
				break;
			case 'prompt':
				this.#restores = false;
				this.#batch = { messageId: '', touches: [] };
				break;
			case 'file':
				this.#addFile(event, at);
				break;
			case 'skill-body':
				this.#invoke(event, at);
				break;
			case 'changed-note':
				this.#noteChange(event.path, at);
				break;
			case 'compaction':
				this.#compact(at);
				break;
		}
	}

	/** What is known by now; the fold may go on. */
	record(): ContextRecord {
		return {
			startupList: this.#startupList,
			...(this.#startupAt === undefined ? {} : { startupAt: this.#startupAt }),
			startup: [...this.#startup.values()],
			attached: [...this.#attached.values()],
			loads: [...this.#loads],
			uncounted: this.#uncounted,
			touched: [...this.#touched.values()],
			touchedNow: [...(this.#touchedNow ?? this.#touched).values()],
			...(this.#skills ? { skills: [...this.#skills.values()] } : {}),
			discoveredSkills: [...this.#discovered],
			...(this.#agents ? { agents: [...this.#agents.values()] } : {}),
			invokedSkills: [...this.#invoked],
			compactions: [...this.#compactions],
		};
	}

	#addStartup({ files, isDelta, removed }: Event<'startup'>, at: number | undefined): void {
		if (!isDelta) this.#startup.clear();
		for (const path of removed) this.#startup.delete(path);
		for (const file of files) {
			const item = this.#item(file, { loadReason: this.#isCompacted ? 'compact' : 'session_start' }, at);
			if (this.#startup.has(file.path) || this.#startup.size < itemLimit) this.#startup.set(file.path, item);
			this.#log(item);
		}
		this.#startupList = 'recorded';
		this.#startupAt = at;
		this.#isCompacted = false;
	}

	/** A context without a list before it holds no startup file (recorded: a directory without any, and `--bare`). */
	#completeContext(at: number | undefined): void {
		if (this.#startupList === 'recorded') return;
		this.#startup.clear();
		this.#startupList = 'recorded';
		this.#startupAt = at;
		this.#isCompacted = false;
	}

	#attach(file: TranscriptFile, at: number | undefined, trigger: string | undefined): void {
		const parent = file.parent === undefined ? undefined : this.#attached.get(file.parent);
		const loadReason = parent?.loadReason ?? (file.globs ? 'path_glob_match' : 'nested_traversal');
		this.#hold(this.#item(file, { loadReason, trigger: parent?.trigger ?? trigger }, at));
	}

	/** The first file of a hook's list is an AGENTS.md; what follows it may be its import. */
	#addHookFiles({ files, callId }: Event<'hook-attached'>, at: number | undefined): void {
		const trigger = this.#batch.touches.find((touch) => touch.callId === callId)?.path;
		for (const file of files) this.#hold(this.#item(file, { loadReason: 'nested_traversal', trigger }, at));
	}

	/** Files named in a prompt touch what reading them would; after compaction they are the session's own, given back. */
	#addFile({ path, text }: Event<'file'>, at: number | undefined): void {
		if (!this.#restores) this.#touch({ tool: 'mention', path, isFailed: false }, at);
		else if (this.#before.has(path))
			this.#hold(this.#item({ path, text, rawText: text }, { loadReason: 'compact', isRaw: true }, at));
	}

	#item(file: TranscriptFile, facts: Omit<LoadFacts, 'keepsText' | 'at'>, at: number | undefined): LoadedItem {
		const { trigger, ...rest } = facts;
		return loadedItem(
			file,
			{
				...rest,
				...(trigger === undefined ? {} : { trigger }),
				...(at === undefined ? {} : { at }),
				keepsText: this.#options.keepTexts?.has(file.path) ?? false,
			},
			this.#options.digest,
		);
	}

	#hold(item: LoadedItem): void {
		// The newest comes last, as in the conversation.
		this.#attached.delete(item.path);
		if (this.#attached.size < itemLimit) this.#attached.set(item.path, item);
		this.#log(item);
	}

	#log(item: LoadedItem): void {
		if (this.#loads.length < itemLimit) this.#loads.push(item);
		else this.#uncounted++;
	}

	#beginAnswer({ messageId }: Event<'answer'>): void {
		this.#restores = false;
		// An old client never writes a list: its first answer comes without one.
		if (this.#startupList === 'pending' && this.#compactions.length === 0) this.#startupList = 'not recorded';
		// One answer is written block by block, and its calls may run before the next block is there.
		if (this.#batch.messageId !== messageId || messageId === '') this.#batch = { messageId, touches: [] };
	}

	#touch(touch: Touch, at: number | undefined): void {
		if (this.#batch.touches.length < batchLimit) this.#batch.touches.push(touch);
		if (!count(this.#touched, touch, at)) this.#uncounted++;
		if (this.#touchedNow) count(this.#touchedNow, touch, at);
	}

	#fail(id: string): void {
		for (const touch of this.#batch.touches) {
			if (touch.callId !== id) continue;
			touch.isFailed = true;
			for (const touched of [this.#touched, this.#touchedNow]) {
				const known = touched?.get(keyOf(touch));
				// A path that another call reached has been touched.
				if (known?.count === 1) touched?.set(keyOf(touch), { ...known, isFailed: true });
			}
		}
	}

	#addSkills({ text, names, isInitial }: Event<'skill-listing'>, at: number | undefined): void {
		if (isInitial || !this.#skills) this.#skills = new Map();
		for (const [name, line] of skillLines(text, names)) {
			if (this.#skills.size < itemLimit) this.#skills.set(name, listedName(name, line, at, this.#options.digest));
		}
	}

	#addAgents({ lines, added, removed, builtIn, isInitial }: Event<'agent-listing'>, at: number | undefined): void {
		if (isInitial || !this.#agents) this.#agents = new Map();
		for (const name of removed) this.#agents.delete(name);
		const agents = this.#agents;
		added.forEach((name, index) => {
			const item = listedName(name, lines[index] ?? '', at, this.#options.digest);
			if (agents.size < itemLimit) agents.set(name, builtIn ? { ...item, isBuiltIn: builtIn.includes(name) } : item);
		});
	}

	#invoke({ directory, text }: Event<'skill-body'>, at: number | undefined): void {
		if (this.#invoked.length >= itemLimit) {
			this.#uncounted++;
			return;
		}
		const { sha256, bytes } = this.#options.digest(text);
		const name =
			directory
				.split(/[\\/]/)
				.filter((step) => step !== '')
				.at(-1) ?? directory;
		const when = at === undefined ? {} : { at };
		this.#invoked.push({ name, directory, sha256, bytes, characters: text.length, ...when });
	}

	#noteChange(path: string, at: number | undefined): void {
		const item = this.#attached.get(path);
		if (item && at !== undefined) this.#attached.set(path, { ...item, notedChangeAt: at });
	}

	/** Attached files are gone until one matches again; the startup part is read anew with the next request. */
	#compact(at: number | undefined): void {
		if (this.#compactions.length < itemLimit) this.#compactions.push(at);
		this.#before = new Set(this.#attached.keys());
		this.#attached.clear();
		this.#touchedNow = new Map();
		this.#isCompacted = true;
		this.#restores = true;
		if (this.#startupList === 'recorded') this.#startupList = 'pending';
	}
}

const keyOf = ({ tool, path }: Touch): string => `${tool} ${path}`;

/** Counts a touch; false where there is no room for another path. */
function count(touched: Map<string, TouchedPath>, touch: Touch, at: number | undefined): boolean {
	const key = keyOf(touch);
	const known = touched.get(key);
	if (!known && touched.size >= itemLimit) return false;
	const { tool, path } = touch;
	const first = known ?? { path, tool, ...(at === undefined ? {} : { at }), count: 0 };
	touched.set(key, { ...first, count: first.count + 1, isFailed: false });
	return true;
}
