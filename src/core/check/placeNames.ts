/** Paths as a report that leaves the machine names them: relative to the repository, with forward slashes. */

import { parse, relative, sep } from 'node:path';
import { isInside } from '../sources/launchPlace.js';

/** A path and what it is called. */
export interface NamedPath {
	/** `docs/style.md` inside the repository, `~/.claude/CLAUDE.md` below the home, else the absolute path. */
	readonly name: string;
	readonly isInRepository: boolean;
	/** The absolute path itself. */
	readonly path: string;
}

export class PlaceNames {
	readonly root: string;
	readonly #home: string;
	readonly #shortenings: readonly Shortening[];

	/** @param root the repository's root, or the launch directory where there is none */
	constructor(root: string, home: string) {
		this.root = root;
		this.#home = home;
		this.#shortenings = [...afterItsKind(root), ...shortening(root, '', '.'), ...shortening(home, `~${sep}`, '~')];
	}

	of(path: string): NamedPath {
		if (path === this.root) return { name: '.', isInRepository: true, path };
		if (isInside(this.root, path)) return { name: slashed(relative(this.root, path)), isInRepository: true, path };
		const name = isInside(this.#home, path) ? `~${slashed(path.slice(this.#home.length))}` : path;
		return { name, isInRepository: false, path };
	}

	/** A sentence with its absolute paths shortened in the same way. */
	sentence(text: string): string {
		return this.#shortenings.reduce(
			(sentence, { pattern, below, itself }) =>
				sentence.replace(pattern, (path) => (path.endsWith(sep) ? below : itself)),
			text,
		);
	}
}

/** A directory's paths in a sentence, and what stands there instead. */
interface Shortening {
	readonly pattern: RegExp;
	/** For the directory and the separator after it. */
	readonly below: string;
	/** For the directory itself. */
	readonly itself: string;
}

/** "The launch directory ." would read like a mistake; its name is left out there. */
function afterItsKind(directory: string): readonly Shortening[] {
	if (directory === parse(directory).root) return [];
	return [
		{ pattern: new RegExp(`(?<=launch directory) ${escaped(directory)}(?![\\w/\\\\-])`, 'g'), below: '', itself: '' },
	];
}

/** None for a file system's root, which every path begins with. */
function shortening(directory: string, below: string, itself: string): readonly Shortening[] {
	if (directory === parse(directory).root) return [];
	const written = escaped(directory);
	const separator = sep === '\\' ? '\\\\' : sep;
	return [{ pattern: new RegExp(`(?<![\\w./~-])${written}(?:${separator}|(?![\\w-]))`, 'g'), below, itself }];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const slashed = (path: string): string => path.split(sep).join('/');
