import assert from 'node:assert/strict';
import { catalog, type FindingCode, findingCodes } from '../../../src/core/findings/catalog.js';
import type { Finding } from '../../../src/core/findings/finding.js';
import { findAll } from '../../../src/core/findings/findings.js';
import { discoverBelow } from '../../../src/core/model/discovery.js';
import { SecretFinder } from '../../../src/host/secretFinder.js';
import { testModel } from '../../support/inputs.js';
import { defaultModified, file, type MemoryFileSystem, memoryTree } from '../../support/memoryFileSystem.js';
import { filesBelow } from './corpusFindings.js';
import { applyFix, fixesIn } from './findIn.js';
import { type Example, type ExampleFile, readmeSections } from './readmeExamples.js';

const sections = readmeSections();

describe('The README’s reference of findings', () => {
	it('Should have one section for each code, in the catalog’s order', () => {
		assert.deepEqual(
			sections.map(({ code }) => code),
			findingCodes,
		);
	});

	for (const { code, head, fix, quickFixes, example } of sections) {
		it(`Should say of ${code} what is so`, async () => {
			const { title, level } = catalog[code as FindingCode];
			assert.equal(head, `${title} · \`${level}\``);
			assert.match(fix, /^[A-Z`].*\.$/);

			const fs = treeOf(example.before);
			const found = (await findingsOf(fs, example, example.before)).find((each) => each.code === code);
			assert.ok(found, 'the example has no such finding');
			assert.deepEqual(codesOf(await findingsOf(treeOf(example.after), example, example.after)), []);

			const fixes = await fixesIn(fs, found);
			assert.deepEqual(
				quickFixes,
				fixes.map((each) => each.title),
			);
			if (!fixes[0]) return;
			await applyFix(fs, fixes[0]);
			const left = await findingsOf(fs, example, example.before);
			assert.ok(!codesOf(left).includes(code), 'the quick fix does not help');
		});
	}
});

const codesOf = (found: readonly Finding[]): readonly string[] => found.map(({ code }) => code);

const dayMilliseconds = 86_400_000;

function treeOf(files: readonly ExampleFile[]): MemoryFileSystem {
	const fs = memoryTree({ '/home/ann/.claude': {} });
	for (const { path, text, state } of files) {
		const days = Number(/^(\d+) days old$/.exec(state)?.[1] ?? 0);
		const modified = defaultModified - days * dayMilliseconds;
		fs.add('/', { [path]: file(text, { modified, isReadable: state !== 'mode 000' }) });
	}
	return fs;
}

async function findingsOf(
	fs: MemoryFileSystem,
	{ client, launchDirectory, otherProject }: Example,
	files: readonly ExampleFile[],
): Promise<readonly Finding[]> {
	fs.add('/', { [`${launchDirectory}/.git`]: {} });
	const model = await testModel(fs, { client, launchDirectory, now: defaultModified });
	return findAll(model, {
		discovery: await discoverBelow(model),
		workspaceFiles: await filesBelow(fs, launchDirectory),
		transcriptDirectories: [launchDirectory, otherProject ?? launchDirectory],
		isTracked: async (path) => files.some((each) => each.path === path && each.state === 'tracked by git'),
		extraFinders: [new SecretFinder()],
		onError: (_, error) => {
			throw error;
		},
	});
}
