/** How much a skill's use weighs when the listing is full (corpus `skill/usage-recency`, `budget/recency-*`). */

import type { SkillUsage } from '../sources/globalConfig.js';

const millisecondsPerDay = 86_400_000;
/** The weight of a use halves in a week. */
const halfLifeDays = 7;
/** Use long ago keeps this share of its weight (the recordings bound it between 0.08 and 0.11). */
const leastWeight = 0.1;

/** Count times recency; 0 for a skill that was never used. A time in the future weighs more than now (recorded). */
export function usageScore(usage: SkillUsage | undefined, now: number): number {
	if (!usage) return 0;
	const days = (now - usage.lastUsedAt) / millisecondsPerDay;
	return usage.usageCount * Math.max(0.5 ** (days / halfLifeDays), leastWeight);
}
