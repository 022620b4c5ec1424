/**
 * A session as far as the loader goes: which tool calls attach what, each file once (loader.md 1 and 6).
 *
 * Nothing on disk is changed by it: files that the session writes are only remembered.
 */

import { isAbsolute, join, resolve } from 'node:path';
import type { Source } from '../source.js';
import { isInside } from '../sources/launchPlace.js';
import { SkillSession } from '../sources/skillSession.js';
import type { Skill } from '../sources/skills.js';
import { activationsOf } from './activation.js';
import { AttachedFiles } from './attachedFiles.js';
import { type BashRead, bashDirectoryChange } from './bashReaders.js';
import type { ContextModel } from './contextModel.js';
import { holdsMatch } from './grepPattern.js';
import { attachedSource } from './loadedSource.js';
import { mentionedPaths } from './promptMentions.js';
import { buildSkillListing, type SkillListing } from './skillListing.js';
import { type ToolCall, type Touch, touchesOf } from './toolCalls.js';
import { logicalLaunchDirectory, type TouchedFile, touchedFile } from './touchedFile.js';

/** What one call brought into the context. */
export interface CallResult {
	readonly attached: readonly Source[];
	/** Skills that the call made known. */
	readonly skills: readonly Skill[];
}

export class Session {
	readonly model: ContextModel;
	/** Files whose content the session has: attached, read or written. */
	readonly #known = new AttachedFiles();
	/** Files that the session wrote and that may not be on disk. */
	readonly #written = new Set<string>();
	readonly #skills: SkillSession;
	#startupIsKnown = false;
	/** Directory in which the shell stands. */
	#shellDirectory: string;
	#logicalDirectory: Promise<string | undefined>;

	constructor(model: ContextModel) {
		this.model = model;
		this.#skills = new SkillSession(model);
		this.#shellDirectory = model.place.directory;
		this.#logicalDirectory = logicalLaunchDirectory(
			model.loadContext.fs,
			model.place,
			model.inputs.environment.variables['PWD'],
		);
	}

	/** The skill listing as it stands: skills that a prompt's files brought are in the first one already (recorded). */
	get skillListing(): SkillListing {
		return buildSkillListing(this.#skills.skills, this.model);
	}

	/** Attaches what a tool call attaches; calls must come in the session's order. */
	async call(call: ToolCall): Promise<CallResult> {
		this.#knowStartup();
		const attached: Source[] = [];
		const skills: Skill[] = [];
		for (const touch of touchesOf(call)) {
			const result = await this.#touch(touch);
			attached.push(...result.attached);
			skills.push(...result.skills);
		}
		if (call.tool === 'Bash') await this.#followDirectory(call);
		return { attached, skills };
	}

	/** Attaches what the files named in a prompt (`@file`) attach. */
	async mention(prompt: string): Promise<CallResult> {
		const attached: Source[] = [];
		const skills: Skill[] = [];
		for (const path of mentionedPaths(prompt)) {
			const touched = await this.#resolve(path, this.model.place.directory);
			// A directory attaches nothing; a file that does not exist attaches what reading it would.
			if (!touched || (await this.model.loadContext.fs.stat(touched.path))?.kind === 'directory') continue;
			// Whether skills below the launch directory are known in time for the first listing is a race in the client.
			const result = await this.#attach(touched, { agentsMd: false, skills: true });
			attached.push(...result.attached);
			skills.push(...result.skills);
		}
		return { attached, skills };
	}

	/** The startup part is known once it was sent: what the first prompt names attaches such files again (recorded). */
	#knowStartup(): void {
		if (this.#startupIsKnown || !this.model.inputs.client.behaviours.startupCountsAsAttached) return;
		this.#startupIsKnown = true;
		this.#known.addStartup(this.model.startup.map(({ path }) => path));
	}

	async #touch(touch: Touch): Promise<CallResult> {
		if (touch.kind === 'bash') return this.#readByBash(touch.reads);
		const touched = await this.#resolve(touch.path, this.model.place.directory);
		if (!touched || !(await this.#succeeds(touch, touched.path))) return nothing;
		if (touch.kind === 'write' || touch.kind === 'edit') this.#written.add(touched.path);
		if (touch.kind !== 'read' && !this.model.inputs.client.behaviours.attachesOnWriteEditAndBash) {
			this.#known.add(touched.path);
			return { attached: [], skills: await this.#skills.touch(touched) };
		}
		return this.#attach(touched, { agentsMd: touch.kind === 'read', skills: true });
	}

	/**
	 * Attaches what the plain reads of one command line bring; nothing where the command fails. For an older client the
	 * files only count as read, so that they may be edited (recorded).
	 */
	async #readByBash(reads: readonly BashRead[]): Promise<CallResult> {
		const attached: Source[] = [];
		const outcomes = await Promise.all(reads.map((read) => this.#bashOutcome(read)));
		if (reads.some((read, index) => read.decides && outcomes[index] === 'fails')) return nothing;
		for (const [index, read] of reads.entries()) {
			const touched = outcomes[index] === 'reads' && (await this.#resolve(read.path, this.#shellDirectory));
			if (!touched) continue;
			if (this.model.inputs.client.behaviours.attachesOnWriteEditAndBash)
				attached.push(...(await this.#attach(touched, { agentsMd: false, skills: false })).attached);
			else this.#known.add(touched.path);
		}
		return { attached, skills: [] };
	}

	/** `fails`: the command ends with an error; `nothing`: it succeeds and prints nothing of the file. */
	async #bashOutcome(read: BashRead): Promise<'reads' | 'fails' | 'nothing'> {
		const { needs, fromLine, decides, isPattern, expansion } = read;
		const { fs } = this.model.loadContext;
		const absolute = resolve(this.#shellDirectory, this.#withHome(read.path));
		if (decides && expansion && !(await this.#areFiles(expansion))) return 'fails';
		const stat = await fs.stat(absolute);
		if (!stat && this.#written.has(absolute)) return 'reads';
		if (stat?.kind !== 'file') return isPattern ? 'nothing' : 'fails';
		const isPlain = needs === undefined && (fromLine ?? 1) === 1;
		const file = isPlain ? undefined : await fs.readText(absolute);
		if (!file?.ok) return 'reads';
		if (needs && decides && !holdsMatch(file.text, needs)) return 'fails';
		return fromLine !== undefined && fromLine > Math.max(1, countLines(file.text)) ? 'nothing' : 'reads';
	}

	async #areFiles(paths: readonly string[]): Promise<boolean> {
		for (const path of paths) {
			const absolute = resolve(this.#shellDirectory, this.#withHome(path));
			const isFile = (await this.model.loadContext.fs.stat(absolute))?.kind === 'file';
			if (!isFile && !this.#written.has(absolute)) return false;
		}
		return true;
	}

	async #attach(
		touched: TouchedFile,
		with_: { readonly agentsMd: boolean; readonly skills: boolean },
	): Promise<CallResult> {
		const activations = await activationsOf(this.model, touched);
		const attached = this.#known
			.attach(touched.path, with_.agentsMd ? activations : { ...activations, agentsMd: [] })
			.map(({ file }) => attachedSource(file, touched.path));
		return { attached, skills: with_.skills ? await this.#skills.touch(touched) : [] };
	}

	/** Does the call go through? Writing over or editing a file that was not read is refused and brings nothing. */
	async #succeeds(touch: Exclude<Touch, { kind: 'bash' }>, path: string): Promise<boolean> {
		if (touch.kind === 'read') return true;
		const exists = this.#written.has(path) || (await this.model.loadContext.fs.stat(path)) !== undefined;
		if (touch.kind === 'write') return !exists || this.#known.has(path);
		return exists ? this.#known.has(path) : touch.creates;
	}

	async #resolve(written: string, directory: string): Promise<TouchedFile | undefined> {
		const { loadContext, place } = this.model;
		const path = this.#withHome(written);
		return touchedFile(
			loadContext.fs,
			place,
			await this.#logicalDirectory,
			isAbsolute(path) ? path : resolve(directory, path),
		);
	}

	#withHome(path: string): string {
		return /^~(?:\/|$)/.test(path) ? join(this.model.inputs.environment.homeDirectory, path.slice(1)) : path;
	}

	/** A shell keeps the directory that a command left it in; one outside the launch directory is taken back (recorded). */
	async #followDirectory(call: ToolCall): Promise<void> {
		const command = call.input['command'];
		const change = typeof command === 'string' ? bashDirectoryChange(command) : undefined;
		if (change === undefined) return;
		const directory = resolve(this.#shellDirectory, change);
		const { loadContext, place } = this.model;
		if ((await loadContext.fs.stat(directory))?.kind !== 'directory') return;
		this.#shellDirectory = isInside(place.directory, directory) ? directory : place.directory;
	}
}

const nothing: CallResult = { attached: [], skills: [] };

/** Lines of a text; a line end at its end begins no further one. */
function countLines(text: string): number {
	let lines = text === '' || text.endsWith('\n') ? 0 : 1;
	for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) lines++;
	return lines;
}
