/**
 * `contextValue`s of tree rows: words joined by blanks, so that a `when` clause asks for one, e.g.
 * `viewItem =~ /\bfile\b/`. Words never contain each other at a word boundary.
 */

export const contextWords = {
	/** A row that stands for a launch directory. */
	launch: 'launch',
	/** A row that groups others. */
	group: 'group',
	/** The group of nested files, which are looked for on demand. */
	nested: 'nested',
	/** The row that says that nested files are being looked for. */
	searching: 'searching',
	/** A row of words only. */
	message: 'message',
	/** A source, whatever its state. */
	source: 'source',
	/** A source that is a file on disk (not text of the managed settings, a missing import or a bundled skill). */
	file: 'file',
	/** A file inside the workspace, so that the Explorer can reveal it. */
	workspaceFile: 'workspaceFile',
	/** A file whose text a session's transcript holds. */
	held: 'held',
	/** A source that a request can hold: a preview shows it there. */
	sent: 'sent',
	/** A source that does not load; it has a reason. */
	unloaded: 'unloaded',
} as const;

export type ContextWord = (typeof contextWords)[keyof typeof contextWords];

/** The `contextValue` of a row. */
export const contextValue = (...words: readonly ContextWord[]): string => words.join(' ');
