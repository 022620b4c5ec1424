/** Inputs of the model as a client that is started by this process would have them. */

import { resolve } from 'node:path';
import { defaultModelId, modelProfileOf } from '../core/client/models.js';
import { type ClientProfile, newestVersion, profileOf } from '../core/client/profile.js';
import { compareVersions, parseVersion } from '../core/client/version.js';
import { type ClientFlags, type ContextInputs, noFlags } from '../core/inputs.js';
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
	const client = options.client === undefined ? await installedProfile(environment) : profileOf(options.client);
	return {
		launchDirectory: resolve(directory),
		client,
		model: modelProfileOf(
			options.model ?? environment.variables['ANTHROPIC_MODEL'] ?? defaultModelId,
			client.behaviours,
		),
		flags: { ...noFlags, ...options.flags },
		environment,
		trusted: options.trusted ?? true,
		pinnedMemory: options.pinnedMemory ?? false,
	};
}

/** The newest profile that is not newer than the installed client; the newest where none is installed. */
async function installedProfile(environment: Environment): Promise<ClientProfile> {
	const version = (await findInstalledClient(environment))?.version;
	const known = version !== undefined && parseVersion(version) !== undefined;
	return profileOf(known && compareVersions(version, newestVersion) < 0 ? version : newestVersion);
}
