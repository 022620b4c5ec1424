/** Environment variables as the client sees them: those that settings set come over those of its process (recorded). */

import type { Environment } from '../ports.js';
import { isRecord, own, type Settings } from './settings.js';

/** The value of a variable: of the strongest settings file whose `env` has it, else of the process. */
export function environmentVariable(name: string, environment: Environment, settings: Settings): string | undefined {
	for (const file of [...settings.files].reverse()) {
		const variables = own(file.data, 'env');
		const value = isRecord(variables) ? own(variables, name) : undefined;
		if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
	}
	return environment.variables[name];
}
