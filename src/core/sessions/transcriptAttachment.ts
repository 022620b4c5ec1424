/** Attachments of a transcript: startup lists, nested files and rules, listings, notes. */

import { isRecord, isString, own } from '../values.js';
import type { TranscriptEvent, TranscriptFile } from './transcriptEvents.js';
import { detached, pathOf, shortText } from './transcriptValues.js';

type Data = Readonly<Record<string, unknown>>;

/** The events of one attachment; unknown kinds have none. */
export function readAttachment(attachment: Data): readonly TranscriptEvent[] {
	switch (own(attachment, 'type')) {
		case 'instructions':
			return [
				{
					kind: 'startup',
					files: listOf(own(attachment, 'files')).flatMap((file) => fileOf(file) ?? []),
					isDelta: own(attachment, 'changed') === true,
					removed: listOf(own(attachment, 'removed')).flatMap((path) => pathOf(path) ?? []),
				},
			];
		case 'session_context':
			return [{ kind: 'context-complete' }];
		case 'nested_memory': {
			const file = fileOf(own(attachment, 'content')) ?? undefined;
			return file ? [{ kind: 'attached', file }] : [];
		}
		case 'hook_additional_context':
			return hookAttached(attachment);
		case 'skill_listing':
			return [skillListing(attachment)];
		case 'dynamic_skill':
			return [{ kind: 'skills-discovered', names: names(own(attachment, 'skillNames')) }];
		case 'agent_listing_delta':
			return [agentListing(attachment)];
		case 'edited_text_file': {
			const path = pathOf(own(attachment, 'filename'));
			return path === undefined ? [] : [{ kind: 'changed-note', path }];
		}
		case 'model': {
			const identity = own(attachment, 'identity');
			const id = isRecord(identity) ? shortText(own(identity, 'modelId')) : undefined;
			return id === undefined ? [] : [{ kind: 'model', id }];
		}
		case 'file':
			return mentionedFile(attachment);
		default:
			return [];
	}
}

/** Entries of one list beyond this number are not the client's. */
const listLimit = 5_000;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, listLimit) : []);

const names = (value: unknown): readonly string[] => listOf(value).flatMap((name) => shortText(name) ?? []);

function fileOf(value: unknown): TranscriptFile | undefined {
	if (!isRecord(value)) return undefined;
	const path = pathOf(own(value, 'path'));
	const text = own(value, 'content');
	if (path === undefined || !isString(text)) return undefined;
	const type = shortText(own(value, 'type'));
	const rawText = own(value, 'rawContent');
	const globs = own(value, 'globs');
	const parent = pathOf(own(value, 'parent'));
	// What does not differ from the disk is the file's own text.
	const raw = isString(rawText) ? rawText : own(value, 'contentDiffersFromDisk') === false ? text : undefined;
	return {
		path,
		text,
		...(type === undefined ? {} : { type }),
		...(raw === undefined ? {} : { rawText: raw }),
		...(Array.isArray(globs) ? { globs: names(globs) } : {}),
		...(parent === undefined ? {} : { parent }),
		...(own(value, 'isRule') === true ? { isRule: true } : {}),
	};
}

/** `Contents of PATH:` and the text, one item a file; hooks of the user have other names. */
function hookAttached(attachment: Data): readonly TranscriptEvent[] {
	if (own(attachment, 'hookName') !== 'tool.call') return [];
	const content = own(attachment, 'content');
	const files = listOf(Array.isArray(content) ? content : [content]).flatMap((item): readonly TranscriptFile[] => {
		const match = isString(item) ? /^Contents of ([^\n]{1,4096}):\n\n/.exec(item) : null;
		const path = pathOf(match?.[1]);
		return path === undefined || !isString(item) ? [] : [{ path: detached(path), text: item.slice(match?.[0].length) }];
	});
	if (files.length === 0) return [];
	const callId = shortText(own(attachment, 'toolUseID'))?.replace(/-context$/, '');
	return [{ kind: 'hook-attached', files, ...(callId === undefined ? {} : { callId }) }];
}

function skillListing(attachment: Data): TranscriptEvent {
	const text = own(attachment, 'content');
	return {
		kind: 'skill-listing',
		text: isString(text) ? text : '',
		names: names(own(attachment, 'names')),
		isInitial: own(attachment, 'isInitial') === true,
	};
}

function agentListing(attachment: Data): TranscriptEvent {
	const builtIn = own(attachment, 'builtInTypes');
	return {
		kind: 'agent-listing',
		lines: listOf(own(attachment, 'addedLines')).filter(isString),
		added: names(own(attachment, 'addedTypes')),
		removed: names(own(attachment, 'removedTypes')),
		...(Array.isArray(builtIn) ? { builtIn: names(builtIn) } : {}),
		isInitial: own(attachment, 'isInitial') === true,
	};
}

function mentionedFile(attachment: Data): readonly TranscriptEvent[] {
	const path = pathOf(own(attachment, 'filename'));
	const content = own(attachment, 'content');
	const file = isRecord(content) ? own(content, 'file') : undefined;
	const text = isRecord(file) ? own(file, 'content') : undefined;
	return path === undefined ? [] : [{ kind: 'file', path, text: isString(text) ? text : '' }];
}
