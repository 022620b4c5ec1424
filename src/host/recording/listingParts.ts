/** Skill and agent listings in the parts of a request. */

import { skillLines } from '../../core/sessions/listings.js';
import type { ReceivedAgent, ReceivedSkill } from '../../core/verification/received.js';

const skillHeading = /^The following skills are available[^\n]*:\n\n/;
const agentHeading = /^Available agent types[^\n]*\n/;
const discoveredHeading = /^New skills discovered in [^\n]*\n/;

/** The texts of the skill listings among the parts. */
export const skillListings = (parts: readonly string[]): readonly string[] =>
	parts.flatMap((part) => {
		const [head] = skillHeading.exec(part) ?? [];
		return head === undefined ? [] : [part.slice(head.length)];
	});

/** Names of skills that a tool call is said to have made known. */
export const discoveredSkills = (parts: readonly string[]): readonly string[] =>
	parts.flatMap((part) => {
		const [head] = discoveredHeading.exec(part) ?? [];
		const lines = head === undefined ? [] : part.slice(head.length).split('\n');
		const end = lines.findIndex((line) => !line.startsWith('- '));
		return lines.slice(0, end < 0 ? undefined : end).map((line) => line.slice(2));
	});

/** What tells where a line of a listing ends: descriptions may have line breaks, and lines in them that look like others. */
export interface ListingHints {
	/** Lines that are expected, whole. */
	readonly lines?: readonly string[];
	/** The names in the listing's order, where the client itself told them. */
	readonly names?: readonly string[];
}

/** The lines of a skill listing. */
export function splitSkillListing(text: string, hints: ListingHints): readonly ReceivedSkill[] {
	const named = hints.names && skillLines(text, hints.names);
	if (named && named.length === hints.names?.length) return named.map(([name, line]) => skillOf(line, name));
	return splitLines(text, hints.lines ?? []).map((line) => skillOf(line));
}

/** The lines of the agent listing: whole, since a description may hold anything. */
export function agentListing(parts: readonly string[], expected: readonly string[]): readonly ReceivedAgent[] {
	return parts.flatMap((part) => {
		const [head] = agentHeading.exec(part) ?? [];
		if (head === undefined) return [];
		// A paragraph of the client's own words may close the part.
		const body = part.slice(head.length);
		const end = body.lastIndexOf('\n\n');
		const listing =
			end >= 0 && !body.startsWith('\n\n- ', end) && !isInside(expected, body, end) ? body.slice(0, end) : body;
		return splitLines(listing, expected)
			.filter((line) => line.startsWith('- '))
			.map((line) => ({ name: /^- (.*?)(?:: |$)/m.exec(line)?.[1] ?? '', line }));
	});
}

/** Is what stands at the end of a listing still the description of its last line? */
const isInside = (expected: readonly string[], body: string, end: number): boolean =>
	expected.some((line) => line.includes('\n\n') && body.endsWith(line) && body.length - line.length < end);

/** A line of which only the beginning looks like one goes on to the next such beginning, an expected one to its end. */
function splitLines(text: string, expected: readonly string[]): readonly string[] {
	const byBeginning = new Map<string, string[]>();
	for (const line of expected) {
		const first = firstLine(line);
		const known = byBeginning.get(first);
		if (known) known.push(line);
		else byBeginning.set(first, [line]);
	}
	const lines: string[] = [];
	for (let at = 0; at < text.length; ) {
		const whole = (byBeginning.get(firstLine(text, at)) ?? [])
			.filter((line) => text.startsWith(line, at) && isLineEnd(text, at + line.length))
			.sort((a, b) => b.length - a.length)[0];
		const end = whole === undefined ? nextLine(text, at) : at + whole.length;
		lines.push(text.slice(at, end));
		at = end + 1;
	}
	return lines;
}

const isLineEnd = (text: string, at: number): boolean => at >= text.length || text[at] === '\n';

function firstLine(text: string, from = 0): string {
	const end = text.indexOf('\n', from);
	return text.slice(from, end < 0 ? undefined : end);
}

/** Where the line that begins at `from` ends: before the next one that begins like a listing's. */
function nextLine(text: string, from: number): number {
	const pattern = /\n- [^\n]/g;
	pattern.lastIndex = from;
	return pattern.exec(text)?.index ?? text.length;
}

function skillOf(line: string, key = /^- ([^\n]+?)(?=: |:$|\n|$)/.exec(line)?.[1] ?? ''): ReceivedSkill {
	const rest = line.slice(2 + key.length);
	// The front matter's name follows in brackets where it is another.
	const alias = /^ \([^()\n]*\)(?=:|$)/.exec(rest)?.[0] ?? '';
	const tail = rest.slice(alias.length);
	return { name: key + alias, description: tail.startsWith(':') ? tail.slice(1).replace(/^ /, '') : null };
}
