/** Environment variables and flags that switch parts of the context off (loader.md 7 and 9). */

import type { ContextInputs } from '../inputs.js';
import type { Reason } from '../source.js';
import * as reasons from './reasons.js';

/** How the client reads a boolean variable: 1, true, yes and on count as true, whatever their case. */
export const isTruthy = (value: string | undefined): boolean => /^(1|true|yes|on)$/i.test(value?.trim() ?? '');

/** A variable that is set to say no: 0, false, no or off. */
export const isFalsy = (value: string | undefined): boolean => /^(0|false|no|off)$/i.test(value?.trim() ?? '');

/** Why no part at all of the user's context loads: `--bare`, `--safe-mode` or the variables that stand for them. */
export function everythingOff(inputs: ContextInputs): Reason | undefined {
	if (inputs.flags.bare) return reasons.flagOff('--bare');
	if (inputs.flags.safeMode) return reasons.flagOff('--safe-mode');
	return variableOff(inputs, 'CLAUDE_CODE_SIMPLE') ?? variableOff(inputs, 'CLAUDE_CODE_SAFE_MODE');
}

/** Why nothing is attached on demand and no skill is listed; agents and the startup part stay (own recordings). */
export const attachmentsOff = (inputs: ContextInputs): Reason | undefined =>
	variableOff(inputs, 'CLAUDE_CODE_DISABLE_ATTACHMENTS');

/** Why no instruction file loads. */
export function instructionsOff(inputs: ContextInputs): Reason | undefined {
	return everythingOff(inputs) ?? variableOff(inputs, 'CLAUDE_CODE_DISABLE_CLAUDE_MDS');
}

/** The reason a truthy variable gives, where it is set. */
export function variableOff(inputs: ContextInputs, name: string): Reason | undefined {
	const value = inputs.environment.variables[name];
	return isTruthy(value) ? reasons.environmentOff(name, value ?? '') : undefined;
}
