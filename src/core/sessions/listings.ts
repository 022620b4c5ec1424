/** Skill and agent listings of a transcript, line by line. */

import type { Digester } from './digest.js';
import type { ListedName } from './sessionRecord.js';

/**
 * The lines of a skill listing. Descriptions may have line breaks, so the names that come with the listing tell where a
 * line begins; without them every `- ` at the start of a line does.
 *
 * @example skillLines('- a: does\n- b', ['a', 'b']) // [['a', '- a: does'], ['b', '- b']]
 */
export function skillLines(text: string, names: readonly string[]): readonly (readonly [string, string])[] {
	const starts: { readonly name: string; readonly offset: number }[] = [];
	let from = 0;
	let misses = 0;
	for (const name of names) {
		const mark = `- ${name}`;
		const offset = from === 0 && text.startsWith(mark) ? 0 : text.indexOf(`\n${mark}`, from) + 1;
		if (offset === 0 && !(from === 0 && text.startsWith(mark))) {
			// Each miss is a walk to the text's end; the client's own lists have none.
			if (++misses > missLimit) break;
			continue;
		}
		starts.push({ name, offset });
		from = offset + mark.length;
	}
	return starts.map(({ name, offset }, index) => {
		const next = starts[index + 1];
		return [name, text.slice(offset, next ? next.offset - 1 : undefined)];
	});
}

/** Names without a line after which the rest is left out. */
const missLimit = 20;

export function listedName(name: string, line: string, at: number | undefined, digest: Digester): ListedName {
	return { name, sha256: digest(line).sha256, characters: line.length, ...(at === undefined ? {} : { at }) };
}
