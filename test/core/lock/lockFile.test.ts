import assert from 'node:assert/strict';
import { entryPlace, type LockEntry, lockFileText, parseLockFile } from '../../../src/core/lock/lockFile.js';

const entry: LockEntry = {
	path: '~/team/rules.md',
	scope: 'project',
	sha256: 'a'.repeat(64),
	bytes: 12,
	lockedAt: '2026-11-30T10:42:00.000Z',
	lockedBy: 'Ann',
};

const text = (entries: readonly unknown[], version: unknown = 1): string => JSON.stringify({ version, entries });

describe('Lock file', () => {
	it('reads what it writes, in order of the paths', () => {
		const other = { ...entry, path: '../shared/a.md' };
		const written = lockFileText({ entries: [entry, other] });
		assert.ok(written.endsWith('}\n'));
		assert.deepEqual(parseLockFile(written), { ok: true, lock: { entries: [other, entry] } });
	});

	it('names the place of an entry', () => {
		const written = lockFileText({ entries: [{ ...entry, path: '/a"b.md' }, entry] });
		for (const path of ['/a"b.md', entry.path]) {
			const place = entryPlace(written, path);
			assert.equal(written.slice(place?.offset, (place?.offset ?? 0) + (place?.length ?? 0)), JSON.stringify(path));
		}
		assert.equal(entryPlace(written, '/none'), undefined);
	});

	const faults: readonly (readonly [title: string, text: string, fault: RegExp])[] = [
		['no JSON', '{', /not JSON/],
		['an array', '[]', /no JSON object/],
		['another version', text([], 2), /version/],
		['a version of the prototype', '{"__proto__":{"version":1,"entries":[]}}', /version/],
		['no entries', '{"version":1}', /no list/],
		['too many entries', text(Array.from({ length: 2_001 }, (_, i) => ({ ...entry, path: `${i}` }))), /more than/],
		['an entry that is no object', text([1]), /entry 1 is no object/],
		['a foreign key', text([{ ...entry, command: 'x' }]), /foreign key/],
		['a path twice', text([entry, entry]), /entry 2 repeats/],
		['an empty path', text([{ ...entry, path: '' }]), /"path"/],
		['a path with a NUL', text([{ ...entry, path: 'a\0b' }]), /"path"/],
		['an unknown scope', text([{ ...entry, scope: 'constructor' }]), /"scope"/],
		['a short hash', text([{ ...entry, sha256: 'abc' }]), /"sha256"/],
		['bytes below nothing', text([{ ...entry, bytes: -1 }]), /"bytes"/],
		['bytes that are a text', text([{ ...entry, bytes: '12' }]), /"bytes"/],
		['a time that is none', text([{ ...entry, lockedAt: 'soon' }]), /"lockedAt"/],
		['a name that rewrites its line', text([{ ...entry, lockedBy: 'Ann\u001b[2K' }]), /"lockedBy"/],
	];
	for (const [title, content, fault] of faults) {
		it(`refuses ${title} as a whole`, () => {
			const reading = parseLockFile(content);
			assert.equal(reading.ok, false);
			assert.match(reading.ok ? '' : reading.fault, fault);
		});
	}
});
