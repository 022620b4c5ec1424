/** From one parsed line of a transcript to what it tells about the context; everything else is left behind. */

import { isAbsolute, resolve } from 'node:path';
import { bashReads } from '../model/bashReaders.js';
import { isRecord, isString, own } from '../values.js';
import { readAttachment } from './transcriptAttachment.js';
import type { TranscriptEvent, TranscriptLine } from './transcriptEvents.js';
import { detached, pathOf, shortText } from './transcriptValues.js';

type Data = Readonly<Record<string, unknown>>;

/**
 * Reads a parsed line; `undefined` where it is no object. Never throws, whatever the line holds; a line that tells
 * nothing about the context has no events.
 */
export function readTranscriptLine(value: unknown): TranscriptLine | undefined {
	if (!isRecord(value)) return undefined;
	const at = timeOf(own(value, 'timestamp'));
	const cwd = pathOf(own(value, 'cwd'));
	const version = shortText(own(value, 'version'));
	const gitBranch = shortText(own(value, 'gitBranch'));
	const agent = own(value, 'isSidechain') === true ? (shortText(own(value, 'agentId')) ?? 'side') : undefined;
	return {
		...(at === undefined ? {} : { at }),
		...(cwd === undefined ? {} : { cwd }),
		...(version === undefined ? {} : { version }),
		...(gitBranch === undefined ? {} : { gitBranch }),
		...(agent === undefined ? {} : { agent }),
		events: eventsOf(value, cwd),
	};
}

function eventsOf(line: Data, cwd: string | undefined): readonly TranscriptEvent[] {
	switch (own(line, 'type')) {
		case 'attachment': {
			const attachment = own(line, 'attachment');
			return isRecord(attachment) ? readAttachment(attachment) : [];
		}
		case 'assistant':
			return answerEvents(line, cwd);
		case 'user':
			return userEvents(line);
		case 'system':
			return own(line, 'subtype') === 'compact_boundary' ? [{ kind: 'compaction' }] : [];
		default:
			return [];
	}
}

/** An answer and the calls in it that touch one file. */
function answerEvents(line: Data, cwd: string | undefined): readonly TranscriptEvent[] {
	const message = own(line, 'message');
	if (!isRecord(message)) return [];
	const messageId = shortText(own(message, 'id')) ?? '';
	const model = shortText(own(message, 'model'));
	const events: TranscriptEvent[] = [{ kind: 'answer', messageId }];
	// The client writes answers of its own under the name `<synthetic>`.
	if (model !== undefined && !model.startsWith('<')) events.push({ kind: 'model', id: model });
	for (const block of blocksOf(message)) {
		if (own(block, 'type') !== 'tool_use') continue;
		const call = callEvent(block, messageId, cwd);
		if (call) events.push(call);
	}
	return events;
}

function callEvent(block: Data, messageId: string, cwd: string | undefined): TranscriptEvent | undefined {
	const id = shortText(own(block, 'id'));
	const tool = own(block, 'name');
	const input = own(block, 'input');
	if (id === undefined || !isRecord(input)) return undefined;
	const absolute = (path: string | undefined): readonly string[] => {
		if (path === undefined || (!isAbsolute(path) && cwd === undefined)) return [];
		return [resolve(cwd ?? '', path)];
	};
	if (tool === 'Read' || tool === 'Write' || tool === 'Edit') {
		return { kind: 'call', id, messageId, tool, paths: absolute(pathOf(own(input, 'file_path'))) };
	}
	const command = own(input, 'command');
	if (tool !== 'Bash' || !isString(command) || command.length > commandLimit) return undefined;
	// Of a command only the files are kept that it plainly reads.
	const paths = bashReads(command).flatMap((read) => absolute(pathOf(read.path)));
	return paths.length > 0 ? { kind: 'call', id, messageId, tool, paths } : undefined;
}

/** Longer commands are scripts, no plain readers. */
const commandLimit = 4_096;

/** A prompt, failed calls, and bodies of invoked skills. */
function userEvents(line: Data): readonly TranscriptEvent[] {
	const message = own(line, 'message');
	if (!isRecord(message)) return [];
	const isMeta = own(line, 'isMeta') === true;
	const blocks = blocksOf(message);
	const failed = blocks.flatMap((block): readonly TranscriptEvent[] => {
		const id = own(block, 'type') === 'tool_result' ? shortText(own(block, 'tool_use_id')) : undefined;
		return id !== undefined && own(block, 'is_error') === true ? [{ kind: 'call-failed', id }] : [];
	});
	if (isMeta) return [...failed, ...blocks.flatMap(skillBody)];
	const isPrompt =
		own(line, 'isCompactSummary') !== true && !blocks.some((block) => own(block, 'type') === 'tool_result');
	const content = own(message, 'content');
	// What `/compact` and the like leave behind comes before the files that they give back.
	const isCommand = isString(content) && /^<(?:local-command-|command-name>)/.test(content);
	return isPrompt && !isCommand ? [...failed, { kind: 'prompt' }] : failed;
}

/** A skill's body comes under a line that names its directory (loader.md 1). */
function skillBody(block: Data): readonly TranscriptEvent[] {
	const text = own(block, 'text');
	if (own(block, 'type') !== 'text' || !isString(text) || !text.startsWith(bodyHeading)) return [];
	const end = text.indexOf('\n');
	const directory = pathOf(text.slice(bodyHeading.length, end < 0 ? undefined : end));
	if (directory === undefined) return [];
	return [
		{ kind: 'skill-body', directory: detached(directory), text: end < 0 ? '' : text.slice(end).replace(/^\n+/, '') },
	];
}

const bodyHeading = 'Base directory for this skill: ';

function blocksOf(message: Data): readonly Data[] {
	const content = own(message, 'content');
	return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** Milliseconds since 1970 of an ISO 8601 time. */
export function timeOf(value: unknown): number | undefined {
	if (!isString(value) || value.length > 40) return undefined;
	const time = Date.parse(value);
	return Number.isNaN(time) ? undefined : time;
}
