/** What a check is asked for: command line over configuration file over defaults. */

import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Budgets } from '../../core/check/budgets.js';
import type { CheckConfig } from '../../core/check/config.js';
import { newestVersion } from '../../core/client/profile.js';
import { parseVersion } from '../../core/client/version.js';
import { type FindingCode, type Level, levels, type Severity } from '../../core/findings/catalog.js';
import { type ModelOptionValues, modelOptions } from '../arguments.js';
import { UsageError } from '../usageError.js';
import type { FoundConfig } from './configFile.js';

export const checkFormats = ['text', 'json', 'sarif', 'github'] as const;
export type CheckFormat = (typeof checkFormats)[number];

export const checkOptions = {
	...modelOptions,
	client: { type: 'string', multiple: true },
	format: { type: 'string' },
	'max-startup-chars': { type: 'string' },
	'max-startup-tokens': { type: 'string' },
	'max-memory-lines': { type: 'string' },
	'max-listing': { type: 'string' },
	severity: { type: 'string' },
	'fail-on': { type: 'string' },
	baseline: { type: 'string' },
	'update-baseline': { type: 'boolean' },
	config: { type: 'string' },
	hermetic: { type: 'boolean' },
	'no-hermetic': { type: 'boolean' },
	'each-package': { type: 'boolean' },
} as const;

/** Values of the command line. */
export interface CheckValues extends Omit<ModelOptionValues, 'client'> {
	readonly client?: readonly string[];
	readonly format?: string;
	readonly 'max-startup-chars'?: string;
	readonly 'max-startup-tokens'?: string;
	readonly 'max-memory-lines'?: string;
	readonly 'max-listing'?: string;
	readonly severity?: string;
	readonly 'fail-on'?: string;
	readonly baseline?: string;
	readonly 'update-baseline'?: boolean;
	readonly config?: string;
	readonly hermetic?: boolean;
	readonly 'no-hermetic'?: boolean;
	readonly 'each-package'?: boolean;
}

/** Everything that a check needs to know. */
export interface CheckPlan {
	readonly format: CheckFormat;
	/** Absolute paths, in order. */
	readonly directories: readonly string[];
	readonly isEachPackage: boolean;
	readonly isHermetic: boolean;
	/** `undefined` stands for the installed client. */
	readonly clients: readonly (string | undefined)[];
	readonly budgets: Budgets;
	readonly severity: Severity;
	readonly failOn: Severity;
	readonly levels: Readonly<Partial<Record<FindingCode, Level>>>;
	/** Absolute path. */
	readonly baseline?: string;
	readonly isBaselineUpdated: boolean;
	/** Options of every model but the client. */
	readonly model: ModelOptionValues;
}

/** Puts the plan together; wrong values give a `UsageError`. */
export function checkPlan(
	values: CheckValues,
	operands: readonly string[],
	found: FoundConfig,
	variables: Readonly<Record<string, string | undefined>>,
): CheckPlan {
	const { config, directory } = found;
	const isHermetic = hermeticOf(values, config, variables);
	const baseline =
		values.baseline !== undefined
			? resolve(values.baseline)
			: config.baseline !== undefined
				? baselineOf(directory, config.baseline)
				: undefined;
	if (values['update-baseline'] && baseline === undefined)
		throw new UsageError('--update-baseline needs --baseline FILE, or a "baseline" in the configuration.');
	const { client: _, ...model } = values;
	return {
		format: formatOf(values),
		directories: directoriesOf(operands, found),
		isEachPackage: values['each-package'] ?? config.eachPackage ?? false,
		isHermetic,
		clients: clientsOf(values.client ?? config.clients, isHermetic),
		budgets: budgetsOf(values, config.budgets ?? {}),
		severity: severityOf('--severity', values.severity) ?? config.severity ?? 'info',
		failOn: severityOf('--fail-on', values['fail-on']) ?? config.failOn ?? 'warning',
		levels: config.findings ?? {},
		...(baseline === undefined ? {} : { baseline }),
		isBaselineUpdated: values['update-baseline'] === true,
		model: config.model === undefined || model.model !== undefined ? model : { ...model, model: config.model },
	};
}

/** CI services set `CI`; there the result must not depend on the machine. */
export function hermeticOf(
	values: { readonly hermetic?: boolean; readonly 'no-hermetic'?: boolean },
	config: CheckConfig,
	variables: Readonly<Record<string, string | undefined>>,
): boolean {
	if (values.hermetic && values['no-hermetic'])
		throw new UsageError('--hermetic and --no-hermetic exclude each other.');
	if (values.hermetic || values['no-hermetic']) return values.hermetic === true;
	return config.hermetic ?? /^(?:1|true|yes)$/i.test(variables['CI'] ?? '');
}

/** The format that is asked for by its name, or by `--json`. */
export function formatName(format: string | undefined, json: boolean | undefined): string {
	if (json && format !== undefined && format !== 'json')
		throw new UsageError(`--json is --format json, so it does not go with --format ${format}.`);
	return format ?? (json ? 'json' : 'text');
}

function formatOf({ format, json }: CheckValues): CheckFormat {
	const name = formatName(format, json);
	const known = checkFormats.find((each) => each === name);
	if (!known) throw new UsageError(`--format takes ${checkFormats.join(', ')}, not "${name}".`);
	return known;
}

/** A configuration comes with the repository, so its directories lie in it. */
function directoriesOf(operands: readonly string[], { config, directory }: FoundConfig): readonly string[] {
	if (operands.length > 0) return operands.map((operand) => resolve(operand));
	if (!config.launchDirectories) return [resolve('.')];
	return config.launchDirectories.map((written) => insideOf(directory, written, 'launchDirectories'));
}

/** A repository must not choose what is overwritten, by a linked directory neither. */
function baselineOf(directory: string, written: string): string {
	const path = insideOf(directory, written, 'baseline');
	if (existsSync(dirname(path))) insideOf(realpathSync(directory), realpathSync(dirname(path)), 'baseline');
	return path;
}

function insideOf(directory: string, written: string, key: string): string {
	const path = resolve(directory, written);
	const below = relative(directory, path);
	if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below))
		throw new UsageError(`"${key}" may not leave the configuration's directory: "${written}".`);
	return path;
}

function clientsOf(clients: readonly string[] | undefined, isHermetic: boolean): readonly (string | undefined)[] {
	// Which client is installed differs by machine.
	if (!clients) return [isHermetic ? newestVersion : undefined];
	const versions = clients.flatMap((list) => list.split(',').map((version) => version.trim()));
	const wrong = versions.find((version) => !parseVersion(version));
	if (wrong !== undefined) throw new UsageError(`--client takes a version such as ${newestVersion}, not "${wrong}".`);
	return [...new Set(versions)];
}

function budgetsOf(values: CheckValues, config: Budgets): Budgets {
	const budgets: { -readonly [Name in keyof Budgets]: Budgets[Name] } = { ...config };
	const options = [
		['startupCharacters', 'max-startup-chars'],
		['startupTokens', 'max-startup-tokens'],
		['memoryLines', 'max-memory-lines'],
		['skillListing', 'max-listing'],
	] as const;
	for (const [name, option] of options) {
		const text = values[option];
		if (text === undefined) continue;
		if (!/^\d{1,12}$/.test(text)) throw new UsageError(`--${option} takes a whole number, not "${text}".`);
		budgets[name] = Number(text);
	}
	return budgets;
}

function severityOf(option: string, name: string | undefined): Severity | undefined {
	if (name === undefined) return undefined;
	const severities = levels.filter((level): level is Severity => level !== 'off');
	const known = severities.find((severity) => severity === name);
	if (!known) throw new UsageError(`${option} takes ${severities.join(', ')}, not "${name}".`);
	return known;
}
