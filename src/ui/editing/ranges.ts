/** From ranges of a text, in UTF-16 units, to those of an open document with the same text. */

import { Position, Range, type TextDocument } from 'vscode';
import type { TextRange } from '../../core/text/frontMatter.js';
import { TextPositions } from '../places.js';
import { openDocument } from './editingDocuments.js';

/** The range in a document whose text the offsets count. */
export function documentRange(document: TextDocument, { offset, length }: TextRange): Range {
	return new Range(document.positionAt(offset), document.positionAt(offset + length));
}

/** Ranges of a file: of its open document, else of the text on disk without its byte-order mark. */
export function fileRanges(path: string, text: string): (range: TextRange) => Range {
	const document = openDocument(path);
	if (document) return (range) => documentRange(document, range);
	const positions = new TextPositions(text);
	return ({ offset, length }) => positions.range(offset, length);
}

export const fileStart = new Range(new Position(0, 0), new Position(0, 0));
