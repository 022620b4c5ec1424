/** Inputs of the model as a client that is started by this process would have them. */

import { resolve } from 'node:path';
import { defaultModelId, modelProfileOf } from '../core/client/models.js';
import { newestVersion, profileOf } from '../core/client/profile.js';
import { compareVersions, parseVersion } from '../core/client/version.js';
import { type Assumed, type ClientFlags, type ContextInputs, noFlags } from '../core/inputs.js';
import type { Environment } from '../core/ports.js';
import { type EnvironmentOptions, nodeEnvironment } from './environment.js';
import { findInstalledClient } from './installedClient.js';

/** What may differ from this process's own circumstances; all optional. */
export interface InputOptions {
	/** Client version, e.g. `2.1.332`; the installed one where absent, else the newest known. */
	readonly client?: string;
	/** Model id, e.g. `claude-opus-4-6`; `ANTHROPIC_MODEL` where absent, else the default. */
	readonly model?: string;
	/** The client's own flags. */
	readonly flags?: Partial<ClientFlags>;
	readonly environment?: EnvironmentOptions;
	/** False to model a workspace that is not trusted. */
	readonly trusted?: boolean;
	/** True to model the remotely switched pinned memory of 2.1.235. */
	readonly pinnedMemory?: boolean;
}

/** Inputs for a launch directory, which is relative to the working directory. */
export async function contextInputs(directory: string, options: InputOptions = {}): Promise<ContextInputs> {
	const environment = nodeEnvironment(options.environment);
	const installed = options.client === undefined ? await installedVersion(environment) : undefined;
	const client = profileOf(options.client ?? installed ?? newestVersion);
	const model = options.model ?? environment.variables['ANTHROPIC_MODEL'];
	return {
		launchDirectory: resolve(directory),
		client,
		model: modelProfileOf(model ?? defaultModelId, client.behaviours),
		...assumedParts({ client: options.client ?? installed, model }),
		flags: { ...noFlags, ...options.flags },
		environment,
		trusted: options.trusted ?? true,
		pinnedMemory: options.pinnedMemory ?? false,
	};
}

/** What of the inputs is a guess, because nobody named it. */
export function assumedParts(named: Readonly<Record<Assumed, string | undefined>>): Pick<ContextInputs, 'assumed'> {
	const assumed = (['client', 'model'] as const).filter((part) => named[part] === undefined);
	return assumed.length > 0 ? { assumed } : {};
}

/** The installed client's version, or the newest recorded one where that is older; nothing where none is installed. */
async function installedVersion(environment: Environment): Promise<string | undefined> {
	const version = (await findInstalledClient(environment))?.version;
	if (version === undefined || !parseVersion(version)) return undefined;
	return compareVersions(version, newestVersion) < 0 ? version : newestVersion;
}
