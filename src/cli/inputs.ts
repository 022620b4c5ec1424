/** From command-line options to the inputs of the model. */

import { resolve } from 'node:path';
import { newestVersion } from '../core/client/profile.js';
import { parseVersion } from '../core/client/version.js';
import type { ClientFlags, ContextInputs, SettingSource } from '../core/inputs.js';
import { buildContextModel, type ContextModel } from '../core/model/contextModel.js';
import type { FileSystem } from '../core/ports.js';
import { isInside } from '../core/sources/launchPlace.js';
import { contextInputs } from '../host/contextInputs.js';
import type { ModelOptionValues } from './arguments.js';
import { UsageError } from './usageError.js';

/** Inputs that the options and the environment variables describe; `directory` is relative to the working directory. */
export async function inputsFrom(
	options: ModelOptionValues,
	directory: string,
	variables = process.env,
): Promise<ContextInputs> {
	if (options.client !== undefined && !parseVersion(options.client)) {
		throw new UsageError(`--client takes a version such as ${newestVersion}, not "${options.client}".`);
	}
	if (options.model?.trim() === '') throw new UsageError('--model takes a model id such as claude-opus-4-6, not "".');
	return contextInputs(directory, {
		...(options.client === undefined ? {} : { client: options.client }),
		...(options.model === undefined ? {} : { model: options.model }),
		flags: flagsFrom(options),
		environment: {
			variables,
			...(options['managed-dir'] === undefined ? {} : { managedDirectory: resolve(options['managed-dir']) }),
			...(options.now === undefined ? {} : { now: milliseconds(options.now) }),
		},
		trusted: options.untrusted !== true,
		pinnedMemory: options['pinned-memory'] === true,
	});
}

/** The model of a directory, or a `UsageError` where there is no such directory. */
export async function modelFrom(fs: FileSystem, options: ModelOptionValues, directory: string): Promise<ContextModel> {
	const inputs = await inputsFrom(options, directory);
	const stat = await fs.stat(inputs.launchDirectory);
	if (!stat) throw new UsageError(`There is no directory ${inputs.launchDirectory}.`);
	if (stat.kind !== 'directory') throw new UsageError(`${inputs.launchDirectory} is not a directory.`);
	const model = await buildContextModel(fs, inputs);
	if (!model || (await isClosed(fs, model)))
		throw new UsageError(`The directory ${inputs.launchDirectory} cannot be read.`);
	return model;
}

/** True where nothing comes from the launch directory because nobody may look into it. */
async function isClosed(fs: FileSystem, { startup, place: { directory } }: ContextModel): Promise<boolean> {
	return !startup.some(({ path }) => isInside(directory, path)) && (await fs.list(directory, 'any')) === undefined;
}

function flagsFrom(options: ModelOptionValues): ClientFlags {
	return {
		addDirectories: options['add-dir'] ?? [],
		pluginDirectories: options['plugin-dir'] ?? [],
		settingSources: settingSources(options['setting-sources']),
		bare: options.bare === true,
		safeMode: options['safe-mode'] === true,
	};
}

const allSources: readonly SettingSource[] = ['user', 'project', 'local'];

function settingSources(list: string | undefined): readonly SettingSource[] {
	if (list === undefined) return allSources;
	const names = list
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
	const unknown = names.find((name) => !(allSources as readonly string[]).includes(name));
	if (unknown !== undefined) throw new UsageError(`--setting-sources takes user, project and local, not "${unknown}".`);
	return allSources.filter((source) => names.includes(source));
}

function milliseconds(text: string): number {
	const value = Number(text);
	if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
		throw new UsageError(`--now takes milliseconds since 1970, not "${text}".`);
	return value;
}
