/** The hash of a text, handed to the core by its host: the core itself has no cryptography. */

export interface TextDigest {
	/** SHA-256 of the text's UTF-8 bytes, 64 hexadecimal digits. */
	readonly sha256: string;
	/** Length of the text's UTF-8 bytes. */
	readonly bytes: number;
}

export type Digester = (text: string) => TextDigest;
