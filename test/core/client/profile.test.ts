import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { changes } from '../../../src/core/client/behaviours.js';
import { profileOf } from '../../../src/core/client/profile.js';
import { compareVersions, parseVersion } from '../../../src/core/client/version.js';

describe('Client profiles', () => {
	it('the oldest recorded client has no later behaviour and is certain of all', () => {
		const { behaviours, uncertain, note } = profileOf('2.1.235');
		assert.ok(Object.values(behaviours).every((on) => !on));
		assert.deepEqual([uncertain, note], [[], undefined]);
	});

	it('the newest recorded client has every behaviour and is certain of all', () => {
		const { behaviours, uncertain, note } = profileOf('2.1.332');
		assert.ok(Object.values(behaviours).every((on) => on));
		assert.deepEqual([uncertain, note], [[], undefined]);
	});

	it('a version between gets its own mixture and says that it was not recorded', () => {
		const { version, behaviours, uncertain, note } = profileOf('2.1.284');
		assert.equal(version, '2.1.284');
		assert.equal(behaviours.readsAgentsMd, true);
		assert.equal(behaviours.refusesLinkedClaudeDirectory, true);
		assert.equal(behaviours.generatesMemoryIndex, false);
		assert.ok(uncertain.includes('excludesTestLinkPath'));
		assert.ok(!uncertain.includes('generatesMemoryIndex'));
		assert.match(note ?? '', /not recorded/);
	});

	for (const [requested, version, words] of [
		['2.0.1', '2.1.235', /older than the oldest/],
		['2.1.400', '2.1.332', /newer than the newest/],
		['nonsense', '2.1.332', /not a client version/],
	] as const) {
		it(`${requested} is served by ${version} and said to be so`, () => {
			const profile = profileOf(requested);
			assert.equal(profile.version, version);
			assert.match(profile.note ?? '', words);
		});
	}

	it('every change names versions that can be compared, and a source', () => {
		for (const change of Object.values(changes) as { since: string; notIn?: string; source: string }[]) {
			assert.ok(parseVersion(change.since));
			if (change.notIn) assert.ok(compareVersions(change.notIn, change.since) < 0);
			assert.ok(change.source.length > 0);
		}
	});
});
