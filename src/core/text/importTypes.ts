/** Which files an `@import` may name: text, by extension (loader.md 4). */

/**
 * Extensions that load, in lower case; case does not count. Measured one by one on 2.1.235 and 2.1.332, 270 tried. Not
 * among them: `markdown`, `mdx`, `jsonc`, `jsonl`, `tsv`, `mk`, `tf`, pictures, documents, digits, unknown ones.
 */
const textExtensions: ReadonlySet<string> = new Set(
	`
		md txt text rst adoc asciidoc org tex latex log csv json yaml yml toml xml html htm css scss sass
		less js mjs cjs jsx ts mts cts tsx vue svelte astro py pyi pyw rb erb rake go rs java kt kts scala
		gradle c h cc cpp cxx hpp hxx cs swift php pl pm lua r dart ex exs erl hrl hs lhs elm clj cljs cljc
		edn ml mli sh bash zsh fish ps1 bat cmd sql graphql gql proto ini cfg conf config properties env
		makefile cmake lock diff patch ejs hbs pug f f90 for
	`
		.trim()
		.split(/\s+/),
);

/**
 * True where the client would load a file of this name through an import: its extension is one of text, e.g.
 * `docs/a.md`, `g.MD`, `f.env`, or it has none, e.g. `LICENSE`, `.env`. Only the last one counts (`a.test.ts`), and a dot at
 * the end is an extension that no text has.
 */
export function isImportableExtension(path: string): boolean {
	const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
	const dot = name.lastIndexOf('.');
	// A name that only begins with a dot has no extension (`.gitignore`).
	return dot <= 0 || textExtensions.has(name.slice(dot + 1).toLowerCase());
}
