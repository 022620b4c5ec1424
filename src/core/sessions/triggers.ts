/** Which tool call attached a file: the transcript names the file, not the call. */

import { basename, dirname, join } from 'node:path';
import { compilePaths } from '../globs/matcher.js';
import { readPaths } from '../globs/paths.js';
import { pathBelow } from '../model/touchedFile.js';
import { isInside } from '../sources/launchPlace.js';
import type { TouchTool, TranscriptFile } from './transcriptEvents.js';

/** A touch that may have attached what follows it. */
export interface Touch {
	readonly callId?: string;
	readonly tool: TouchTool;
	readonly path: string;
	isFailed: boolean;
}

/** Does a touch attach anything? Reading a missing file does, a refused edit does not (loader.md 6). */
const mayAttach = ({ tool, isFailed }: Touch): boolean => tool === 'Read' || !isFailed;

/**
 * The touch of the last answer that attached a file: the first one that its patterns match, or that lies below the
 * directory that the file belongs to; where none fits, the only one there is.
 */
export function triggerOf(
	file: TranscriptFile,
	touches: readonly Touch[],
	launchDirectory: string | undefined,
): string | undefined {
	const candidates = touches.filter(mayAttach);
	const holder = holderOf(file.path);
	const fits = file.globs
		? matches(file.globs, holder ?? launchDirectory, launchDirectory)
		: (path: string) => holder !== undefined && isInside(holder, path);
	const fitting = candidates.find((touch) => fits(touch.path));
	return fitting?.path ?? (candidates.length === 1 ? candidates[0]?.path : undefined);
}

/** Patterns are relative to the holder of a project's rules, to the launch directory for everybody else's. */
function matches(
	globs: readonly string[],
	holder: string | undefined,
	launchDirectory: string | undefined,
): (path: string) => boolean {
	const condition = readPaths(globs);
	if (!condition) return () => false;
	const compiled = compilePaths(condition);
	const bases = [holder, launchDirectory].filter((base) => base !== undefined);
	return (path) =>
		bases.some((base) => {
			const below = pathBelow(base, path);
			return below !== undefined && compiled.matches(below).matched;
		});
}

/**
 * The directory that an instruction file speaks for.
 *
 * @example holderOf('/repo/src/.claude/rules/a.md') // '/repo/src'
 */
export function holderOf(path: string): string | undefined {
	const inClaude = /^(.*?)[\\/]\.claude(?:[\\/]|$)/.exec(path);
	if (inClaude) return inClaude[1] === '' ? join(path, '/') : inClaude[1];
	return /^(?:CLAUDE(?:\.local)?|AGENTS)\.md$/.test(basename(path)) ? dirname(path) : undefined;
}
