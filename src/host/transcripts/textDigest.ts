/** The core's hash of a text. */

import { createHash } from 'node:crypto';
import type { TextDigest } from '../../core/sessions/digest.js';

/** SHA-256 of a text's UTF-8 bytes, and how many there are. */
export function textDigest(text: string): TextDigest {
	return { sha256: createHash('sha256').update(text, 'utf8').digest('hex'), bytes: Buffer.byteLength(text) };
}
