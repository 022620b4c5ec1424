/** What the model is a function of, besides the files. */

import type { ModelProfile } from './client/models.js';
import type { ClientProfile } from './client/profile.js';
import type { Environment } from './ports.js';

/** A setting source of the client's `--setting-sources`. */
export type SettingSource = 'user' | 'project' | 'local';

/** The client's own command-line flags that change what it loads. */
export interface ClientFlags {
	/** `--add-dir`, absolute or relative to the launch directory. */
	readonly addDirectories: readonly string[];
	/** `--plugin-dir`. */
	readonly pluginDirectories: readonly string[];
	/** `--setting-sources`; all three where absent. */
	readonly settingSources: readonly SettingSource[];
	/** `--bare`. */
	readonly bare: boolean;
	/** `--safe-mode`. */
	readonly safeMode: boolean;
}

export const noFlags: ClientFlags = {
	addDirectories: [],
	pluginDirectories: [],
	settingSources: ['user', 'project', 'local'],
	bare: false,
	safeMode: false,
};

/** A part of the inputs that may be a guess. */
export type Assumed = 'client' | 'model';

export interface ContextInputs {
	/** Directory in which the client is started; resolved to its real path by the model. */
	readonly launchDirectory: string;
	readonly client: ClientProfile;
	readonly model: ModelProfile;
	/** What nobody named, so that the newest client or the default model stands in for it; absent where all was named. */
	readonly assumed?: readonly Assumed[];
	readonly flags: ClientFlags;
	readonly environment: Environment;
	/** False for a workspace in Restricted Mode: project and local settings then redirect nothing. */
	readonly trusted: boolean;
	/** Model the remotely switched pinned-memory feature of 2.1.235 (reports.md a). */
	readonly pinnedMemory: boolean;
}
