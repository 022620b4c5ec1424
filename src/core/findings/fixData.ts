/** What the quick fixes of a finding need to know beyond its range; plain data, so that it survives a diagnostic. */

import type { TextRange } from '../text/frontMatter.js';

/** A range of the finding's own file and what to write there instead. */
export interface Replacement {
	readonly range: TextRange;
	readonly newText: string;
}

export type FixData =
	/** A dead topic link: create the topic, point it to the closest existing one, or take the entry out. */
	| {
			readonly kind: 'dead-link';
			/** Absolute path of the missing topic. */
			readonly target: string;
			readonly title: string;
			/** The target as written, fragment left out. */
			readonly targetRange: TextRange;
			/** The line with its line break, where the link is all that its list item is about. */
			readonly lineRange?: TextRange;
			/** Topics with a similar name, closest first, as a link writes them. */
			readonly closest: readonly string[];
	  }
	/** A `[[slug]]` without a topic: create it. */
	| {
			readonly kind: 'missing-slug';
			readonly target: string;
			readonly slug: string;
			readonly closest: readonly string[];
	  }
	/** A topic that nothing links to: add a line to the index. */
	| {
			readonly kind: 'orphan-topic';
			readonly index: string;
			/** End of the index's text, where the line goes. */
			readonly indexEnd: number;
			/** Line to add, e.g. `- [Build](build.md) — how to build`, with the line breaks that it needs. */
			readonly line: string;
	  }
	/** A second link to one topic: take its line out. */
	| { readonly kind: 'drop-line'; readonly title: string; readonly lineRange: TextRange }
	/** An index line that is too long: move its end into the topic. */
	| {
			readonly kind: 'long-line';
			/** What leaves the index. */
			readonly range: TextRange;
			readonly topic: string;
			/** End of the topic's text. */
			readonly topicEnd: number;
			/** Text to add there. */
			readonly appended: string;
	  }
	/** An import of a file that is not there: create it, or point it to the closest existing one. */
	| {
			readonly kind: 'missing-import';
			readonly target: string;
			/** The path as written, without `@`. */
			readonly pathRange: TextRange;
			/** Paths as they would be written, closest first. */
			readonly closest: readonly string[];
	  }
	/** One or more texts of the finding's file to replace by what was meant. */
	| {
			readonly kind: 'replace';
			readonly title: string;
			readonly replacements: readonly Replacement[];
			/** True where the new text means what the old one was meant to mean beyond doubt, so that "fix all" may do it. */
			readonly isSafe: boolean;
	  }
	/** A file under the wrong name or in the wrong place. */
	| { readonly kind: 'rename-file'; readonly title: string; readonly from: string; readonly to: string }
	/** A skill whose description was dropped: list it by its name, on purpose, in a settings file. */
	| { readonly kind: 'skill-name-only'; readonly skill: string; readonly settingsPath: string }
	/** What differs from the import lock: a host accepts it, since that takes the time and the user's name. */
	| {
			readonly kind: 'accept-import';
			readonly launchDirectory: string;
			/** Portable path, see `LockEntry.path`. */
			readonly path: string;
	  };
