/** `skillOverrides`: what the settings make of single skills (corpus `skill/overrides`, `skill/overrides-scopes`). */

import type { Reason } from '../source.js';
import { settingPlace } from './settingPlaces.js';
import type { Setting, Settings } from './settings.js';
import type { SkillCandidate } from './skillCandidates.js';
import { overridden } from './skillReasons.js';

export interface SkillOverride {
	readonly state: 'name only' | 'not loaded';
	readonly reason: Reason;
}

/**
 * What the settings say of a skill: by its listed name, else by its directory's name, so that an override reaches nested
 * skills too (recorded). `on` and nothing leave it alone; plugin skills are never overridden.
 */
export function overrideOf(settings: Settings, { name, place }: SkillCandidate): SkillOverride | undefined {
	if (place.plugin) return undefined;
	return (
		overrideByName(settings, name) ?? (name === place.baseName ? undefined : overrideByName(settings, place.baseName))
	);
}

/** What the settings say of a name, e.g. of a bundled skill's. */
export function overrideByName(settings: Settings, name: string): SkillOverride | undefined {
	const setting = overridesOf(settings).get(name);
	const value = setting?.value;
	if (!setting || (value !== 'name-only' && value !== 'off' && value !== 'user-invocable-only')) return undefined;
	const { file } = setting;
	const reason = overridden(name, value, file.path, file.scope === 'managed');
	return {
		state: value === 'name-only' ? 'name only' : 'not loaded',
		reason: { ...reason, place: settingPlace(file, 'skillOverrides', name) },
	};
}

const merged = new WeakMap<Settings, ReadonlyMap<string, Setting<unknown>>>();

function overridesOf(settings: Settings): ReadonlyMap<string, Setting<unknown>> {
	let overrides = merged.get(settings);
	if (!overrides) {
		overrides = settings.members('skillOverrides');
		merged.set(settings, overrides);
	}
	return overrides;
}
