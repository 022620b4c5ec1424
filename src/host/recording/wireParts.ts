/**
 * The conversation of a request cut into the parts that the client puts in front of the model: one for each reminder.
 * Clients write them in three ways: as tagged reminders in user messages; in messages of the role `system`, tagged; and
 * there one after the other without tags (newer models).
 */

import { isRecord, isString, own } from '../../core/values.js';

/** What stands between two answers of the model. */
export interface Turn {
	readonly parts: readonly string[];
	/** True where the result of a tool call is an error. */
	readonly hasFailed: boolean;
	/** UTF-16 units of all that was said in the turn. */
	readonly characters: number;
}

/** The turn before the first answer, and one after each answer; of anything that is no conversation one empty turn. */
export function turnsOf(messages: unknown): readonly Turn[] {
	const turns: { parts: string[]; hasFailed: boolean; characters: number }[] = [emptyTurn()];
	for (const message of Array.isArray(messages) ? messages : []) {
		if (!isRecord(message)) continue;
		const role = own(message, 'role');
		if (role === 'assistant') {
			turns.push(emptyTurn());
			continue;
		}
		const turn = turns[turns.length - 1];
		if (!turn) continue;
		for (const { text, isError } of textsOf(own(message, 'content'))) {
			turn.parts.push(...partsOf(text, role === 'system'));
			turn.characters += text.length;
			if (isError) turn.hasFailed = true;
		}
	}
	return turns;
}

const emptyTurn = () => ({ parts: [], hasFailed: false, characters: 0 });

interface WireText {
	readonly text: string;
	readonly isError: boolean;
}

/** Texts of a message's content: plain, in text blocks, and in results of tools. */
function textsOf(content: unknown): readonly WireText[] {
	if (isString(content)) return [{ text: content, isError: false }];
	if (!Array.isArray(content)) return [];
	return content.filter(isRecord).flatMap((block) => {
		const text = own(block, 'text');
		if (own(block, 'type') === 'text' && isString(text)) return [{ text, isError: false }];
		if (own(block, 'type') !== 'tool_result') return [];
		const isError = own(block, 'is_error') === true;
		const texts = textsOf(own(block, 'content')).map((part) => ({ ...part, isError }));
		return texts.length > 0 ? texts : [{ text: '', isError }];
	});
}

const opening = '<system-reminder>\n';
const closing = '</system-reminder>';

function partsOf(text: string, isSystem: boolean): readonly string[] {
	if (isSystem && !text.startsWith(opening)) return text.split(untaggedPart);
	const parts: string[] = [];
	for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at)) {
		const start = at + opening.length;
		const end = text.indexOf(closing, start);
		if (end < 0) break;
		parts.push(text[end - 1] === '\n' && end - 1 > start ? text.slice(start, end - 1) : text.slice(start, end));
		at = end + closing.length;
	}
	return parts;
}

/** How parts begin that come without tags. */
const untaggedPart =
	/\n\n(?=(?:tool\.call hook additional context: )?Contents of [^\n]+:\n\n|New skills discovered in |The following skills are available|Available agent types|The following deferred tools|You are powered by|Today's date is|<total_tokens>)/;
