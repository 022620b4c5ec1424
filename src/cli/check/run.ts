/** Runs a check: a model for each client in each launch directory, all finders over it, budgets, baseline. */

import { dirname, relative } from 'node:path';
import { checkBudgets } from '../../core/check/budgets.js';
import { type Found, isAtLeast, placeFindings } from '../../core/check/checkFinding.js';
import { budgetFindings, type CheckedLaunch, type CheckResult } from '../../core/check/checkResult.js';
import { withoutMachine } from '../../core/check/hermetic.js';
import { maskerOf } from '../../core/check/masking.js';
import { packageDirectories } from '../../core/check/packages.js';
import { PlaceNames } from '../../core/check/placeNames.js';
import { modelNoteOf } from '../../core/client/models.js';
import { newestVersion } from '../../core/client/profile.js';
import { findAll } from '../../core/findings/findings.js';
import type { ContextInputs } from '../../core/inputs.js';
import { buildContextModel, type ContextModel } from '../../core/model/contextModel.js';
import { type Discovery, discoverBelow } from '../../core/model/discovery.js';
import { costOf } from '../../core/model/report.js';
import { isInside } from '../../core/sources/launchPlace.js';
import { nodeEnvironment } from '../../host/environment.js';
import { hermeticHome, hermeticManaged } from '../../host/hermeticFileSystem.js';
import { SecretFinder } from '../../host/secretFinder.js';
import { listSessions } from '../../host/transcripts/sessions.js';
import type { ModelOptionValues } from '../arguments.js';
import { inputsFrom } from '../inputs.js';
import { UsageError } from '../usageError.js';
import type { CheckPlan } from './options.js';
import { openRepository, type Repository } from './repository.js';

declare const PACKAGE_VERSION: string;

export interface CheckRun {
	readonly result: CheckResult;
	/** Sentences for the person who runs it. */
	readonly notes: readonly string[];
	/** What the result's paths are called. */
	readonly names: PlaceNames;
	/** Takes the values of the secrets that were found out of a text. */
	readonly mask: (text: string) => string;
}

/** The result before the baseline is asked. */
export async function runCheck(plan: CheckPlan): Promise<CheckRun> {
	const places = await launchPlaces(plan);
	const names = new PlaceNames(commonRoot(places.map(({ repository }) => repository.root)), homeOf(plan));
	const secrets = new SecretFinder();
	const found: Found[] = [];
	const launches: CheckedLaunch[] = [];
	const failures: { family: string; message: string }[] = [];
	const models: ContextModel[] = [];
	for (const { directory, repository } of places) {
		for (const version of plan.clients) {
			const model = await modelOf(plan, repository, directory, version);
			const discovery = await discoverBelow(model);
			const findings = await findAll(model, {
				levels: plan.levels,
				discovery,
				workspaceFiles: repository.files,
				...(repository.isTracked ? { isTracked: repository.isTracked } : {}),
				...(plan.isHermetic ? {} : { transcriptDirectories: await transcriptDirectories(model) }),
				extraFinders: [secrets],
				onError: (family, error) =>
					failures.push({ family, message: error instanceof Error ? error.message : String(error) }),
			});
			const launch = launchOf(plan, model, discovery, names);
			launches.push(launch);
			models.push(model);
			found.push({
				client: launch.client,
				launchDirectory: model.place.directory,
				findings: plan.isHermetic ? withoutMachine(findings, repository.root, plan.levels) : findings,
			});
		}
	}
	const texts = await textsOf(found, models);
	const mask = maskerOf(secrets.values);
	const placed = placeFindings(found, { names, textOf: (path) => texts.get(path), mask });
	const over = budgetFindings(launches, names, (name) => (name === '.' ? names.root : name));
	return {
		result: {
			version: PACKAGE_VERSION,
			root: names.root,
			clients: [...new Set(launches.map(({ client }) => client))],
			launchDirectories: [...new Set(launches.map(({ launchDirectory }) => launchDirectory))],
			isHermetic: plan.isHermetic,
			launches,
			findings: [...over, ...placed].filter(({ severity }) => isAtLeast(severity, plan.severity)),
			gone: [],
			failOn: plan.failOn,
			failures,
		},
		notes: places
			.filter(({ repository }, index) => repository.isUnreadable && places[index - 1]?.repository !== repository)
			.map(({ repository }) => `git cannot list the files of ${repository.root}, so git-ignored files count as well.`),
		names,
		mask,
	};
}

interface Place {
	readonly directory: string;
	readonly repository: Repository;
}

/** The asked-for directories, each once, and their packages where these are asked for, too. */
async function launchPlaces({ directories, isHermetic, isEachPackage }: CheckPlan): Promise<readonly Place[]> {
	const places = new Map<string, Place>();
	const repositories = new Map<string, Repository>();
	for (const given of directories) {
		const opened = await openRepository(given, isHermetic);
		const repository = repositories.get(opened.root) ?? opened;
		repositories.set(opened.root, repository);
		const all = isEachPackage ? packageDirectories(opened.directory, opened.files) : [opened.directory];
		for (const directory of all) if (!places.has(directory)) places.set(directory, { directory, repository });
	}
	return [...places.values()];
}

/** The directory that holds all roots. */
function commonRoot(roots: readonly string[]): string {
	let common = roots[0] ?? '.';
	while (!roots.every((root) => isInside(common, root)) && dirname(common) !== common) common = dirname(common);
	return common;
}

const homeOf = ({ isHermetic }: CheckPlan): string => (isHermetic ? hermeticHome : nodeEnvironment().homeDirectory);

async function modelOf(
	plan: CheckPlan,
	{ fs }: Repository,
	directory: string,
	client: string | undefined,
): Promise<ContextModel> {
	const model = await buildContextModel(fs, await checkInputs(plan.model, plan.isHermetic, directory, client));
	if (!model) throw new UsageError(`The directory ${directory} cannot be read.`);
	return model;
}

/** Inputs of a model; hermetic ones know no home, no managed directory and no variable of this machine. */
export async function checkInputs(
	options: ModelOptionValues,
	isHermetic: boolean,
	directory: string,
	client: string | undefined,
): Promise<ContextInputs> {
	if (!isHermetic) return inputsFrom({ ...options, ...(client === undefined ? {} : { client }) }, directory);
	const variables = { HOME: hermeticHome, USERPROFILE: hermeticHome };
	const version = client ?? newestVersion;
	return inputsFrom({ ...options, client: version, 'managed-dir': hermeticManaged }, directory, variables);
}

/** Directories that share the place of the project's transcripts, and with it the memory. */
async function transcriptDirectories({ loadContext, inputs, place }: ContextModel): Promise<readonly string[]> {
	const sessions = await listSessions(loadContext.fs, inputs, place.directory);
	return [...new Set(sessions.flatMap(({ directory }) => directory ?? []))];
}

function launchOf(plan: CheckPlan, model: ContextModel, discovery: Discovery, names: PlaceNames): CheckedLaunch {
	const { inputs, place, startup, pathRules, notLoaded, skills, agents } = model;
	const below = [...discovery.onDemand, ...discovery.notLoaded];
	const files = new Set(
		[...startup, ...pathRules, ...notLoaded, ...skills, ...agents, ...below].map(({ path }) => path),
	);
	const modelNote = modelNoteOf(inputs.model);
	return {
		client: inputs.client.version,
		launchDirectory: names.of(place.directory).name,
		sources: files.size,
		startup: costOf(startup),
		budgets: checkBudgets(model, plan.budgets),
		...(inputs.client.note === undefined ? {} : { clientNote: inputs.client.note }),
		...(modelNote === undefined ? {} : { modelNote }),
	};
}

/** Texts of all files that a finding is in, from the cache of the file system that the models were made with. */
async function textsOf(found: readonly Found[], models: readonly ContextModel[]): Promise<ReadonlyMap<string, string>> {
	const texts = new Map<string, string>();
	for (const [index, { findings }] of found.entries()) {
		const paths = findings.flatMap(({ path, related }) => [path, ...related.map((each) => each.path)]);
		for (const path of new Set(paths)) {
			if (texts.has(path)) continue;
			const file = await models[index]?.loadContext.fs.readText(path);
			if (file?.ok) texts.set(path, file.text);
		}
	}
	return texts;
}

/** A path as an address relative to where the program runs, for words. */
export const shownPath = (path: string): string => {
	const below = relative(process.cwd(), path);
	return below === '' || below.startsWith('..') ? path : below;
};
