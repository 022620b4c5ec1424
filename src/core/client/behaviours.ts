/**
 * What differs between client versions, one entry a behaviour, with the first version that has the new form.
 *
 * Measured versions are 2.1.235 and 2.1.332. Where the turning point was bisected it is one version (`since`); where it
 * is only known to lie in a range, `since` is the end of the range (first version known to have it) and `notIn` the last
 * version known to lack it: a client between the two is served the old form and the behaviour is reported as uncertain.
 */

import { compareVersions } from './version.js';

interface Change {
	/** First version known to behave in the new way. */
	readonly since: string;
	/** Last version known to behave in the old way; the version just before `since` where absent. */
	readonly notIn?: string;
	/** Where the fact comes from. */
	readonly source: string;
}

/** Every behaviour that changed after 2.1.235. */
export const changes = {
	/** A byte-order mark before `---` no longer hides the front matter of rules and skills. */
	readsFrontMatterAfterByteOrderMark: {
		since: '2.1.241',
		notIn: '2.1.235',
		source: 'loader.md 3, corpus discover/bom-crlf',
	},
	/** AGENTS.md loads where no CLAUDE.md of the walk did. */
	readsAgentsMd: { since: '2.1.281', source: 'loader.md 2, corpus agents/*' },
	/** What the startup part holds through an import is not attached again by a matching rule. */
	startupCountsAsAttached: { since: '2.1.281', source: 'loader.md 1, corpus import/dedupe-with-rule' },
	/** Rules reached through a `.claude` directory that is itself a link to outside are refused. */
	refusesLinkedClaudeDirectory: { since: '2.1.284', source: 'loader.md 2' },
	/** Without a MEMORY.md an index is generated from the topic files. */
	generatesMemoryIndex: { since: '2.1.285', source: 'loader.md 7, corpus memory/none, autoidx/*' },
	/** Write, Edit and plain Bash readers attach what Read does. */
	attachesOnWriteEditAndBash: { since: '2.1.288', source: 'loader.md 6, reports.md b' },
	/** A skill's differing front-matter name follows its directory name in brackets. */
	showsSkillFrontMatterName: { since: '2.1.290', source: 'loader.md 8, corpus skill/dup' },
	/** Control characters of descriptions become blanks, `<` and `>` entities. */
	sanitisesDescriptions: { since: '2.1.300', notIn: '2.1.295', source: 'loader.md 8, reports.md h' },
	/** MEMORY.md reaches the model with LF as its only line end and without invisible characters. */
	cleansMemoryIndex: { since: '2.1.332', notIn: '2.1.235', source: 'corpus pain/cc-62325, own recordings' },
	/** `claudeMdExcludes` is tested against a linked rule's own path too, not against its target only. */
	excludesTestLinkPath: { since: '2.1.332', notIn: '2.1.235', source: 'loader.md 9, corpus pain/cc-87248' },
	/** The skill listing is sent again after compaction. */
	repeatsListingAfterCompaction: { since: '2.1.332', notIn: '2.1.235', source: 'reports.md c' },
	/** A skill of an added directory whose name is taken is listed as `lib:my-skill`; before, it was left out. */
	namesAddedSkillsByDirectory: { since: '2.1.332', notIn: '2.1.235', source: 'own recordings of both clients' },
	/** A linked worktree without `.claude/skills` gets the main checkout's, as it always got commands and agents. */
	takesSkillsOfMainCheckout: { since: '2.1.332', notIn: '2.1.235', source: 'own recordings of both clients' },
	/** A policy for plugins only counts although its value is of no known type. */
	takesUnreadablePolicyAsStrict: { since: '2.1.332', notIn: '2.1.235', source: 'own recordings of both clients' },
	/** Of two agents of one name in a directory the last by path counts; before, the last that the system lists. */
	sortsAgentFiles: { since: '2.1.332', notIn: '2.1.235', source: 'own recordings of both clients' },
	/** Agents whose names are not all ASCII stand behind the others, by code units; before, where `localeCompare` puts them. */
	listsAsciiAgentsFirst: { since: '2.1.332', notIn: '2.1.235', source: 'own recordings of both clients' },
	/** A plugin's manifest may say what it likes of author, licence and keywords; its name has no `/` and no `:`. */
	readsManifestsLeniently: { since: '2.1.332', notIn: '2.1.235', source: 'own recordings of both clients' },
	/** `--plugin-dir` may name a directory of plugins. */
	takesDirectoriesOfPlugins: { since: '2.1.332', notIn: '2.1.235', source: 'own recordings of both clients' },
	/** `--add-dir ~/lib` leads to the home directory. */
	expandsTildeOfAddedDirectories: { since: '2.1.332', notIn: '2.1.235', source: 'own recordings of both clients' },
	/** Link definitions stay in a body whose comments are taken out. */
	keepsLinkDefinitions: { since: '2.1.332', notIn: '2.1.235', source: 'own recordings of both clients' },
	/** The remotely switched pinned-memory feature is gone. */
	droppedPinnedMemory: { since: '2.1.332', notIn: '2.1.235', source: 'reports.md a' },
	/** A plugin enabled in user settings loads straight from its directory marketplace without being installed. */
	loadsPluginsFromDirectoryMarketplace: { since: '2.1.332', notIn: '2.1.235', source: 'reports.md e' },
	/** Models from opus-4-8 on have a window of 1,000,000 tokens. */
	newModelsHaveLargeWindow: { since: '2.1.332', notIn: '2.1.235', source: 'loader.md 8' },
	/** Bundled skills are those of 2.1.332. */
	bundlesSkillsOf332: { since: '2.1.332', notIn: '2.1.235', source: 'loader.md 8' },
} as const satisfies Readonly<Record<string, Change>>;

/** Name of a behaviour that changed. */
export type BehaviourName = keyof typeof changes;

/** For one client version: true where it behaves in the new way. */
export type Behaviours = Readonly<Record<BehaviourName, boolean>>;

/** What is known of one version. */
export interface VersionBehaviours {
	readonly behaviours: Behaviours;
	/** Those that nobody measured for it. */
	readonly uncertain: readonly BehaviourName[];
}

/** The same objects for each version, so that what was made with them can be told to hold still. */
const known = new Map<string, VersionBehaviours>();

/** The behaviours of one version, and those that nobody measured for it. */
export function behavioursOf(version: string): VersionBehaviours {
	const made = known.get(version) ?? makeBehaviours(version);
	known.set(version, made);
	return made;
}

function makeBehaviours(version: string): VersionBehaviours {
	const behaviours = {} as Record<BehaviourName, boolean>;
	const uncertain: BehaviourName[] = [];
	for (const [name, change] of Object.entries(changes) as [BehaviourName, Change][]) {
		behaviours[name] = compareVersions(version, change.since) >= 0;
		if (change.notIn && !behaviours[name] && compareVersions(version, change.notIn) > 0) uncertain.push(name);
	}
	return { behaviours, uncertain };
}
