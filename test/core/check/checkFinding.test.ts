import assert from 'node:assert/strict';
import { type CheckFinding, type Found, placeFindings } from '../../../src/core/check/checkFinding.js';
import { PlaceNames } from '../../../src/core/check/placeNames.js';
import { type Finding, finding } from '../../../src/core/findings/finding.js';

const text = '# Title\nSee @docs/a.md and @docs/b.md\n';
const names = new PlaceNames('/repo', '/home/ann');

const missing = (target: string, message = `There is no file /repo/${target}.`): Finding =>
	finding('import.missing', '/repo/CLAUDE.md', { offset: text.indexOf(target), length: target.length }, message);

const placed = (found: readonly Found[], content = text): readonly CheckFinding[] =>
	placeFindings(found, { names, textOf: () => content, mask: (each) => each.replaceAll('secret', '****') });

const one = (each: Finding, content = text): CheckFinding =>
	placed([{ client: '2.1.332', launchDirectory: '/repo', findings: [each] }], content)[0] as CheckFinding;

describe('Findings of a check', () => {
	it('Should name file, line and column, and shorten paths', () => {
		const { file, start, end, message } = one(missing('docs/b.md'));
		assert.equal(file.name, 'CLAUDE.md');
		assert.deepEqual(
			[start, end],
			[
				{ line: 2, column: 21 },
				{ line: 2, column: 30 },
			],
		);
		assert.equal(message, 'There is no file docs/b.md.');
	});

	it('Should report the same fault of two clients once and say in which', () => {
		const both = missing('docs/a.md');
		const all = placed([
			{ client: '2.1.235', launchDirectory: '/repo', findings: [both, missing('docs/b.md')] },
			{ client: '2.1.332', launchDirectory: '/repo', findings: [both] },
		]);
		assert.deepEqual(
			all.map(({ clients }) => clients),
			[['2.1.235', '2.1.332'], ['2.1.235']],
		);
	});

	it('Should keep apart what two clients say differently of one place', () => {
		const all = placed([
			{ client: '2.1.235', launchDirectory: '/repo', findings: [missing('docs/a.md', 'One.')] },
			{ client: '2.1.332', launchDirectory: '/repo', findings: [missing('docs/a.md', 'Two.')] },
		]);
		assert.deepEqual(
			all.map(({ message }) => message),
			['One.', 'Two.'],
		);
	});

	it('Should collect launch directories', () => {
		const findings = [missing('docs/a.md')];
		const [found] = placed([
			{ client: '2.1.332', launchDirectory: '/repo', findings },
			{ client: '2.1.332', launchDirectory: '/repo/web', findings },
		]);
		assert.deepEqual(found?.launchDirectories, ['.', 'web']);
	});

	it('Should report once what differs in the launch directory’s name only', () => {
		const outside = (directory: string): Finding => missing('docs/a.md', `docs/a.md lies outside /repo/${directory}.`);
		const all = placed([
			{ client: '2.1.332', launchDirectory: '/repo/api', findings: [outside('api')] },
			{ client: '2.1.332', launchDirectory: '/repo/web', findings: [outside('web')] },
		]);
		assert.deepEqual(
			all.map(({ message, launchDirectories }) => [message, launchDirectories]),
			[['docs/a.md lies outside api.', ['api', 'web']]],
		);
	});

	it('Should recognise a fault whose line has moved, and tell another one apart', () => {
		const before = one(missing('docs/a.md'));
		const moved = `\n\n${text}`;
		const range = { offset: moved.indexOf('docs/a.md'), length: 9 };
		const after = one({ ...missing('docs/a.md'), range }, moved);
		assert.equal(after.start.line, 4);
		assert.equal(after.fingerprint, before.fingerprint);
		assert.notEqual(one(missing('docs/b.md')).fingerprint, before.fingerprint);
	});

	it('Should recognise a fault without a range by its message, whatever the numbers in it', () => {
		const large = (message: string): Finding =>
			finding('instructions.too-large', '/repo/a.md', { offset: 0, length: 0 }, message);
		assert.equal(
			one(large('It has 4,200 characters.')).fingerprint,
			one(large('It has 5,300 characters.')).fingerprint,
		);
	});

	it('Should let nothing of a secret into a fingerprint, and mask messages', () => {
		const of = (content: string): CheckFinding =>
			one(finding('secret.possible', '/repo/a.md', { offset: 0, length: 6 }, 'A secret.'), content);
		assert.equal(of('aaaaaa').fingerprint, of('bbbbbb').fingerprint);
		assert.equal(of('aaaaaa').message, 'A ****.');
	});

	it('Should order by file, line and code', () => {
		const at = (path: string, offset: number): Finding => ({
			...missing('docs/a.md'),
			path,
			range: { offset, length: 1 },
		});
		const findings = [at('/repo/b.md', 9), at('/repo/b.md', 0), at('/repo/a.md', 9)];
		const all = placed([{ client: '2.1.332', launchDirectory: '/repo', findings }]);
		assert.deepEqual(
			all.map(({ file, start }) => `${file.name}:${start.line}`),
			['a.md:2', 'b.md:1', 'b.md:2'],
		);
	});
});
