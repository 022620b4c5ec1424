/** What a model is made from besides the files: client, model, flags, environment, trust; by the folder's settings. */

import { resolve } from 'node:path';
import { ExtensionMode, workspace } from 'vscode';
import { defaultModelId, modelProfileOf } from '../../core/client/models.js';
import { newestVersion, profileOf } from '../../core/client/profile.js';
import type { ContextInputs } from '../../core/inputs.js';
import type { Environment } from '../../core/ports.js';
import { assumedParts } from '../../host/contextInputs.js';
import { nodeEnvironment } from '../../host/environment.js';
import { findInstalledClient, type InstalledClient } from '../../host/installedClient.js';
import type { Configuration, ModelSettings } from '../configuration.js';
import type { LaunchDirectory } from './launchDirectories.js';

export class ClientInputs {
	readonly #configuration: Configuration;
	readonly #managedDirectory: string | undefined;
	/** By `PATH`: a folder's settings may name another. */
	readonly #installed = new Map<string, Promise<InstalledClient | undefined>>();

	constructor(configuration: Configuration, mode: ExtensionMode) {
		this.#configuration = configuration;
		// Only under test: no environment may move where policy comes from.
		this.#managedDirectory =
			mode === ExtensionMode.Test ? process.env['CONTEXT_INSPECTOR_MANAGED_DIRECTORY'] : undefined;
	}

	/** Inputs of a launch directory's model as of now. */
	async of(launch: LaunchDirectory): Promise<ContextInputs> {
		const settings = this.#configuration.modelSettings(launch.folder.uri);
		const environment = this.#environment(launch, settings);
		const version = await this.#version(settings.clientVersion, environment);
		const client = profileOf(version ?? newestVersion);
		const model = settings.model ?? environment.variables['ANTHROPIC_MODEL'];
		return {
			launchDirectory: launch.path,
			client,
			model: modelProfileOf(model ?? defaultModelId, client.behaviours),
			...assumedParts({ client: version, model }),
			flags: {
				addDirectories: settings.addDirectories.map((directory) => resolve(launch.path, directory)),
				pluginDirectories: settings.pluginDirectories.map((directory) => resolve(launch.path, directory)),
				settingSources: settings.settingSources,
				bare: settings.bare,
				safeMode: settings.safeMode,
			},
			environment,
			trusted: workspace.isTrusted,
			pinnedMemory: settings.pinnedMemory,
		};
	}

	/** The client on this machine, told from where it lies; it is never run. */
	installedClient(environment: Environment = nodeEnvironment()): Promise<InstalledClient | undefined> {
		const path = environment.variables['PATH'] ?? '';
		const known = this.#installed.get(path);
		if (known) return known;
		const found = findInstalledClient(environment);
		this.#installed.set(path, found);
		return found;
	}

	/** Forgets which client is installed. */
	clear(): void {
		this.#installed.clear();
	}

	/** The version that the user names, else the installed one. */
	async #version(named: string, environment: Environment): Promise<string | undefined> {
		return named === 'auto' ? (await this.installedClient(environment))?.version : named;
	}

	#environment(launch: LaunchDirectory, settings: ModelSettings): Environment {
		return nodeEnvironment({
			// A terminal that starts the client stands in the launch directory, by the name under which it was opened.
			variables: { ...process.env, PWD: launch.path, ...settings.environment },
			...(this.#managedDirectory === undefined ? {} : { managedDirectory: this.#managedDirectory }),
		});
	}
}
