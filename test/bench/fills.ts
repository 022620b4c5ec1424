/** Texts that, repeated, are hard on readers of Markdown, YAML, JSON and patterns. */

/** The five of the issue, then what is known to be hard on readers of Markdown, YAML and patterns. */
export const fills: readonly string[] = [
	'{',
	'[',
	'@',
	'<!--',
	'-',
	'<!-- -->',
	'<!-- ',
	'-->',
	'@a ',
	'@a\\ ',
	'{a,b}',
	'{,',
	'**/',
	'*',
	'!',
	'\\',
	'`',
	'`` ` ',
	'```\n',
	'~~~\n\n',
	'[](',
	'![[',
	'[[',
	'](',
	'*a **b ',
	'_',
	'> ',
	'>',
	'- ',
	'1. ',
	'\t',
	' ',
	'\n',
	'\r',
	'\r\n\n',
	'# ',
	'|',
	'| a ',
	'|-',
	'<',
	'<a ',
	'<a>',
	'<div>\n',
	'&',
	'&a ',
	'*a ',
	'---\n',
	'a: ',
	'a:\n ',
	'- - ',
	'? ',
	'"',
	"'",
	'#',
	'a\n---\n',
	'a\n\n',
	'a',
	'é',
	'\uFEFF',
	'\uD83D',
	'\0',
];

/** One fill in one place. */
export interface HostileResult {
	readonly place: string;
	readonly fill: string;
	readonly milliseconds: number;
	/** Where it was thrown: what. */
	readonly thrown?: string;
}

const mebibyte = 1024 * 1024;
/** What already takes this long with a sixteenth of the text is not tried with all of it. */
const hopeless = 200;

/** Times a reader with a mebibyte of every fill. */
export async function measureFills(
	place: string,
	read: (text: string) => Promise<unknown>,
): Promise<readonly HostileResult[]> {
	const results: HostileResult[] = [];
	for (const fill of fills) {
		const trial = await measureFill(place, fill, mebibyte / 16, read);
		results.push(trial.milliseconds > hopeless ? trial : await measureFill(place, fill, mebibyte, read));
	}
	return results;
}

async function measureFill(
	place: string,
	fill: string,
	size: number,
	read: (text: string) => Promise<unknown>,
): Promise<HostileResult> {
	const text = fill.repeat(Math.ceil(size / fill.length));
	const start = performance.now();
	try {
		await read(text);
	} catch (error) {
		return { place, fill, milliseconds: performance.now() - start, thrown: String(error).slice(0, 100) };
	}
	return { place, fill, milliseconds: performance.now() - start };
}
