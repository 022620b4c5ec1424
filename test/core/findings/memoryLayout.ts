/** Scenarios of the recorded corpus as trees in memory: the same places as on disk, without its slowness. */

import { posix } from 'node:path';
import type { Scenario } from '../../conformance/scenario.js';
import { directory, file, link, MemoryFileSystem } from '../../support/memoryFileSystem.js';

export interface MemoryLayout {
	readonly fs: MemoryFileSystem;
	readonly home: string;
	readonly managed: string;
	readonly launchDirectory: string;
	/** Replaces `$ROOT`, `$HOME`, `$MEMORY` and `$MANAGED` by the laid-out places. */
	readonly fill: (text: string) => string;
	/** The reverse: places by their names in the corpus. */
	readonly name: (text: string) => string;
}

type Content = NonNullable<Scenario['files']>[string];

function contentOf(content: Content): string | Uint8Array {
	if (typeof content === 'string') return content;
	if (Array.isArray(content)) return content.map((part) => String(contentOf(part))).join('');
	if ('base64' in content) return Buffer.from(content.base64, 'base64');
	const { repeat, times, from = 0 } = content;
	return Array.from({ length: times }, (_, index) => repeat.replaceAll('{i}', String(index + from))).join('');
}

const root = '/lab';

/** Lays a scenario out in memory; `undefined` for one with a worktree, which git would have to make. */
export function layOutInMemory(scenario: Scenario): MemoryLayout | undefined {
	if (scenario.worktrees) return undefined;
	const fs = new MemoryFileSystem();
	const home = `${root}/home`;
	const managed = `${root}/managed`;
	const slug = posix.join(root, scenario.memoryRoot ?? 'repo').replace(/[^a-zA-Z0-9]/g, '-');
	const memory = `${home}/.claude/projects/${slug}/memory`;
	const places = { $MEMORY: memory, $MANAGED: managed, $HOME: home, $ROOT: root };
	const fill = (text: string): string =>
		Object.entries(places).reduce((filled, [name, place]) => filled.replaceAll(name, place), text);
	const name = (text: string): string =>
		text
			.replaceAll(memory, '$MEMORY')
			.replaceAll(managed, '$MANAGED')
			.replaceAll(home, '$HOME')
			.replaceAll(`${root}/`, '')
			.replaceAll(root, '$ROOT');
	const at = (path: string): string => posix.resolve(root, fill(path.replace(/^memory(?=\/|$)/, '$MEMORY')));
	const add = (path: string, value: Parameters<typeof fs.add>[1][string]): void =>
		fs.add(posix.dirname(at(path)), { [posix.basename(at(path))]: value });

	fs.add('/', { [home]: directory() });
	for (const [path, content] of Object.entries({ ...scenario.files, ...scenario.lateFiles })) {
		const data = contentOf(content);
		const seconds = scenario.mtimes?.[path];
		add(
			path,
			file(typeof data === 'string' ? fill(data) : data, seconds === undefined ? {} : { modified: seconds * 1000 }),
		);
	}
	const launchDirectory = at(scenario.cwd ?? 'repo');
	const repositories = (scenario.git ?? ['repo']).map((path) => `${at(path)}/.git/info`);
	for (const path of [launchDirectory, ...repositories, ...(scenario.dirs ?? []).map(at)]) fs.add(path, {});
	for (const [path, target] of Object.entries(scenario.symlinks ?? {})) add(path, link(fill(target)));
	for (const [path, target] of Object.entries(scenario.hardlinks ?? {}))
		add(path, contentOf(scenario.files?.[target] ?? ''));
	if (scenario.globalConfig) add('home/.claude.json', fill(JSON.stringify(scenario.globalConfig)));
	return { fs, home, managed, launchDirectory, fill, name };
}
