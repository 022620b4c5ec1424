/** What the tools of a session are called with, as far as the loader cares (loader.md 6, reports.md b). */

import { isRecord, isString, own } from '../values.js';
import { type BashRead, bashReads } from './bashReaders.js';

/** A tool call as the model makes it. */
export interface ToolCall {
	/** Name of the tool, e.g. `Read`. */
	readonly tool: string;
	/** Its input, e.g. `{ file_path: '/repo/a.ts' }`. */
	readonly input: Readonly<Record<string, unknown>>;
}

/** How a call touches files. */
export type Touch =
	| { readonly kind: 'read'; readonly path: string }
	| { readonly kind: 'write'; readonly path: string }
	| { readonly kind: 'edit'; readonly path: string; readonly creates: boolean }
	| { readonly kind: 'bash'; readonly reads: readonly BashRead[] };

/** The touches of a call in order; empty for tools that the loader ignores (Grep, Glob, NotebookEdit, …). */
export function touchesOf(call: ToolCall): readonly Touch[] {
	const path = own(call.input, 'file_path');
	switch (call.tool) {
		case 'Read':
			return isString(path) ? [{ kind: 'read', path }] : [];
		case 'Write':
			return isString(path) ? [{ kind: 'write', path }] : [];
		case 'Edit':
			return isString(path) ? [{ kind: 'edit', path, creates: own(call.input, 'old_string') === '' }] : [];
		case 'Bash': {
			const command = own(call.input, 'command');
			if (!isString(command)) return [];
			const reads = bashReads(command);
			return reads.length > 0 ? [{ kind: 'bash', reads }] : [];
		}
		default:
			return [];
	}
}

/** Parses `{"tool":"Read","input":{"file_path":"/a"}}`; a sentence says what is wrong otherwise. */
export function parseToolCall(json: string): ToolCall | { readonly fault: string } {
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		return { fault: 'is not JSON' };
	}
	if (!isRecord(value)) return { fault: 'is not a JSON object' };
	const tool = own(value, 'tool');
	const input = own(value, 'input');
	if (!isString(tool)) return { fault: 'has no "tool"' };
	if (!isRecord(input)) return { fault: 'has no "input" object' };
	return { tool, input };
}
