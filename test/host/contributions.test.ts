import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contextWords } from '../../src/ui/contextValues.js';
import * as ids from '../../src/ui/ids.js';

interface Manifest {
	readonly contributes: {
		readonly commands: readonly {
			readonly command: string;
			readonly title: string;
			readonly category?: string;
			readonly icon?: string;
		}[];
		readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
		readonly viewsContainers: { readonly activitybar: readonly { readonly id: string }[] };
		readonly configuration: readonly {
			readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
		}[];
		readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
		readonly colors: readonly { readonly id: string }[];
	};
}

const text = readFileSync('package.json', 'utf8');
const { contributes } = JSON.parse(text) as Manifest;
const nls = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;
const sorted = (values: Iterable<string>): readonly string[] => [...values].sort();
const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
/** Everything in src/ui and the composition root, for ids that only code can use. */
const code = readdirSync('src', { recursive: true })
	.map(String)
	.filter((name) => name.endsWith('.ts'))
	.map((name) => readFileSync(join('src', name), 'utf8'))
	.join('\n');

describe('package.json and the code', () => {
	it('Should name the same commands', () => {
		assert.deepEqual(sorted(contributes.commands.map(({ command }) => command)), sorted(Object.values(ids.commandIds)));
	});

	it('Should name the same views', () => {
		const views = Object.values(contributes.views).flat();
		assert.deepEqual(sorted(views.map(({ id }) => id)), sorted(Object.values(ids.viewIds)));
		assert.deepEqual(
			contributes.viewsContainers.activitybar.map(({ id }) => id),
			[ids.containerId],
		);
	});

	it('Should name every setting of the code, and no other', () => {
		const known = Object.values(ids.settingIds).map((id) => `${ids.section}.${id}`);
		const contributed = settings.map(([id]) => id);
		assert.deepEqual(
			known.filter((id) => !contributed.includes(id)),
			[],
		);
		const others = contributed.filter((id) => !known.includes(id) && !isOfFamily(id));
		assert.deepEqual(others, []);
	});

	it('Should use only contributed commands, colours and words of rows in menus', () => {
		const commands = new Set(contributes.commands.map(({ command }) => command));
		const words = new Set<string>(Object.values(contextWords));
		for (const { command, when } of Object.values(contributes.menus).flat()) {
			assert.ok(commands.has(command), command);
			for (const [, word] of when?.matchAll(/viewItem =~ \/\\b(\w+)\\b\//g) ?? [])
				assert.ok(words.has(word ?? ''), `${command}: ${word}`);
		}
		for (const { id } of contributes.colors) assert.ok(code.includes(`'${id}'`), id);
	});

	it('Should take every text of package.json from package.nls.json, and use all of that', () => {
		const used = new Set([...text.matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key ?? ''));
		assert.deepEqual(sorted(used), sorted(Object.keys(nls)));
		for (const { title, category } of contributes.commands) {
			assert.match(title, /^%command\.\w+%$/);
			assert.equal(category, '%category%');
		}
	});

	it('Should give every setting a scope, a default and a description', () => {
		for (const [id, setting] of settings) {
			assert.ok('default' in setting, `${id} has no default`);
			assert.match(
				String(setting['scope']),
				/^(resource|window|machine|language-overridable|machine-overridable)$/,
				id,
			);
			assert.match(String(setting['markdownDescription']), /^%setting\./, id);
		}
	});

	it('Should write titles in title case, and use codicons only', () => {
		for (const { command, title, icon } of contributes.commands) {
			const words = (nls[title.slice(1, -1)] ?? '').split(' ');
			const small = new Set(['and', 'in', 'of', 'the', 'a', 'to', 'this', 'with', 'against']);
			// The name of a file is right as it is.
			const isRight = (word: string): boolean => small.has(word) || /^[A-Z]|\w\.\w/.test(word);
			for (const word of words) assert.ok(isRight(word), `${command}: ${words.join(' ')}`);
			if (icon !== undefined) assert.match(icon, /^\$\([a-z-]+\)$/, command);
		}
	});

	it('Should hold every text of the code in the l10n bundle, and no other', () => {
		assert.ok(existsSync('l10n/bundle.l10n.json'));
		execFileSync(process.execPath, ['tools/l10n.mjs', '--check'], { stdio: 'pipe' });
	});
});

/** Families of settings whose ids a table of the code makes, such as one level per kind of finding. */
const isOfFamily = (id: string): boolean => /^contextInspector\.(problems|findings)\./.test(id);
