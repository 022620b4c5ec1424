/** `diff REV [DIR]`: what the working tree, or another revision, adds to the context and takes away, source by source. */

import { PlaceNames } from '../core/check/placeNames.js';
import type { ContextInputs } from '../core/inputs.js';
import { type ContextDiff, compareContexts } from '../core/model/contextDiff.js';
import { buildContextModel } from '../core/model/contextModel.js';
import { discoverBelow } from '../core/model/discovery.js';
import { buildReport, type ContextReport } from '../core/model/report.js';
import type { FileSystem } from '../core/ports.js';
import { ignoredPaths } from '../host/git.js';
import { GitTreeFileSystem } from '../host/gitTreeFileSystem.js';
import { modelOptions, parseCommandLine } from './arguments.js';
import { type DiffContext, diffData, diffMarkdown, printDiff } from './check/diffFormats.js';
import { formatName, hermeticOf } from './check/options.js';
import { openRepository, type Repository } from './check/repository.js';
import { revisionFault } from './check/revision.js';
import { checkInputs } from './check/run.js';
import type { Output } from './output.js';
import { exitCodes, UsageError } from './usageError.js';

const options = {
	...modelOptions,
	to: { type: 'string' },
	format: { type: 'string' },
	hermetic: { type: 'boolean' },
	'no-hermetic': { type: 'boolean' },
} as const;

const formats = ['text', 'json', 'markdown'];

export async function diffCommand(argv: readonly string[], output: Output): Promise<number> {
	const { values, positionals } = parseCommandLine(argv, options);
	const [revision, given = '.', extra] = positionals;
	if (revision === undefined) throw new UsageError('diff needs a REV to compare with, e.g. origin/main.');
	if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}".`);
	const format = formatName(values.format, values.json);
	if (!formats.includes(format)) throw new UsageError(`--format takes ${formats.join(', ')}, not "${format}".`);

	const isHermetic = hermeticOf(values, {}, process.env);
	const repository = await openRepository(given, isHermetic);
	const inputs = await checkInputs(values, isHermetic, repository.directory, values.client);
	// What git ignores is no part of a branch: it is the same on both sides, or (hermetic) on neither.
	const fromDisk = isHermetic ? new Set<string>() : await ignoredPaths(repository.root);
	const at = (name: string): Promise<ContextReport> => reportAt(name, repository, fromDisk, inputs, output);
	const before = await at(revision);
	const after = values.to === undefined ? await reportOf(repository.fs, inputs) : await at(values.to);

	const diff = compareContexts(before, after ?? nothing(before));
	const names = new PlaceNames(repository.root, inputs.environment.homeDirectory);
	const labels = { before: revision, after: values.to ?? 'the working tree' };
	print(diff, format, { names, labels, after: after ?? before, isHermetic }, output);
	return exitCodes.fine;
}

function print(diff: ContextDiff, format: string, context: DiffContext, output: Output): void {
	if (format === 'json') output.data(JSON.stringify(diffData(diff, context), null, '\t'));
	else if (format === 'markdown') output.data(diffMarkdown(diff, context));
	else printDiff(diff, context, output);
}

async function reportOf(fs: FileSystem, inputs: ContextInputs): Promise<ContextReport | undefined> {
	const model = await buildContextModel(fs, inputs);
	return model && buildReport(model, await discoverBelow(model));
}

/** The report of a revision; one in which the launch directory does not exist yet has no source. */
async function reportAt(
	revision: string,
	repository: Repository,
	fromDisk: ReadonlySet<string>,
	inputs: ContextInputs,
	output: Output,
): Promise<ContextReport> {
	const { fs: disk, root, isRepository } = repository;
	const fs = isRepository ? await GitTreeFileSystem.open(disk, root, revision, { fromDisk }) : undefined;
	if (!fs) throw new UsageError(await revisionFault(repository, revision));
	try {
		const report = (await reportOf(fs, inputs)) ?? nothing(await reportOf(disk, inputs));
		if (fs.missingObjects > 0) {
			output.note(
				`context-inspector: ${fs.missingObjects} objects of "${revision}" are not in this clone, so its side is not complete.`,
			);
		}
		return report;
	} finally {
		fs.close();
	}
}

/** A report with the head of another one and no source. */
function nothing(like: ContextReport | undefined): ContextReport {
	if (!like) throw new UsageError('The launch directory exists in neither of the two.');
	const none = { characters: 0, tokens: 0 };
	return {
		...like,
		startup: [],
		onDemand: [],
		skills: [],
		agents: [],
		notLoaded: [],
		broken: [],
		alwaysLoaded: { startup: none, skillListing: none, agentListing: none },
		onDemandCost: none,
		largeFiles: [],
	};
}
