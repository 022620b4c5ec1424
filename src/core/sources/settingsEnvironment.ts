/** Environment variables as the client sees them: those that settings set come over those of its process (recorded). */

import type { Environment } from '../ports.js';
import { isRecord, own } from '../values.js';
import type { Settings } from './settings.js';

/**
 * The environment in which the client works once it has read its settings: a stronger file's variable wins. Even
 * `CLAUDE_CONFIG_DIR` counts from then on, for everything but the settings themselves (recorded).
 */
export function withSettingsVariables(environment: Environment, settings: Settings): Environment {
	const variables: Record<string, string | undefined> = { ...environment.variables };
	for (const file of settings.files) {
		const set = own(file.data, 'env');
		if (!isRecord(set)) continue;
		for (const [name, value] of Object.entries(set)) {
			if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
				variables[name] = String(value);
		}
	}
	return { ...environment, variables };
}
