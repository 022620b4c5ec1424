/** `lock [DIR]`: writes down what the project's imports from outside it hold, and says what has changed since. */

import { acceptLock, type ComparedLockEntry, problemStates } from '../core/lock/lockComparison.js';
import { lockFileText } from '../core/lock/lockFile.js';
import { compareModelLock } from '../core/lock/modelLock.js';
import { lockPathOf, readLock } from '../core/lock/readLock.js';
import type { FileSystem } from '../core/ports.js';
import { gitUserName } from '../host/gitUser.js';
import { writeLock } from '../host/lockFiles.js';
import { atMost, modelOptions, parseCommandLine } from './arguments.js';
import { counted, PathNames, row, wrap } from './format.js';
import { modelFrom } from './inputs.js';
import { type Output, oneLine } from './output.js';
import { exitCodes, UsageError } from './usageError.js';

const options = {
	...modelOptions,
	check: { type: 'boolean' },
	accept: { type: 'string', multiple: true },
} as const;

export async function lockCommand(argv: readonly string[], fs: FileSystem, output: Output): Promise<number> {
	const { values, positionals } = parseCommandLine(argv, options);
	atMost(1, positionals);
	if (values.check && values.accept) throw new UsageError('--check writes nothing, so it takes no --accept.');
	const model = await modelFrom(fs, values, positionals[0] ?? '.');
	const path = lockPathOf(model.place.directory);
	const reading = await readLock(fs, model.place.directory);
	// A broken lock may be somebody's work; it is not written over.
	if (reading && !reading.ok)
		throw new UsageError(`${path} is no lock file: ${reading.fault}. Remove it to begin anew.`);
	const lock = reading?.lock ?? { entries: [] };
	const compared = await compareModelLock(model, lock);
	const problems = compared.filter(({ state }) => problemStates.has(state));

	if (values.check) {
		print(compared, new PathNames(model), output, values.json === true, { path, problems: problems.length });
		return problems.length > 0 ? exitCodes.findings : exitCodes.fine;
	}
	const paths = values.accept?.map((written) => lockedPath(compared, written));
	const now = new Date(model.inputs.environment.now).toISOString();
	const lockedBy = await gitUserName(fs, model.inputs.environment, model.place.repositoryRoot);
	const accepted = acceptLock(compared, { lockedAt: now, lockedBy }, paths && new Set(paths));
	const isChanged = lockFileText(accepted) !== lockFileText(lock);
	if (isChanged || (!reading && accepted.entries.length > 0)) {
		const writing = await writeLock(model.place.directory, accepted);
		if (!writing.ok) throw new UsageError(`${writing.fault}; nothing was written.`);
	}
	const entries = compared.map((entry) => {
		const isAccepted = problemStates.has(entry.state) && (paths?.includes(entry.path) ?? true);
		return isAccepted ? { ...entry, accepted: true } : entry;
	});
	print(entries, new PathNames(model), output, values.json === true, {
		path,
		written: isChanged,
		locked: accepted.entries.length,
	});
	return exitCodes.fine;
}

/** The path that somebody names as it is, or as it is shown. */
function lockedPath(compared: readonly ComparedLockEntry[], written: string): string {
	const entry = compared.find(({ path }) => path === written || oneLine(path) === written);
	if (!entry) throw new UsageError(`"${written}" is neither locked nor imported; --check shows the paths.`);
	return entry.path;
}

interface ShownEntry extends ComparedLockEntry {
	/** True where this call has written it down, so that the state is one of before. */
	readonly accepted?: boolean;
}

/** What was compared, and what came of it. */
interface Outcome {
	readonly path: string;
	readonly problems?: number;
	readonly written?: boolean;
	readonly locked?: number;
}

function print(
	entries: readonly ShownEntry[],
	names: PathNames,
	output: Output,
	asJson: boolean,
	outcome: Outcome,
): void {
	if (asJson) {
		output.data(JSON.stringify({ ...outcome, entries }, null, '\t'));
		return;
	}
	for (const { path, state, sentence, accepted } of entries) {
		output.data(row(oneLine(path), accepted ? `${state}, accepted` : state, output.columns));
		if (state !== 'same' && !accepted)
			output.data(output.dim(`  ${wrap(names.sentence(oneLine(sentence)), output.columns - 2, '  ')}`));
	}
	const { path, problems, written, locked } = outcome;
	if (problems !== undefined) output.data(`${counted(problems, 'difference')} from ${names.name(path)}.`);
	else if (written) output.data(`${counted(locked ?? 0, 'entry', 'entries')} in ${names.name(path)}; commit it.`);
	else if (entries.length === 0) output.data('Nothing from outside the repository is imported or linked.');
	else output.data(`${names.name(path)} needs no change.`);
}
