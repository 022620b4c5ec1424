/**
 * Limits of the client that are the same in every measured version. Each names the recording or page it comes from;
 * "corpus" ids are scenarios of `test/conformance/corpus`. Lengths are UTF-16 units unless bytes are named.
 */

/** Larger instruction files are dropped whole; a file of exactly this size loads (corpus `discover/4mib`). Bytes. */
export const instructionFileLimitBytes = 4 * 1024 * 1024;

/** An importer and four levels below it load, the fifth level does not (corpus `import/depth`). */
export const importHopLimit = 4;

/** Lines of MEMORY.md that reach the model (corpus `memory/lines200`, `memory/lines201`). */
export const memoryLineLimit = 200;

/** Units of MEMORY.md that reach the model, after the line limit (corpus `memory/chars25000`, `memory/chars-cut`). */
export const memoryCharacterLimit = 25_000;

/** Entries of a generated memory index (corpus `memory/idx-short`). */
export const generatedIndexEntryLimit = 140;

/** Units of a generated memory index: 70 % of a written one (corpus `autoidx/many`). */
export const generatedIndexCharacterLimit = 17_500;

/** Units of one line of a generated memory index, the closing `…` included (corpus `autoidx/many`). */
export const generatedIndexLineLimit = 150;

/** Levels below the memory directory that are scanned for topic files. A guard of ours: the client went down 40 (recorded). */
export const memoryScanDepthLimit = 64;

/** Directory entries that a scan for topic files looks at. A guard of ours: the client took 5,100 (recorded). */
export const memoryScanEntryLimit = 50_000;

/** A larger topic file is left out of the scan. A guard of ours: the client took one of 11 MB (recorded). Bytes. */
export const topicFileLimitBytes = 64 * 1024 * 1024;

/** Lines at a topic's head that are searched for front matter (own recordings of 2.1.332). */
export const topicHeadLineLimit = 30;

/** Bytes at a topic's head that are searched for front matter (own recordings of 2.1.332). */
export const topicHeadByteLimit = 65_536;

/** Pinned topics that the gated feature puts before the index (design page `reports.md`, question a). */
export const pinnedTopicLimit = 4;

/** A project directory's name is cut to this and a hash follows (own recordings; corpus `pain/clay-182`). */
export const projectSlugLimit = 200;

/** Default cap of one skill description in the listing, the closing `…` included (corpus `skill/cap`). */
export const skillDescriptionLimit = 1_536;

/** Default share of the model's window that the skill listing may take (corpus `skill/budget-30x400`). */
export const skillListingBudgetFraction = 0.01;

/** Units of one invoked skill body that come back after compaction, the closing note of 100 included (reports.md c). */
export const compactedSkillBodyLimit = 20_000;

/** Units of all invoked skill bodies that come back after compaction (reports.md c). */
export const compactedSkillBodiesLimit = 100_000;

/** Patterns that the braces of one rule may expand to (corpus `glob/many-braces`). */
export const braceExpansionLimit = 1_000;

/** Units of patterns that the braces of one rule may expand to (issue 2: the client's budget of 4 MiB). */
export const braceExpansionCharacterLimit = 4 * 1024 * 1024;

/** Least length at which the client warns of a large instruction file; 5 % of the window where that is more (loader.md 3). */
export const largeInstructionCharacters = 40_000;

/** Share of the window, in characters, above which the client warns of a large instruction file (loader.md 3). */
export const largeInstructionWindowShare = 0.05;
