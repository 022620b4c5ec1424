import assert from 'node:assert/strict';
import { packageDirectories } from '../../../src/core/check/packages.js';

describe('Packages of a monorepo', () => {
	it('Should be the directories with a manifest, the top first in any case', () => {
		const files = [
			'/repo/web/package.json',
			'/repo/api/go.mod',
			'/repo/api/x.go',
			'/repo/lib/My.csproj',
			'/repo/web/package.json.bak',
		];
		assert.deepEqual(packageDirectories('/repo', files), ['/repo', '/repo/api', '/repo/lib', '/repo/web']);
	});

	it('Should name the top once and leave out what lies outside', () => {
		assert.deepEqual(packageDirectories('/repo', ['/repo/package.json', '/other/package.json', '/repository/go.mod']), [
			'/repo',
		]);
	});
});
