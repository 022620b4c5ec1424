/**
 * Looks for secrets in a text with the recommended rules of secretlint. A bundle of its own (`dist/secrets.js`), loaded
 * when it is first needed: its rules are larger than all the rest of the command line.
 */

import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintCoreResultMessage } from '@secretlint/types';
import type { TextRange } from '../core/text/frontMatter.js';

/** Something that looks like a secret. */
export interface PossibleSecret {
	/** What it looks like, in a few words, e.g. `GitHub token`; never a part of the value. */
	readonly kind: string;
	readonly range: TextRange;
	/** The value itself, so that it can be masked wherever it would be printed. */
	readonly value: string;
}

const preset = '@secretlint/secretlint-rule-preset-recommend';

/** Everything in a text that looks like a secret, in the order of the text. */
export async function findSecrets(text: string): Promise<readonly PossibleSecret[]> {
	const { messages } = await lintSource({
		source: { filePath: 'text.md', content: text, ext: '.md', contentType: 'text' },
		options: { noPhysicFilePath: true, config: { rules: [{ id: preset, rule: creator }] } },
	});
	return messages.map((message) => secretOf(text, message)).sort((a, b) => a.range.offset - b.range.offset);
}

/** The reported range can begin before the value (`aws_secret_access_key = …`), so the value is looked for from there on. */
function secretOf(
	text: string,
	{ ruleId, messageId, range: [start, end], data }: SecretLintCoreResultMessage,
): PossibleSecret {
	const kind = kindOf(ruleId, messageId);
	const values = Object.values(data ?? {}).filter((value): value is string => typeof value === 'string');
	for (const value of values.sort((a, b) => b.length - a.length)) {
		const offset = value === '' ? -1 : text.indexOf(value, start);
		if (offset >= 0 && offset < end + value.length) return { kind, range: { offset, length: value.length }, value };
	}
	return { kind, range: { offset: start, length: end - start }, value: text.slice(start, end) };
}

/** Words for the ids of rules and messages, e.g. `GITHUB_TOKEN` to `GitHub token`, `PrivateKey` to `private key`. */
function kindOf(ruleId: string, messageId: string): string {
	const rule = ruleId.replace(/^.*secretlint-rule-/, '');
	const words = messageId
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
		.split(/[_\s-]+/)
		.filter((word) => word !== '')
		.map((word) => word.toLowerCase());
	const isNamed = words.join('').includes(rule.replace(/[^a-z0-9]/g, ''));
	return [...(isNamed ? [] : [rule]), ...words].map((word) => spellings.get(word) ?? word).join(' ');
}

/** Words that are not written in lower case. */
const spellings: ReadonlyMap<string, string> = new Map(
	['API', 'AWS', 'GCP', 'GitHub', 'ID', 'NPM', 'OpenAI', 'SSH', 'URL', 'Slack', 'Anthropic', 'Claude'].map((word) => [
		word.toLowerCase(),
		word,
	]),
);
