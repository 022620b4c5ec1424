/** What a rename of files or directories changes in the links to them, and in the links of what is moved. */

import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { TextRange } from '../text/frontMatter.js';
import type { DocumentLink } from './documentLinks.js';

/** A file or directory under its old and its new path. */
export interface Move {
	readonly from: string;
	readonly to: string;
}

/** A document with its links. */
export interface LinkingDocument {
	/** Path under which it is edited. */
	readonly path: string;
	/** Real path, at whose directory its relative links start. */
	readonly realPath: string;
	readonly links: readonly DocumentLink[];
}

/** One text of one file to replace; the path is the one before the move. */
export interface LinkEdit {
	readonly path: string;
	readonly range: TextRange;
	readonly newText: string;
}

/** Where a path is after the moves; itself where none concerns it. */
export function movedPath(path: string, moves: readonly Move[]): string {
	for (const { from, to } of moves) {
		if (path === from) return to;
		if (path.startsWith(from + sep)) return to + path.slice(from.length);
	}
	return path;
}

/**
 * Edits that keep every link leading to the file that it leads to now, written in the manner it is written now.
 *
 * @example linkEdits([claudeMd], [{ from: '/repo/docs/a.md', to: '/repo/docs/b.md' }], '/home/ann') // '@docs/b.md' for '@docs/a.md'
 */
export function linkEdits(
	documents: readonly LinkingDocument[],
	moves: readonly Move[],
	homeDirectory: string,
): readonly LinkEdit[] {
	return documents.flatMap((document) =>
		document.links.flatMap((link) => {
			const newText = newWriting(document, link, moves, homeDirectory);
			return newText === undefined || newText === link.written
				? []
				: [{ path: document.path, range: link.pathRange, newText }];
		}),
	);
}

function newWriting(
	{ realPath }: LinkingDocument,
	link: DocumentLink,
	moves: readonly Move[],
	homeDirectory: string,
): string | undefined {
	if (link.path === undefined) return undefined;
	const target = movedPath(link.path, moves);
	const directory = dirname(movedPath(realPath, moves));
	const isRelative = link.kind !== 'slug' && !isAbsolute(link.written) && !link.written.startsWith('~/');
	const moved = target !== link.path;
	if (!moved && (!isRelative || directory === dirname(realPath))) return undefined;
	if (link.kind === 'slug') return link.slugOf === 'file' ? newSlug(link, target) : undefined;
	return encoded(link, writtenPath(link.written, target, directory, homeDirectory));
}

/** A slug that is a file's name, or its path, with or without `.md`. */
function newSlug({ written, path = '' }: DocumentLink, target: string): string | undefined {
	const bare = written.replace(/\.md$/i, '');
	const steps = bare.split('/').length;
	const whole = target.split(sep).slice(-steps).join('/');
	if (dirname(path) !== dirname(target) && steps > 1) return undefined;
	return bare === written ? whole.replace(/\.md$/, '') : whole;
}

/**
 * A path as a link would write it from a directory, in the manner of what is written now: from the home, absolute, with
 * or without `./`.
 */
export function writtenPath(written: string, target: string, directory: string, homeDirectory: string): string {
	if (written.startsWith('~/') && target.startsWith(homeDirectory + sep))
		return `~/${slashed(relative(homeDirectory, target))}`;
	if (isAbsolute(written) || written.startsWith('~/')) return slashed(target);
	const below = slashed(relative(directory, target));
	return written.startsWith('./') && !below.startsWith('.') ? `./${below}` : below;
}

/** A path as the kind of link takes it: `\ ` in an import, `%20` in a Markdown link. */
export function encoded({ kind, isAngled }: Pick<DocumentLink, 'kind' | 'isAngled'>, path: string): string {
	if (kind === 'import') return path.replace(/(?<!\\) /g, '\\ ');
	if (kind === 'slug' || isAngled) return path;
	return path.replace(/[ ()<>%]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A new name that someone typed for a link: the path that the file then gets. */
export function renamedTarget(
	link: DocumentLink,
	newName: string,
	documentPath: string,
	homeDirectory: string,
): string | undefined {
	const name = newName.trim();
	if (name === '' || link.path === undefined || /[\r\n]/.test(name)) return undefined;
	if (link.kind === 'slug') {
		const isPlain = !/[/\\|#[\]]/.test(name);
		return isPlain ? join(dirname(link.path), `${name.replace(/\.md$/, '')}.md`) : undefined;
	}
	const path = link.kind === 'import' ? name.replaceAll('\\ ', ' ') : decoded(name);
	if (path.startsWith('~/')) return join(homeDirectory, path.slice(2));
	const target = isAbsolute(path) ? join(path) : join(dirname(documentPath), path);
	return basename(target) === '' ? undefined : target;
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

const slashed = (path: string): string => path.split(sep).join('/');
