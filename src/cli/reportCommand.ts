/** `report [DIR]`: the context of a directory for people, in 80 columns. */

import { discoverBelow } from '../core/model/discovery.js';
import { buildReport } from '../core/model/report.js';
import type { FileSystem } from '../core/ports.js';
import { atMost, modelOptions, parseCommandLine } from './arguments.js';
import { modelFrom } from './inputs.js';
import type { Output } from './output.js';
import { printReport } from './reportText.js';
import { exitCodes } from './usageError.js';

export async function reportCommand(argv: readonly string[], fs: FileSystem, output: Output): Promise<number> {
	const { values, positionals } = parseCommandLine(argv, modelOptions);
	atMost(1, positionals);
	const model = await modelFrom(fs, values, positionals[0] ?? '.');
	const report = buildReport(model, await discoverBelow(model));
	if (values.json)
		output.data(JSON.stringify(report, (key, value: unknown) => (key === 'text' ? undefined : value), '\t'));
	else printReport(model, report, output);
	return exitCodes.fine;
}
