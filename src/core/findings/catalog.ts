/**
 * Every code of the findings, once. The names of the settings, the sections of the README and the checks of the command
 * line all derive from this table; a test holds them together.
 */

/** How loud a finding is. */
export type Severity = 'hint' | 'info' | 'warning' | 'error';

/** What a user may set a code to. */
export type Level = 'off' | Severity;

export const levels: readonly Level[] = ['off', 'hint', 'info', 'warning', 'error'];

/** One family has one file of finders; the extension reruns only the families that a change touches. */
export type FindingFamily =
	| 'memory'
	| 'imports'
	| 'rules'
	| 'globs'
	| 'workspace'
	| 'instructions'
	| 'skills'
	| 'agents'
	| 'settings'
	| 'hygiene'
	| 'secrets'
	| 'lock';

export interface CatalogEntry {
	readonly family: FindingFamily;
	readonly level: Level;
	/** A few words for lists, e.g. `Dead topic link`. */
	readonly title: string;
	/** One sentence for the setting's description and the README. */
	readonly doc: string;
}

const entry = (family: FindingFamily, level: Level, title: string, doc: string): CatalogEntry => ({
	family,
	level,
	title,
	doc,
});

const memory = (level: Level, title: string, doc: string): CatalogEntry => entry('memory', level, title, doc);
const imports = (level: Level, title: string, doc: string): CatalogEntry => entry('imports', level, title, doc);
const rules = (level: Level, title: string, doc: string): CatalogEntry => entry('rules', level, title, doc);
const globs = (level: Level, title: string, doc: string): CatalogEntry => entry('globs', level, title, doc);
const workspace = (level: Level, title: string, doc: string): CatalogEntry => entry('workspace', level, title, doc);
const files = (level: Level, title: string, doc: string): CatalogEntry => entry('instructions', level, title, doc);
const skills = (level: Level, title: string, doc: string): CatalogEntry => entry('skills', level, title, doc);
const agents = (level: Level, title: string, doc: string): CatalogEntry => entry('agents', level, title, doc);
const settings = (level: Level, title: string, doc: string): CatalogEntry => entry('settings', level, title, doc);
const hygiene = (level: Level, title: string, doc: string): CatalogEntry => entry('hygiene', level, title, doc);
const secrets = (level: Level, title: string, doc: string): CatalogEntry => entry('secrets', level, title, doc);
const lock = (level: Level, title: string, doc: string): CatalogEntry => entry('lock', level, title, doc);

/** All codes, family by family. */
export const catalog = {
	'memory.link-dead': memory('warning', 'Dead topic link', 'A link of MEMORY.md leads to no file.'),
	'memory.slug-without-topic': memory(
		'hint',
		'Slug without a topic',
		'A `[[slug]]` of MEMORY.md names no topic; the client allows that for topics that are still to be written.',
	),
	'memory.topic-orphan': memory(
		'info',
		'Topic that nothing links to',
		'Neither MEMORY.md nor a topic that it leads to mentions this topic file, so the model never learns that it is there.',
	),
	'memory.link-duplicate': memory(
		'info',
		'Topic linked twice',
		'MEMORY.md links one topic twice under the same title.',
	),
	'memory.titles-differ': memory(
		'info',
		'One topic under two titles',
		'MEMORY.md links one topic twice under different titles, as if there were two.',
	),
	'memory.index-over-limit': memory(
		'warning',
		'MEMORY.md is cut',
		'MEMORY.md is over 200 lines or 25,000 characters; what comes after the limit never reaches the model.',
	),
	'memory.index-near-limit': memory(
		'warning',
		'MEMORY.md is nearly full',
		'MEMORY.md has reached 90 % of its 200 lines or 25,000 characters.',
	),
	'memory.line-too-long': memory(
		'hint',
		'Index line too long',
		'An entry of MEMORY.md is longer than 150 characters; details belong into the topic, where they cost nothing until it is read.',
	),
	'memory.index-empty': memory('info', 'MEMORY.md is empty', 'Nothing is left of MEMORY.md for the model to see.'),
	'memory.index-missing': memory(
		'info',
		'Topics without MEMORY.md',
		'There are topic files but no MEMORY.md, and this client generates no index from them.',
	),
	'memory.import-ignored': memory(
		'info',
		'Import in MEMORY.md',
		'MEMORY.md imports nothing: an `@path` in it is plain text.',
	),
	'memory.topic-front-matter-broken': memory(
		'info',
		'Topic with broken front matter',
		'The front matter of a topic is not valid YAML, so its name and description are lost.',
	),
	'memory.topic-stale': memory(
		'hint',
		'Old topic that nothing links to',
		'A topic that nothing links to has not changed for half a year.',
	),
	'memory.directory-shared': memory(
		'warning',
		'Memory shared with another project',
		'Another project turns into the same directory name, so both read and write one memory.',
	),

	'import.missing': imports('warning', 'Import of a missing file', 'An `@import` names a file that does not exist.'),
	'import.case-differs': imports(
		'warning',
		'Import differs in case',
		'An `@import` differs from the existing file in upper and lower case only.',
	),
	'import.trailing-punctuation': imports(
		'warning',
		'Punctuation after an import',
		'Punctuation right after an `@import` counts as part of its path, so nothing is imported.',
	),
	'import.blank-in-path': imports(
		'warning',
		'Blank in an import',
		'An `@import` ends at the first blank; a blank of the path is written `\\ `.',
	),
	'import.not-text': imports(
		'warning',
		'Import of a file that is no text',
		'The client does not import files of this type.',
	),
	'import.directory': imports('hint', 'Import of a directory', 'An `@import` of a directory imports nothing.'),
	'import.external-not-approved': imports(
		'warning',
		'External import, not approved',
		'An `@import` leads outside the launch directory, and external imports are not approved for this project.',
	),
	'import.too-deep': imports(
		'warning',
		'Import too deep',
		'The client follows imports four levels deep; this one is on the fifth.',
	),
	'import.cyclic': imports('info', 'Import in a circle', 'An `@import` leads back to a file that leads here.'),
	'import.loaded-anyway': imports(
		'info',
		'Import of a file that loads anyway',
		'An `@import` names a file that the client loads by itself.',
	),
	'import.defeats-paths': imports(
		'warning',
		'Import of a path rule',
		'An `@import` of a rule with `paths` loads it from the start, whatever files are read.',
	),

	'rule.front-matter-broken': rules(
		'warning',
		'Rule with broken front matter',
		'The front matter of a rule is not read, so the rule always loads.',
	),
	'rule.yaml-unquoted': rules(
		'warning',
		'Unquoted glob in YAML',
		'A list item such as `- **/*.ts`, or a value such as `&x/**`, is no text to YAML without quotes, so the rule always loads.',
	),
	'rule.yaml-flow-unquoted': rules(
		'warning',
		'Unquoted glob in a YAML flow list',
		'A flow list such as `[**/*.ts]` is not valid YAML without quotes, so the rule never loads.',
	),
	'rule.foreign-key': rules(
		'warning',
		'Key of another tool',
		'`globs`, `applyTo`, `path`, `alwaysApply` or `Paths` mean nothing to Claude Code, so the rule always loads.',
	),
	'rule.paths-without-pattern': rules(
		'info',
		'`paths` without a pattern',
		'`paths` is there but holds no pattern, so the rule always loads.',
	),
	'rule.byte-order-mark': rules(
		'warning',
		'Byte-order mark before front matter',
		'This client does not see front matter behind a byte-order mark, so the rule always loads.',
	),

	'rule.glob-never-matches': globs(
		'warning',
		'Glob that never matches',
		'A pattern has a form that can match no file.',
	),
	'rule.glob-bracket-class': globs(
		'warning',
		'Brackets meant literally',
		'`[id]` in a pattern is a character class that matches one letter; the directory `[id]` is written `\\[id\\]`.',
	),
	'rule.glob-extglob': globs(
		'warning',
		'Extended glob',
		'Forms such as `+(a|b)` are not understood; write braces or several patterns.',
	),
	'rule.glob-narrower': globs(
		'info',
		'Glob narrower than it looks',
		'`**` crosses directories only alone between slashes; inside a name it is a `*`.',
	),
	'rule.brace-nested': globs(
		'warning',
		'Nested braces',
		'Braces do not nest: the first `{` ends at the next `}`, so parts of the pattern are lost.',
	),
	'rule.brace-range': globs('warning', 'Range in braces', '`{1..3}` is no range; write `{1,2,3}`.'),
	'rule.brace-unclosed': globs('warning', 'Unclosed brace', 'A `{` without its `}` is a literal character.'),
	'rule.brace-budget': globs(
		'warning',
		'Braces over the budget',
		'The braces of a rule expand to more than 1,000 patterns; those of the pattern that goes beyond stay as they are written.',
	),

	'rule.glob-matches-nothing': workspace(
		'hint',
		'Glob without a file',
		'A pattern matches no file of this workspace, though others of its rule do.',
	),
	'rule.matches-nothing': workspace('info', 'Rule without a file', 'No file of this workspace activates the rule.'),
	'rule.glob-wider': workspace(
		'hint',
		'Glob wider than it looks',
		'A pattern also matches files in deeper directories than it seems to name.',
	),
	'rule.larger-than-scope': workspace(
		'hint',
		'Rule larger than its files',
		'A path rule is longer than all the files that it applies to.',
	),

	'instructions.empty': files(
		'info',
		'Empty instruction file',
		'Nothing is left of the file once front matter, block comments and blanks are removed, so it does not load.',
	),
	'instructions.too-large': files('error', 'Instruction file too large', 'A file over 4 MiB does not load at all.'),
	'instructions.large': files(
		'warning',
		'Large instruction file',
		'The client itself warns of a file of this size: it is sent whole with every request.',
	),
	'instructions.unreadable': files('warning', 'Unreadable instruction file', 'The client cannot read the file.'),
	'instructions.wrong-case': files(
		'warning',
		'Name in the wrong case',
		'The client reads `CLAUDE.md`, `CLAUDE.local.md` and `AGENTS.md` in exactly this spelling.',
	),
	'instructions.local-in-dot-claude': files(
		'warning',
		'CLAUDE.local.md inside .claude',
		'`.claude/CLAUDE.local.md` is not read; the file belongs beside `.claude`.',
	),
	'instructions.link-as-text': files(
		'warning',
		'Link checked out as text',
		'The whole text of the file is the path of another one: a symbolic link that git wrote as a text file.',
	),
	'instructions.agents-md-superseded': files(
		'hint',
		'AGENTS.md is not read',
		'AGENTS.md is read only where no CLAUDE.md loads on the way to the launch directory, and by newer clients only.',
	),

	'skill.front-matter-broken': skills(
		'warning',
		'Skill with broken front matter',
		'The front matter of a skill is not read, so its description is a line of its text.',
	),
	'skill.description-missing': skills(
		'warning',
		'Skill without a description',
		'Without a description the model chooses by the first line of the text.',
	),
	'skill.description-too-long': skills(
		'warning',
		'Skill description too long',
		'A description is cut at 1,536 characters in the listing; what comes later does not help the model to choose.',
	),
	'skill.dropped-by-budget': skills(
		'warning',
		'Skill description dropped',
		'The skill listing is over its budget, so only the name of this skill is sent.',
	),
	'skill.superseded': skills(
		'info',
		'Skill of a taken name',
		'Another skill of the same name comes first, so this one is not listed.',
	),
	'skill.wrong-case': skills(
		'warning',
		'SKILL.md in the wrong case',
		'Only a file named exactly `SKILL.md` is a skill.',
	),
	'skill.wrong-place': skills(
		'warning',
		'Skill in the wrong place',
		'A skill is a directory with a `SKILL.md` right below `skills`.',
	),

	'agent.front-matter-broken': agents(
		'warning',
		'Agent with broken front matter',
		'The front matter of an agent is not read, so there is no such agent.',
	),
	'agent.name-missing': agents('warning', 'Agent without a name', 'Without a `name` there is no such agent.'),
	'agent.description-missing': agents(
		'warning',
		'Agent without a description',
		'Without a `description` there is no such agent.',
	),
	'agent.duplicate': agents('info', 'Agent of a taken name', 'Another agent of the same name takes this one’s place.'),

	'settings.void': settings(
		'error',
		'Void settings file',
		'The file is not strict JSON, so the client ignores all of it.',
	),
	'settings.unreadable': settings('warning', 'Unreadable settings file', 'The client cannot read the settings file.'),
	'settings.wrong-type': settings(
		'error',
		'Setting of the wrong type',
		'A known key has a value that the client does not take, so it ignores the whole file (in managed settings, the key).',
	),
	'settings.exclude-never-matches': settings(
		'warning',
		'Exclude that matches nothing',
		'A pattern of `claudeMdExcludes` is held against the absolute paths of files, so a relative one, one with `~` or a directory matches nothing.',
	),
	'settings.memory-directory-ignored': settings(
		'warning',
		'Memory directory ignored',
		'`autoMemoryDirectory` must be absolute or begin with `~/`, and must not be the home directory.',
	),

	'hygiene.paragraph-duplicated': hygiene(
		'info',
		'Paragraph loaded twice',
		'The same paragraph stands in two files that load together.',
	),
	'hygiene.nested-repeats-ancestor': hygiene(
		'info',
		'Nested file repeats another',
		'Nearly all of a nested instruction file stands in a file that is loaded already.',
	),
	'hygiene.local-file-tracked': hygiene(
		'warning',
		'CLAUDE.local.md in git',
		'CLAUDE.local.md is meant for one person, but git tracks it.',
	),
	'hygiene.names-differ-in-case': hygiene(
		'info',
		'Names that differ in case only',
		'Two files of one directory differ in upper and lower case only; other systems take them for one.',
	),

	'secret.possible': secrets(
		'warning',
		'Possible secret',
		'A text that is sent to the provider holds what looks like a password, a key or a token.',
	),

	'lock.void': lock(
		'warning',
		'Import lock is void',
		'The import lock `.claude/context.lock.json` is not of its form, so nothing is compared with it.',
	),
	'lock.drift': lock(
		'warning',
		'External import has changed',
		'A file from outside the repository has another content than the one that somebody accepted and locked.',
	),
	'lock.added': lock(
		'warning',
		'External import is not locked',
		'The repository has an import lock, and imports or links a file from outside that is not in it.',
	),
	'lock.removed': lock(
		'warning',
		'Locked import is gone',
		'The import lock names a file that nothing imports or links any more.',
	),
	'lock.only-here': lock(
		'info',
		'Import of this machine only',
		'A local file imports something from outside the repository: no other machine has it, so the import lock leaves it out.',
	),
} as const satisfies Readonly<Record<string, CatalogEntry>>;

/** A code of the catalog, e.g. `memory.link-dead`. */
export type FindingCode = keyof typeof catalog;

/** All codes in the catalog's order. */
export const findingCodes = Object.keys(catalog) as readonly FindingCode[];

/** Name of the setting with a code's level, e.g. `contextInspector.findings.memory.link-dead`. */
export const settingNameOf = (code: FindingCode): string => `contextInspector.findings.${code}`;

/** Codes of one family. */
export const codesOf = (family: FindingFamily): readonly FindingCode[] =>
	findingCodes.filter((code) => catalog[code].family === family);

/** A code's level under the user's levels. */
export const levelOf = (code: FindingCode, chosen: Readonly<Partial<Record<FindingCode, Level>>> = {}): Level =>
	Object.hasOwn(chosen, code) ? (chosen[code] ?? catalog[code].level) : catalog[code].level;

/** What `package.json` contributes for a code's level. */
export interface LevelSetting {
	readonly type: 'string';
	readonly enum: readonly Level[];
	readonly default: Level;
	readonly scope: 'resource';
	readonly markdownDescription: string;
}

/** The contribution of a code's setting; a test holds `package.json` to it. */
export const levelSettingOf = (code: FindingCode): LevelSetting => ({
	type: 'string',
	enum: levels,
	default: catalog[code].level,
	scope: 'resource',
	markdownDescription: `${catalog[code].title}. ${catalog[code].doc}`,
});
