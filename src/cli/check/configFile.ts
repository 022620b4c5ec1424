/** Finds and reads `.context-inspector.json`. */

import { dirname, join, resolve } from 'node:path';
import { type CheckConfig, configFileName, parseConfig } from '../../core/check/config.js';
import { LineIndex } from '../../core/check/positions.js';
import type { FileSystem } from '../../core/ports.js';
import { UsageError } from '../usageError.js';

/** A configuration and the directory that its paths are relative to. */
export interface FoundConfig {
	readonly path?: string;
	readonly directory: string;
	readonly config: CheckConfig;
}

const limitBytes = 1024 * 1024;

/** The configuration that `--config` names, else the nearest one from the directory up to the repository's root. */
export async function findConfig(
	fs: FileSystem,
	named: string | undefined,
	directory: string,
	root: string,
): Promise<FoundConfig> {
	if (named !== undefined) {
		const found = await readConfig(fs, resolve(named));
		if (!found) throw new UsageError(`There is no configuration ${resolve(named)}.`);
		return found;
	}
	for (let at = directory; ; at = dirname(at)) {
		const found = await readConfig(fs, join(at, configFileName));
		if (found) return found;
		if (at === root || at === dirname(at)) return { directory, config: {} };
	}
}

async function readConfig(fs: FileSystem, path: string): Promise<FoundConfig | undefined> {
	const file = await fs.readText(path, limitBytes);
	if (!file) return undefined;
	if (!file.ok) throw new UsageError(`The configuration ${path} cannot be read (${file.failure}).`);
	const parsed = parseConfig(file.text);
	if ('config' in parsed) return { path, directory: dirname(path), config: parsed.config };
	const { line, column } = new LineIndex(file.text).at(parsed.fault.offset);
	throw new UsageError(`${path}:${line}:${column}: ${parsed.fault.message}.`);
}
