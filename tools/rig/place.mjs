// Where a test takes place: copies of fixtures, since tests write files and the checkout must stay as it is.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, temporaryFolder } from './rig.mjs';

const fixtures = join(projectRoot, 'test/fixtures');

/**
 * Copies fixtures into a new temporary folder.
 *   fixture   one folder of test/fixtures, opened alone
 *   folders   several of them, opened as a multi-root workspace (a .code-workspace file)
 *   (neither  a window without a folder)
 *   home      a fixture that becomes HOME; an empty HOME otherwise
 *   git       false leaves the copies without a repository; by default each is one
 */
export function layOut({ fixture, folders, home, git = true } = {}) {
	const root = temporaryFolder('place');
	const names = folders ?? (fixture ? [fixture] : []);
	const place = {
		root,
		home: join(root, 'home'),
		folders: names.map((name) => join(root, 'workspace', name)),
		workspaceFile: folders ? join(root, 'workspace/test.code-workspace') : undefined,
	};
	mkdirSync(place.home);
	if (home) cpSync(join(fixtures, home), place.home, { recursive: true, verbatimSymlinks: true });
	for (const [index, name] of names.entries()) {
		const folder = place.folders[index];
		cpSync(join(fixtures, name), folder, { recursive: true, verbatimSymlinks: true });
		if (git) execFileSync('git', ['init', '--quiet', '--template=', folder]);
	}
	if (place.workspaceFile) {
		const content = { folders: names.map((path) => ({ path })) };
		writeFileSync(place.workspaceFile, JSON.stringify(content, null, '\t'));
	}
	return place;
}

/** The groups of suites: each folder of test/suite with its group.json (none: no folder, trusted, an empty HOME). */
export function readGroups() {
	const suites = join(projectRoot, 'test/suite');
	return readdirSync(suites, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => ({ name, ...readJson(join(suites, name, 'group.json')) }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

function readJson(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		if (error.code === 'ENOENT') return {};
		throw new Error(`${file}: ${error.message}`);
	}
}

/** `$HOME` and `$WORKSPACE` (the first folder) in the strings of a group's settings and env become the copies' paths. */
export function expandPlaces(value, place) {
	const text = JSON.stringify(value ?? {});
	const inner = (path) => JSON.stringify(path).slice(1, -1);
	return JSON.parse(
		text.replaceAll('$HOME', inner(place.home)).replaceAll('$WORKSPACE', inner(place.folders[0] ?? place.root)),
	);
}
