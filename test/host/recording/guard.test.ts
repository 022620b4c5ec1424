import * as assert from 'node:assert/strict';
import { guardedSettings, guardedVariables } from '../../../src/host/recording/guard.js';

const target = { url: 'http://127.0.0.1:5', key: 'k' };

describe('The guard of a recording', () => {
	it("Should drop every way to another provider and keep the user's other variables", () => {
		const variables = guardedVariables(
			{
				HOME: '/home/ann',
				CLAUDE_CONFIG_DIR: '/cfg',
				CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
				ANTHROPIC_AUTH_TOKEN: 't',
				ANTHROPIC_BASE_URL: 'https://x.invalid',
				AWS_PROFILE: 'p',
				CLAUDE_CODE_USE_BEDROCK: '1',
				CLAUDE_CODE_OAUTH_TOKEN: 'o',
				CLAUDECODE: '1',
				HTTPS_PROXY: 'http://proxy.invalid',
				NODE_OPTIONS: '--inspect',
				UNSET: undefined,
			},
			target,
		);
		assert.deepEqual(
			Object.fromEntries(
				Object.entries(variables).filter(([name]) => !/^(DISABLE_|no_proxy|NO_PROXY|CLAUDE_CODE_MAX)/.test(name)),
			),
			{
				HOME: '/home/ann',
				CLAUDE_CONFIG_DIR: '/cfg',
				CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
				CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
				ANTHROPIC_API_KEY: 'k',
				ANTHROPIC_BASE_URL: 'http://127.0.0.1:5',
				HTTP_PROXY: 'http://127.0.0.1:5',
				HTTPS_PROXY: 'http://127.0.0.1:5',
				http_proxy: 'http://127.0.0.1:5',
				https_proxy: 'http://127.0.0.1:5',
			},
		);
	});

	it('Should turn off hooks and helpers, and outweigh variables of settings files', () => {
		const settings = JSON.parse(guardedSettings(target)) as Record<string, unknown> & { env: Record<string, string> };
		assert.equal(settings['disableAllHooks'], true);
		assert.equal(settings['apiKeyHelper'], '');
		assert.equal(settings.env['ANTHROPIC_BASE_URL'], target.url);
		assert.equal(settings.env['CLAUDE_CODE_USE_BEDROCK'], '');
	});
});
