import * as assert from 'node:assert/strict';
import { inHome, inspector } from '../../support/inspector.js';

describe('Verify in Restricted Mode', () => {
	it('Should run no client', async () => {
		const { manager, verify } = await inspector();
		const launch = manager.launches[0];
		assert.ok(launch);
		const plan = { launch, program: inHome('nowhere/claude'), files: [] };
		const outcome = await verify.run(plan, new AbortController().signal, () => assert.fail('something is run'));
		assert.deepEqual(outcome, {
			ok: false,
			fault: 'policy',
			sentence: 'A client is run in trusted workspaces only.',
		});
	});
});
