/**
 * Which lines of a transcript are worth parsing, told from their bytes: most of a transcript is file contents in results
 * of tools and, with clients of 2.1.332, copies of requests.
 *
 * A line is left out only where it is known to tell nothing; one of an unknown shape is parsed.
 */

/** Attachments that tell something of the context. */
const toldAttachments: ReadonlySet<string> = new Set([
	'instructions',
	'session_context',
	'nested_memory',
	'hook_additional_context',
	'skill_listing',
	'dynamic_skill',
	'agent_listing_delta',
	'edited_text_file',
	'model',
	'file',
]);

/** Copies of requests, by how their lines begin. */
const requestCopies: readonly Buffer[] = ['{"type":"api-request'].map((text) => Buffer.from(text));
const attachmentMark = Buffer.from('"attachment":{"type":"');
/** Within so many bytes an attachment names its kind. */
const headLength = 1_024;
const resultMark = Buffer.from('"type":"tool_result"');
const errorMark = Buffer.from('"is_error":true');

/** False where a line tells nothing about the context for certain. */
export function mayTell(line: Buffer): boolean {
	if (requestCopies.some((prefix) => line.subarray(0, prefix.length).equals(prefix))) return false;
	const kind = attachmentKind(line);
	if (kind !== undefined) return toldAttachments.has(kind);
	// Quotes inside a text are escaped, so the marks are found in the line's own structure only.
	return !line.includes(resultMark) || line.includes(errorMark);
}

function attachmentKind(line: Buffer): string | undefined {
	const at = line.subarray(0, headLength).indexOf(attachmentMark);
	if (at < 0) return undefined;
	const start = at + attachmentMark.length;
	const end = line.indexOf('"', start);
	return end < 0 || end - start > 60 ? undefined : line.toString('latin1', start, end);
}
