/**
 * A session as far as the loader goes: which tool calls attach what, each file once (loader.md 1 and 6).
 *
 * Nothing on disk is changed by it: files that the session writes are only remembered.
 */

import { isAbsolute, resolve } from 'node:path';
import type { Source } from '../source.js';
import type { LoadedFile } from '../sources/loadPass.js';
import { SkillSession } from '../sources/skillSession.js';
import type { Skill } from '../sources/skills.js';
import { type Activations, activationsOf } from './activation.js';
import { bashDirectoryChange } from './bashReaders.js';
import type { ContextModel } from './contextModel.js';
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
	/** Paths whose content the session has: attached, read or written. */
	readonly #known = new Set<string>();
	/** Files that the session wrote and that may not be on disk. */
	readonly #written = new Set<string>();
	readonly #skills: SkillSession;
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
		if (model.inputs.client.behaviours.startupCountsAsAttached) {
			for (const source of model.startup) this.#known.add(source.path);
		}
	}

	/** The skill listing as it stands: skills that a prompt's files brought are in the first one already (recorded). */
	get skillListing(): SkillListing {
		return buildSkillListing(this.#skills.skills, this.model);
	}

	/** Attaches what a tool call attaches; calls must come in the session's order. */
	async call(call: ToolCall): Promise<CallResult> {
		const attached: Source[] = [];
		const skills: Skill[] = [];
		for (const touch of touchesOf(call)) {
			const result = await this.#touch(touch);
			attached.push(...result.attached);
			skills.push(...result.skills);
		}
		if (call.tool === 'Bash') this.#followDirectory(call);
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
			const result = await this.#attach(touched, { agentsMd: false, skills: true });
			attached.push(...result.attached);
			skills.push(...result.skills);
		}
		return { attached, skills };
	}

	async #touch(touch: Touch): Promise<CallResult> {
		const touched = await this.#resolve(
			touch.path,
			touch.kind === 'bash' ? this.#shellDirectory : this.model.place.directory,
		);
		if (!touched || !(await this.#succeeds(touch, touched.path))) return nothing;
		if (touch.kind === 'write' || touch.kind === 'edit') this.#written.add(touched.path);
		const attaches = touch.kind === 'read' || this.model.inputs.client.behaviours.attachesOnWriteEditAndBash;
		if (!attaches) {
			this.#known.add(touched.path);
			return { attached: [], skills: touch.kind === 'bash' ? [] : await this.#skills.touch(touched) };
		}
		return this.#attach(touched, { agentsMd: touch.kind === 'read', skills: touch.kind !== 'bash' });
	}

	async #attach(
		touched: TouchedFile,
		with_: { readonly agentsMd: boolean; readonly skills: boolean },
	): Promise<CallResult> {
		// A file that is read itself is in the context already: it is not attached a second time.
		this.#known.add(touched.path);
		const activations = await activationsOf(this.model, touched);
		const attached = inOrder(activations, with_.agentsMd)
			.filter((file) => this.#learn(file.path))
			.map((file) => attachedSource(file, touched.path));
		return { attached, skills: with_.skills ? await this.#skills.touch(touched) : [] };
	}

	/** True the first time a path is named. */
	#learn(path: string): boolean {
		const fresh = !this.#known.has(path);
		this.#known.add(path);
		return fresh;
	}

	/** Does the call go through? Writing over or editing a file that was not read is refused and brings nothing. */
	async #succeeds(touch: Touch, path: string): Promise<boolean> {
		if (touch.kind === 'read') return true;
		const exists = this.#written.has(path) || (await this.model.loadContext.fs.stat(path)) !== undefined;
		if (touch.kind === 'write') return !exists || this.#known.has(path);
		if (touch.kind === 'edit') return exists ? this.#known.has(path) : touch.creates;
		return exists && (touch.needs === undefined || (await this.#holds(path, touch.needs)));
	}

	async #holds(path: string, needs: { readonly pattern: string; readonly ignoreCase: boolean }): Promise<boolean> {
		const file = await this.model.loadContext.fs.readText(path);
		return file?.ok === true && holdsPattern(file.text, needs.pattern, needs.ignoreCase);
	}

	async #resolve(path: string, directory: string): Promise<TouchedFile | undefined> {
		const { loadContext, place } = this.model;
		return touchedFile(
			loadContext.fs,
			place,
			await this.#logicalDirectory,
			isAbsolute(path) ? path : resolve(directory, path),
		);
	}

	#followDirectory(call: ToolCall): void {
		const command = call.input['command'];
		const directory = typeof command === 'string' ? bashDirectoryChange(command) : undefined;
		if (directory !== undefined) this.#shellDirectory = resolve(this.#shellDirectory, directory);
	}
}

const nothing: CallResult = { attached: [], skills: [] };

/** AGENTS.md files arrive with the tool's result, before the attachments. */
function inOrder({ files, agentsMd }: Activations, withAgentsMd: boolean): readonly LoadedFile[] {
	return [...(withAgentsMd ? agentsMd : []), ...files.map(({ file }) => file)];
}

/** A grep pattern held against a text; one that is no JavaScript pattern is taken literally. Long texts of a repository are cut. */
function holdsPattern(text: string, pattern: string, ignoreCase: boolean): boolean {
	const plain = /^[\w\s.,:;'"=<>@#%&/-]*$/.test(pattern);
	if (plain && !pattern.includes('.'))
		return ignoreCase ? text.toLowerCase().includes(pattern.toLowerCase()) : text.includes(pattern);
	try {
		const expression = new RegExp(pattern, ignoreCase ? 'i' : '');
		return text.split('\n', 2_000).some((line) => expression.test(line.slice(0, 500)));
	} catch {
		return text.includes(pattern);
	}
}
