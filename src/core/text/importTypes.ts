/** Which files an `@import` may name: text, by extension (loader.md 4). */

/**
 * Extensions that load, without the dot and in lower case. Known from recordings: `md`, `MD`, `ts`, `json`, `env`, no
 * extension (loader.md 4); refused: `png`, `pdf`, `svg`, `ipynb`, unknown ones. The rest of the list is the kinds of
 * text that loader.md names (text, code, configuration); it is not yet measured one by one.
 */
const textExtensions: ReadonlySet<string> = new Set([
	...['md', 'txt', 'text', 'markdown', 'mdx', 'rst', 'adoc', 'asciidoc', 'org', 'tex', 'latex', 'log', 'diff', 'patch'],
	...['json', 'yaml', 'yml', 'toml', 'xml', 'csv', 'ini', 'cfg', 'conf', 'config', 'properties', 'env', 'lock'],
	...['html', 'htm', 'css', 'scss', 'sass', 'less', 'vue', 'svelte', 'astro', 'ejs', 'hbs', 'pug', 'jade'],
	...['js', 'ts', 'tsx', 'jsx', 'mjs', 'cjs', 'mts', 'cts', 'py', 'pyi', 'pyw', 'rb', 'erb', 'rake', 'go', 'rs'],
	...['java', 'kt', 'kts', 'scala', 'c', 'cpp', 'cc', 'cxx', 'h', 'hpp', 'hxx', 'cs', 'swift', 'sh', 'bash', 'zsh'],
	...['fish', 'ps1', 'bat', 'cmd', 'php', 'pl', 'pm', 'lua', 'r', 'R', 'dart', 'ex', 'exs', 'erl', 'hrl', 'clj'],
	...[
		'cljs',
		'cljc',
		'edn',
		'hs',
		'lhs',
		'elm',
		'ml',
		'mli',
		'f',
		'f90',
		'f95',
		'for',
		'sql',
		'graphql',
		'gql',
		'proto',
	],
	...['cmake', 'make', 'makefile', 'gradle', 'sbt'],
]);

/**
 * True where the client would load a file of this name through an import: its extension is one of text, e.g.
 * `docs/a.md`, `g.MD`, `f.env`, `.env`, or it has none, e.g. `LICENSE`.
 */
export function isImportableExtension(path: string): boolean {
	const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
	const dot = name.lastIndexOf('.');
	// A name that only begins with a dot has no extension (`.env`, `.gitignore`).
	if (dot <= 0 || dot === name.length - 1) return true;
	return textExtensions.has(name.slice(dot + 1).toLowerCase());
}
