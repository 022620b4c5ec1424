import assert from 'node:assert/strict';
import { withoutMachine } from '../../../src/core/check/hermetic.js';
import { type Finding, finding } from '../../../src/core/findings/finding.js';

const missing = (target: string): Finding =>
	finding('import.missing', '/repo/CLAUDE.md', { offset: 4, length: 5 }, 'There is no file.', {
		data: { kind: 'missing-import', target, pathRange: { offset: 5, length: 4 }, closest: [] },
	});

describe('Findings of a hermetic check', () => {
	it('Should not call a file outside the repository missing', () => {
		const [found] = withoutMachine([missing('/hermetic-home/notes.md')], '/repo', {});
		assert.equal(found?.code, 'import.external-not-approved');
		assert.deepEqual(found?.range, { offset: 4, length: 5 });
		assert.match(found?.message ?? '', /lies outside the repository/);
	});

	it('Should give it the level of what it then is', () => {
		const levels = { 'import.external-not-approved': 'error' } as const;
		assert.equal(withoutMachine([missing('/etc/a.md')], '/repo', levels)[0]?.severity, 'error');
		assert.deepEqual(withoutMachine([missing('/etc/a.md')], '/repo', { 'import.external-not-approved': 'off' }), []);
	});

	it('Should leave all others as they are', () => {
		const findings = [
			missing('/repo/docs/a.md'),
			finding('instructions.empty', '/repo/a.md', { offset: 0, length: 0 }, 'E'),
		];
		assert.deepEqual(withoutMachine(findings, '/repo', {}), findings);
	});
});
