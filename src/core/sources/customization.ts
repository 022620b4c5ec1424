/** Settings that take skills and agents away as a whole: policies and permission rules. */

import type { ClientProfile } from '../client/profile.js';
import type { Place, Reason } from '../source.js';
import { isRecord, isString, own } from '../values.js';
import { settingPlace } from './settingPlaces.js';
import type { Settings, SettingsFile } from './settings.js';

/**
 * Why only managed and plugin skills (or agents) count: `strictPluginOnlyCustomization` of the managed settings, `true`
 * or a list that names the kind (corpus `set/strict-plugin`; elsewhere the key has no effect). A value of another type
 * does nothing in the older client and counts as `true` in the newer one (recorded).
 */
export function pluginsOnly(settings: Settings, kind: 'skills' | 'agents', client: ClientProfile): Reason | undefined {
	const key = 'strictPluginOnlyCustomization';
	const policy = settings.scalar(key, isSet, ['managed']);
	if (!policy || !isStrict(policy.value, kind, client)) return undefined;
	const { file } = policy;
	return {
		code: 'disabled-by-policy',
		sentence: `The policy "${key}" in ${file.path} leaves only managed ${kind} and those of plugins.`,
		place: settingPlace(file, key),
	};
}

const isSet = (value: unknown): value is unknown => value !== undefined;

function isStrict(value: unknown, kind: string, client: ClientProfile): boolean {
	if (typeof value === 'boolean') return value;
	return Array.isArray(value) ? value.includes(kind) : client.behaviours.takesUnreadablePolicyAsStrict;
}

/** A rule of `permissions.deny`. */
export interface DenyRule {
	/** e.g. `Skill`, `Agent(reviewer)`. */
	readonly rule: string;
	readonly file: SettingsFile;
	readonly place: Place;
}

/** The deny rules of all settings files, the strongest file first. */
export function denyRules(settings: Settings): readonly DenyRule[] {
	return [...settings.files].reverse().flatMap((file) => {
		const permissions = own(file.data, 'permissions');
		const deny = isRecord(permissions) ? own(permissions, 'deny') : undefined;
		if (!Array.isArray(deny)) return [];
		return deny.filter(isString).map((rule) => ({ rule, file, place: settingPlace(file, 'deny', rule) }));
	});
}

/** The reason that a deny rule gives; `what` is what it takes away. */
export function deniedBy({ rule, file, place }: DenyRule, what: string): Reason {
	return {
		code: file.scope === 'managed' ? 'disabled-by-policy' : 'disabled-by-setting',
		sentence: `The rule "${rule}" of permissions.deny in ${file.path} takes away ${what}.`,
		place,
	};
}

/**
 * Why there is no skill listing at all: a rule `Skill` or `Skill(*)` (corpus `skill/deny-wild`). A rule for one skill,
 * `Skill(x)`, hides nothing.
 */
export function skillsDenied(settings: Settings): Reason | undefined {
	const rule = denyRules(settings).find(({ rule }) => rule === 'Skill' || rule === 'Skill(*)');
	return rule && deniedBy(rule, 'the skill listing');
}
