import assert from 'node:assert/strict';
import { findAll } from '../../src/core/findings/findings.js';
import { SecretFinder } from '../../src/host/secretFinder.js';
import { findSecrets } from '../../src/host/secrets.js';
import { testModel } from '../support/inputs.js';
import { memoryTree } from '../support/memoryFileSystem.js';

/** Values that look right and open nothing; put together here so that no scanner takes this file for a leak. */
const values = {
	'GitHub token': `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`,
	'AWS secret access key': `wJalrXUtnFEMI${'/K7MDENG/'}bPxRfiCYzzzzzzzKEY`,
	'Slack token': `xoxb-123456789012${'-1234567890123-'}abcdefghijklmnopqrstuvwx`,
	'Anthropic API key': `sk-ant-api03-${'x'.repeat(93)}AA`,
} as const;
const token = values['GitHub token'];

describe('The search for secrets', () => {
	const texts: Readonly<Record<keyof typeof values, string>> = {
		'GitHub token': `# Setup\r\n\nUse 😀 ${token} for it.\n`,
		'AWS secret access key': `aws_secret_access_key = ${values['AWS secret access key']}\n`,
		'Slack token': `- token: \`${values['Slack token']}\`\n`,
		'Anthropic API key': `export ANTHROPIC_API_KEY=${values['Anthropic API key']}`,
	};
	for (const [kind, text] of Object.entries(texts)) {
		it(`Should find the ${kind} at its place`, async () => {
			const [secret, ...more] = await findSecrets(text);
			assert.deepEqual(more, []);
			assert.equal(secret?.kind, kind);
			const { offset = 0, length = 0 } = secret?.range ?? {};
			assert.equal(text.slice(offset, offset + length), values[kind as keyof typeof values]);
			assert.equal(secret?.value, values[kind as keyof typeof values]);
		});
	}

	it('Should find nothing in ordinary instructions', async () => {
		const text =
			'# Build\nRun `npm ci`. Set GITHUB_TOKEN in your shell; see https://example.com/token#abc.\n- sha 0123456789abcdef0123456789abcdef01234567\n';
		assert.deepEqual(await findSecrets(text), []);
	});

	it('Should respect a comment that allows a line', async () => {
		assert.deepEqual(await findSecrets(`<!-- secretlint-disable -->\n${token}\n<!-- secretlint-enable -->\n`), []);
	});

	it('Should stay quick on long texts that nearly match', async function () {
		this.timeout(30_000);
		for (const fill of [
			'AKIA',
			'://a:b@',
			'-----BEGIN RSA PRIVATE KEY-----\n',
			'xoxb-',
			'A/',
			'eyJ',
			'secret_key=',
			' ',
			'a',
			'sk-ant-',
			'//registry/:_authToken=',
		]) {
			await findSecrets(fill.repeat(Math.ceil(200_000 / fill.length)));
		}
	});
});

describe('The finder of secrets', () => {
	const tree = {
		'/repo': {
			'.git': {},
			'CLAUDE.md': `fine\n${token}\n`,
			'.claude/rules/r.md': `---\npaths: src/**\n---\n${token}\n`,
			'.claude/skills/s/SKILL.md': `---\ndescription: s\n---\n${token}\n`,
			'.claude/agents/a.md': `---\nname: a\ndescription: ${token}\n---\nb\n`,
			'README.md': `${token}\n`,
		},
		'/home/ann/.claude/projects/-repo/memory': { 'MEMORY.md': `- [T](t.md)\n${token}\n`, 't.md': `${token}\n` },
	};

	it('Should look through everything that is sent, and nothing else', async () => {
		const finder = new SecretFinder();
		const found = await findAll(await testModel(memoryTree(tree)), { extraFinders: [finder] });
		assert.deepEqual(
			found
				.filter(({ code }) => code === 'secret.possible')
				.map(({ path }) => path.replace(/.*\/memory\//, ''))
				.sort(),
			[
				'/repo/.claude/agents/a.md',
				'/repo/.claude/rules/r.md',
				'/repo/.claude/skills/s/SKILL.md',
				'/repo/CLAUDE.md',
				'MEMORY.md',
				't.md',
			],
		);
		assert.deepEqual([...finder.values], [token]);
	});

	it('Should never show the value, nor a part of it', async () => {
		const found = await findAll(await testModel(memoryTree(tree)), { extraFinders: [new SecretFinder()] });
		assert.ok(!JSON.stringify(found.filter(({ code }) => code.startsWith('secret.'))).includes(token.slice(0, 8)));
	});

	it('Should scan an unchanged file once', async () => {
		const scanned: string[] = [];
		const finder = new SecretFinder(async (text) => {
			scanned.push(text);
			return [];
		});
		const fs = memoryTree({ '/repo': { '.git': {}, 'CLAUDE.md': 'one' } });
		const run = async (): Promise<unknown> => findAll(await testModel(fs), { extraFinders: [finder] });
		await run();
		await run();
		fs.write('/repo/CLAUDE.md', 'two');
		await run();
		assert.deepEqual(scanned, ['one', 'two']);
	});

	it('Should not be run where the code is off', async () => {
		const finder = new SecretFinder(() => assert.fail('scanned'));
		const model = await testModel(memoryTree(tree));
		await findAll(model, {
			extraFinders: [finder],
			levels: { 'secret.possible': 'off' },
			onError: () => assert.fail('ran'),
		});
	});
});
