/** What a text costs, estimated without a tokenizer. */

/** Units of Latin text that make a token on average (the rule of thumb of the client's own estimates). */
const lettersPerToken = 4;
/** Units of punctuation, digits and symbols that make a token: code is denser than prose. */
const symbolsPerToken = 2.5;

/**
 * Estimated tokens of a text: four letters or blanks, two and a half symbols or digits, or one unit of a script that is
 * written without an alphabet's economy (Chinese, Japanese, Korean, emoji) make one token. An estimate for people, good
 * to some 15 % on prose and code; the model's tokenizer is not public. Linear, and 0 for the empty text.
 */
export function estimateTokens(text: string): number {
	let letters = 0;
	let symbols = 0;
	let wide = 0;
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		if (unit >= 0x2e80) wide += unit >= 0xd800 && unit <= 0xdfff ? 0.75 : 1;
		else if (unit >= 0x80 || (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit <= 0x20)
			letters++;
		else symbols++;
	}
	return Math.ceil(letters / lettersPerToken + symbols / symbolsPerToken + wide);
}
