/** The readers of text one by one, each with a mebibyte of every fill: `node test/bench/run.mjs --text`. */

import { compilePaths } from '../../src/core/globs/matcher.js';
import { readPaths } from '../../src/core/globs/paths.js';
import { readFrontMatter } from '../../src/core/text/frontMatter.js';
import { parseBody } from '../../src/core/text/instructionText.js';
import { scanTopicLinks } from '../../src/core/text/links.js';
import { estimateTokens } from '../../src/core/text/tokens.js';
import { loadedIndexView } from '../../src/core/text/truncation.js';
import { type HostileResult, measureFills } from './fills.js';

const readers: Readonly<Record<string, (text: string) => unknown>> = {
	'front matter': (text) => readFrontMatter(`---\n${text}\n---\nbody`, { afterByteOrderMark: true }),
	'front matter, one value': (text) => readFrontMatter(`---\npaths: ${text}\n---\nbody`, { afterByteOrderMark: true }),
	'body of an instruction file': (text) => parseBody(text),
	'body, amid text': (text) => parseBody(`text ${text} text`),
	'topic links': scanTopicLinks,
	'memory index': (text) => loadedIndexView(text, { afterByteOrderMark: true, cleansText: true }),
	'token estimate': estimateTokens,
	'patterns of a rule': (text) => matchPatterns(text),
	'a list of patterns': (text) => matchPatterns([text.slice(0, text.length / 2), '*.ts', text]),
};

function matchPatterns(value: unknown): boolean | undefined {
	const condition = readPaths(value);
	return condition && compilePaths(condition).matches('src/a/b/c.ts').matched;
}

async function main(): Promise<void> {
	const inputs: HostileResult[] = [];
	for (const [place, read] of Object.entries(readers)) {
		inputs.push(...(await measureFills(place, async (text) => read(text))));
	}
	process.stdout.write(JSON.stringify({ inputs }));
}

void main();
