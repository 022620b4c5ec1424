/**
 * Which values the client takes for the keys that it knows. A wrong one in a user, project or local file voids that file
 * as a whole; in managed settings it costs the key alone (own recordings of 2.1.235 and 2.1.332).
 */

import { isNumber, isRecord, isString } from '../values.js';

type Check = (value: unknown) => boolean;

const isBooleanValue: Check = (value) => typeof value === 'boolean';
const isStrings: Check = (value) => Array.isArray(value) && value.every(isString);
const isShare: Check = (value) => isNumber(value) && value > 0 && value <= 1;
const isCount: Check = (value) => isNumber(value) && Number.isInteger(value) && value > 0;
const isMapOf =
	(check: Check): Check =>
	(value) =>
		isRecord(value) && Object.values(value).every(check);

const overrides: readonly unknown[] = ['on', 'off', 'name-only', 'user-invocable-only'];

/** Keys whose wrong values were recorded to void a file. Unknown keys never do. */
const checks: Readonly<Record<string, Check>> = {
	autoMemoryEnabled: isBooleanValue,
	autoMemoryDirectory: isString,
	claudeMdExcludes: isStrings,
	claudeMd: isString,
	disableBundledSkills: isBooleanValue,
	model: isString,
	outputStyle: isString,
	cleanupPeriodDays: isNumber,
	skillOverrides: isMapOf((value) => overrides.includes(value)),
	skillListingMaxDescChars: isCount,
	skillListingBudgetFraction: isShare,
	enabledPlugins: isMapOf((value) => typeof value === 'boolean' || isStrings(value)),
	pluginConfigs: isMapOf(isRecord),
	permissions: (value) => isRecord(value) && arrays(value, ['allow', 'deny', 'ask', 'additionalDirectories']),
};

/** Items of the wrong type in these lists do no harm, a list of the wrong type does. */
const arrays = (value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean =>
	keys.every((key) => !Object.hasOwn(value, key) || Array.isArray(value[key]));

/** The first key whose value the client does not take. */
export const firstWrongKey = (data: Readonly<Record<string, unknown>>): string | undefined =>
	Object.keys(data).find((key) => Object.hasOwn(checks, key) && checks[key]?.(data[key]) === false);

/** The data without the keys whose values the client does not take. */
export const withoutWrongKeys = (data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
	Object.fromEntries(
		Object.entries(data).filter(([key, value]) => !Object.hasOwn(checks, key) || checks[key]?.(value) !== false),
	);
