/** A check's result as SARIF 2.1.0, for code scanning and for editors that read it. */

import { catalog, type FindingCode, type Severity } from '../findings/catalog.js';
import { type CheckFinding, type CheckPlace, documentationOf } from './checkFinding.js';
import { type CheckResult, limitsOf, titleOf } from './checkResult.js';

/** The parts of the format that are written here. */
export interface SarifLog {
	readonly $schema: string;
	readonly version: '2.1.0';
	readonly runs: readonly SarifRun[];
}

export interface SarifRun {
	readonly tool: { readonly driver: SarifDriver };
	readonly columnKind: 'utf16CodeUnits';
	readonly originalUriBaseIds: Readonly<
		Record<string, { readonly uri?: string; readonly description: { readonly text: string } }>
	>;
	readonly invocations: readonly {
		readonly executionSuccessful: boolean;
		readonly toolExecutionNotifications: readonly {
			readonly level: 'error';
			readonly message: { readonly text: string };
		}[];
	}[];
	readonly results: readonly SarifResult[];
	readonly properties: Readonly<Record<string, unknown>>;
}

export interface SarifDriver {
	readonly name: string;
	readonly semanticVersion: string;
	readonly rules: readonly SarifRule[];
}

export interface SarifRule {
	readonly id: string;
	readonly shortDescription: { readonly text: string };
	readonly fullDescription: { readonly text: string };
	readonly defaultConfiguration: { readonly level: SarifLevel };
	readonly properties: { readonly tags: readonly string[] };
}

export type SarifLevel = 'note' | 'warning' | 'error';

export interface SarifResult {
	readonly ruleId: string;
	readonly ruleIndex: number;
	readonly level: SarifLevel;
	readonly message: { readonly text: string };
	readonly locations: readonly SarifLocation[];
	readonly relatedLocations?: readonly SarifLocation[];
	readonly partialFingerprints: Readonly<Record<string, string>>;
	readonly baselineState?: 'new' | 'unchanged';
	readonly suppressions?: readonly { readonly kind: 'external'; readonly justification: string }[];
	readonly properties: Readonly<Record<string, unknown>>;
}

export interface SarifLocation {
	readonly id?: number;
	readonly message?: { readonly text: string };
	readonly physicalLocation: {
		readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
		readonly region: {
			readonly startLine: number;
			readonly startColumn: number;
			readonly endLine: number;
			readonly endColumn: number;
		};
	};
}

/** What relative addresses are relative to. */
const baseId = 'SRCROOT';

export interface SarifOptions {
	/** True where a baseline was given: each result then says whether it is new. */
	readonly hasBaseline: boolean;
	/** Address of the root; left out where the log is to be the same on every machine. */
	readonly rootUri?: string;
	/** Address of a file outside the root. */
	readonly fileUri: (path: string) => string;
}

/** The log of one check: one run, rules only for what was found. */
export function sarifLog(result: CheckResult, options: SarifOptions): SarifLog {
	const codes = [...new Set(result.findings.map(({ code }) => code))].sort();
	return {
		$schema: 'https://json.schemastore.org/sarif-2.1.0.json',
		version: '2.1.0',
		runs: [
			{
				tool: {
					driver: { name: 'context-inspector', semanticVersion: result.version, rules: codes.map(ruleOf) },
				},
				columnKind: 'utf16CodeUnits',
				originalUriBaseIds: {
					[baseId]: {
						...(options.rootUri === undefined ? {} : { uri: options.rootUri }),
						description: { text: 'The root of the repository.' },
					},
				},
				invocations: [
					{
						executionSuccessful: result.failures.length === 0,
						toolExecutionNotifications: result.failures.map(({ family, message }) => ({
							level: 'error',
							message: { text: `The finder of the family "${family}" failed: ${message}` },
						})),
					},
				],
				results: result.findings.map((found) => resultOf(found, codes.indexOf(found.code), result, options)),
				properties: {
					clients: result.clients,
					launchDirectories: result.launchDirectories,
					hermetic: result.isHermetic,
				},
			},
		],
	};
}

function ruleOf(code: string): SarifRule {
	const entry = Object.hasOwn(catalog, code) ? catalog[code as FindingCode] : undefined;
	const level = entry?.level ?? 'error';
	return {
		id: code,
		shortDescription: { text: titleOf(code) },
		fullDescription: { text: documentationOf(code) ?? 'A number of the always-loaded context is over its budget.' },
		defaultConfiguration: { level: level === 'off' ? 'note' : levelOf(level) },
		properties: { tags: [entry?.family ?? 'budgets'] },
	};
}

function resultOf(found: CheckFinding, ruleIndex: number, result: CheckResult, options: SarifOptions): SarifResult {
	const limits = limitsOf(found, result);
	const related = found.related.map((each, id) => ({
		id,
		message: { text: each.message },
		...locationOf(each, options),
	}));
	return {
		ruleId: found.code,
		ruleIndex,
		level: levelOf(found.severity),
		message: { text: limits.length === 0 ? found.message : `${found.message} (${limits.join('; ')})` },
		locations: [locationOf(found, options)],
		...(related.length > 0 ? { relatedLocations: related } : {}),
		partialFingerprints: { 'contextInspector/v1': found.fingerprint },
		...(options.hasBaseline ? { baselineState: found.isKnown ? 'unchanged' : 'new' } : {}),
		...(found.isKnown ? { suppressions: [{ kind: 'external', justification: 'In the baseline.' }] } : {}),
		properties: {
			severity: found.severity,
			clients: found.clients,
			launchDirectories: found.launchDirectories,
			...(found.unverified ? { unverified: true } : {}),
		},
	};
}

function locationOf({ file, start, end }: CheckPlace, { fileUri }: SarifOptions): SarifLocation {
	return {
		physicalLocation: {
			artifactLocation: file.isInRepository
				? { uri: file.name.split('/').map(encodeURIComponent).join('/'), uriBaseId: baseId }
				: { uri: fileUri(file.path) },
			region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
		},
	};
}

const levelOf = (severity: Severity): SarifLevel =>
	severity === 'error' || severity === 'warning' ? severity : 'note';
