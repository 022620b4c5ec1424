/** The packages of a monorepo: directories in which somebody may start the client. */

import { basename, dirname } from 'node:path';
import { isInside } from '../sources/launchPlace.js';

/** Files that make a directory a package. */
const manifestNames: ReadonlySet<string> = new Set([
	'package.json',
	'deno.json',
	'deno.jsonc',
	'jsr.json',
	'pyproject.toml',
	'setup.py',
	'Cargo.toml',
	'go.mod',
	'pom.xml',
	'build.gradle',
	'build.gradle.kts',
	'composer.json',
	'Gemfile',
	'mix.exs',
	'pubspec.yaml',
	'Package.swift',
	'CMakeLists.txt',
]);

/** Endings of manifests that have a name of their own. */
const manifestEndings = /\.(?:csproj|fsproj|vbproj|gemspec|cabal)$/;

/**
 * Directories with a manifest at or below a directory, in path order; that directory itself comes first in any case.
 *
 * @example packageDirectories('/repo', ['/repo/go.mod', '/repo/web/package.json']) // ['/repo', '/repo/web']
 */
export function packageDirectories(top: string, files: readonly string[]): readonly string[] {
	const found = new Set<string>();
	for (const file of files) {
		const name = basename(file);
		if ((manifestNames.has(name) || manifestEndings.test(name)) && isInside(top, file)) found.add(dirname(file));
	}
	found.delete(top);
	return [top, ...[...found].sort()];
}
