/** Times of what the providers work out with each key, on a full MEMORY.md and a CLAUDE.md with 200 imports. */

import { completionRequest } from '../../../src/core/editing/completionRequest.js';
import { documentLinks, linkAt, type TopicName } from '../../../src/core/editing/documentLinks.js';
import { globItems } from '../../../src/core/editing/globItems.js';
import { instructionLens, matchingFiles, topicLens } from '../../../src/core/editing/lenses.js';
import { linkEdits } from '../../../src/core/editing/linkEdits.js';
import { truncationLine } from '../../../src/core/editing/truncationLine.js';
import { FilesBelow } from '../../../src/core/findings/workspaceFiles.js';
import { readPaths } from '../../../src/core/globs/paths.js';

const rounds = Number(process.argv[2] ?? 300);
const options = { afterByteOrderMark: true, cleansText: true };
const topics: readonly TopicName[] = Array.from({ length: 300 }, (_, i) => ({
	path: `/m/topic-${i}.md`,
	relativePath: `topic-${i}.md`,
	stem: `topic-${i}`,
	name: `Topic ${i}`,
}));
const context = { homeDirectory: '/home/ann', topics, afterByteOrderMark: true };

const index = Array.from(
	{ length: 500 },
	(_, i) => `- [Topic ${i}](topic-${i}.md) <!-- ${i} --> — see [[topic ${i}]], a line\n`,
)
	.join('')
	.slice(0, 25_000);
const claudeMd = Array.from(
	{ length: 200 },
	(_, i) => `## Part ${i}\n\nFollow @docs/part-${i}.md and \`code ${i}\`, with *some* words around it.\n\n`,
).join('');
const files = new FilesBelow(Array.from({ length: 20_000 }, (_, i) => `src/part${i % 100}/deep${i % 7}/file${i}.ts`));
const paths = readPaths(['src/part1/**', '*.tsx', '**/deep3/*.ts']);

/** Each is called with a text that no call saw before, as typing makes them. */
const measures: Readonly<Record<string, (turn: number) => unknown>> = {
	'MEMORY.md: truncation line': (turn) => truncationLine(`${turn}${index}`, options),
	'MEMORY.md: links': (turn) => documentLinks('memory-index', `${turn}${index}`, { ...context, path: '/m/MEMORY.md' }),
	'MEMORY.md: lens of a topic': (turn) => {
		const text = `${turn}${index}`;
		return topicLens(
			'/m/topic-200.md',
			text,
			documentLinks('memory-index', text, { ...context, path: '/m/MEMORY.md' }),
		);
	},
	'MEMORY.md: completion': (turn) => completionRequest('memory-index', `${turn}${index}[[to`, index.length + 4),
	'CLAUDE.md: lens': (turn) =>
		instructionLens(`${turn}${claudeMd}`, { isRule: false, afterByteOrderMark: true, known: undefined }),
	'CLAUDE.md: links and definition': (turn) =>
		linkAt(documentLinks('instructions', `${turn}${claudeMd}`, { ...context, path: '/repo/CLAUDE.md' }), 40),
	'CLAUDE.md: completion': (turn) => completionRequest('instructions', `${turn}${claudeMd}@do`, claudeMd.length + 4),
	'CLAUDE.md: edits for a rename': (turn) => {
		const links = documentLinks('instructions', `${turn}${claudeMd}`, { ...context, path: '/repo/CLAUDE.md' });
		const document = { path: '/repo/CLAUDE.md', realPath: '/repo/CLAUDE.md', links };
		return linkEdits([document], [{ from: '/repo/docs', to: '/repo/doc' }], '/home/ann');
	},
	'rule: files that it matches, of 20,000': () => paths && matchingFiles(paths, files),
	'rule: completion of a pattern, of 20,000 files': () => globItems('src/', files, { needsQuotes: false }),
};

const results = Object.entries(measures).map(([name, measure]) => {
	const times: number[] = [];
	for (let turn = 0; turn < rounds; turn++) {
		const began = performance.now();
		measure(turn);
		times.push(performance.now() - began);
	}
	times.sort((a, b) => a - b);
	return { name, median: times[Math.floor(rounds / 2)], p95: times[Math.floor(rounds * 0.95)], most: times.at(-1) };
});
console.log(JSON.stringify(results));
