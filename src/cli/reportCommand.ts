/** `report [DIR]`: the context of a directory for people, in 80 columns or as a page. */

import { resolve } from 'node:path';
import { discoverBelow } from '../core/model/discovery.js';
import { buildReport } from '../core/model/report.js';
import type { FileSystem } from '../core/ports.js';
import { isSystemPath } from '../host/fileFacts.js';
import { writeOwnFile } from '../host/ownFile.js';
import { atMost, modelOptions, parseCommandLine } from './arguments.js';
import { modelFrom } from './inputs.js';
import { type Output, oneLine } from './output.js';
import { printReport } from './reportText.js';
import { exitCodes, UsageError } from './usageError.js';

const options = { ...modelOptions, html: { type: 'string' } } as const;

export async function reportCommand(argv: readonly string[], fs: FileSystem, output: Output): Promise<number> {
	const { values, positionals } = parseCommandLine(argv, options);
	atMost(1, positionals);
	if (values.html === '') throw new UsageError('--html takes the name of a file.');
	if (values.html !== undefined && values.json) throw new UsageError('Choose one of --html and --json.');
	const model = await modelFrom(fs, values, positionals[0] ?? '.');
	const report = buildReport(model, await discoverBelow(model));
	if (values.html !== undefined) {
		const { pageOf } = await import('./reportHtml.js');
		writePage(values.html, await pageOf(model, report, values));
		// Where the page itself goes there, words would be part of it.
		if (!isSystemPath(resolve(values.html))) output.data(`Written to ${oneLine(values.html)}.`);
	} else if (values.json)
		output.data(JSON.stringify(report, (key, value: unknown) => (key === 'text' ? undefined : value), '\t'));
	else printReport(model, report, output);
	return exitCodes.fine;
}

function writePage(path: string, page: string): void {
	const fault = writeOwnFile(resolve(path), page);
	if (fault !== undefined) throw new UsageError(`The page ${resolve(path)} ${fault}; nothing was written.`);
}
