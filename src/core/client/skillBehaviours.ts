/** Changes in how skills are found and named, beside those of `behaviours.ts`; recorded in both measured versions only. */

import type { ClientProfile } from './profile.js';
import { compareVersions } from './version.js';

/**
 * True where a skill of an added directory whose name is taken is listed as `lib:my-skill`; before, it was left out
 * (recorded: 2.1.235 leaves it out, 2.1.332 lists it).
 */
export const namesAddedSkillsByDirectory = (client: ClientProfile): boolean => isFrom332(client);

/**
 * True where a linked worktree without `.claude/skills` gets the main checkout's; commands and agents do in either
 * version (recorded).
 */
export const takesSkillsOfMainCheckout = (client: ClientProfile): boolean => isFrom332(client);

/** True where a policy for plugins only counts although its value is of no known type (recorded). */
export const takesUnreadablePolicyAsStrict = (client: ClientProfile): boolean => isFrom332(client);

const isFrom332 = (client: ClientProfile): boolean => compareVersions(client.version, '2.1.332') >= 0;
