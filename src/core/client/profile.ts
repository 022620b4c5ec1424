/** A client version as the model uses it. */

import { type BehaviourName, type Behaviours, behavioursOf } from './behaviours.js';
import { compareVersions, parseVersion } from './version.js';

/** Versions that were recorded; the corpus holds the model to both. */
export const measuredVersions = ['2.1.235', '2.1.332'] as const;

export const oldestVersion: string = measuredVersions[0];
export const newestVersion: string = measuredVersions[measuredVersions.length - 1] as string;

export interface ClientProfile {
	/** The version that was asked for, e.g. `2.1.400`. */
	readonly requested: string;
	/** The version whose behaviour is modelled: the requested one, or the nearest that is known. */
	readonly version: string;
	readonly behaviours: Behaviours;
	/** Behaviours that changed somewhere around this version and were not measured in it. */
	readonly uncertain: readonly BehaviourName[];
	/** One sentence where the profile is not exactly the requested client's, e.g. for one newer than every recording. */
	readonly note?: string;
}

/**
 * The profile of a client version. From 2.1.235 to 2.1.332 every version gets its own mixture of behaviours; an older,
 * newer or unreadable one is served by the nearest recorded version, and `note` says so.
 *
 * @example profileOf('2.1.284').behaviours.readsAgentsMd // true
 */
export function profileOf(requested: string): ClientProfile {
	if (!parseVersion(requested)) {
		return nearest(
			requested,
			newestVersion,
			`"${requested}" is not a client version; the model is that of ${newestVersion}.`,
		);
	}
	if (compareVersions(requested, oldestVersion) < 0) {
		return nearest(
			requested,
			oldestVersion,
			`Client ${requested} is older than the oldest recorded one; the model is that of ${oldestVersion}.`,
		);
	}
	if (compareVersions(requested, newestVersion) > 0) {
		return nearest(
			requested,
			newestVersion,
			`Client ${requested} is newer than the newest recorded one; the model is that of ${newestVersion}.`,
		);
	}
	const { behaviours, uncertain } = behavioursOf(requested);
	const measured = (measuredVersions as readonly string[]).includes(requested);
	return {
		requested,
		version: requested,
		behaviours,
		uncertain,
		...(measured
			? {}
			: {
					note: `Client ${requested} was not recorded itself; its behaviour is put together from what is known of ${oldestVersion} to ${newestVersion}.`,
				}),
	};
}

function nearest(requested: string, version: string, note: string): ClientProfile {
	return { requested, version, ...behavioursOf(version), note };
}
