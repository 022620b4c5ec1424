import { execFileSync } from 'node:child_process';

describe('settings of the findings', () => {
	it('Should have one level per code of the catalog in package.json, with its texts', () => {
		execFileSync(process.execPath, ['tools/finding-settings.mjs', '--check'], { stdio: 'pipe' });
	});
});
