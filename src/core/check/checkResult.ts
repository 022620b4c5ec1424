/** What a check came to; the formats print this and nothing else. */

import { catalog, type Severity } from '../findings/catalog.js';
import type { BaselineEntry } from './baseline.js';
import { type BudgetResult, budgetCode, budgetSentence } from './budgets.js';
import { type CheckFinding, isAtLeast } from './checkFinding.js';
import { fingerprintOf } from './fingerprint.js';
import type { PlaceNames } from './placeNames.js';

/** A launch directory under one client. */
export interface CheckedLaunch {
	readonly client: string;
	/** Name of the launch directory, e.g. `packages/web`. */
	readonly launchDirectory: string;
	/** Instruction files, rules, memory, skills and agents that were looked at, loaded or not. */
	readonly sources: number;
	readonly startup: { readonly characters: number; readonly tokens: number };
	readonly budgets: readonly BudgetResult[];
	/** One sentence where the profile is not exactly the requested client's. */
	readonly clientNote?: string;
	/** One sentence where the model is of no measured family. */
	readonly modelNote?: string;
}

export interface CheckResult {
	/** The program's own version. */
	readonly version: string;
	/** Absolute path that all names are relative to. */
	readonly root: string;
	readonly clients: readonly string[];
	readonly launchDirectories: readonly string[];
	/** True where home, managed and git-ignored files and everything above the repository were left out. */
	readonly isHermetic: boolean;
	readonly launches: readonly CheckedLaunch[];
	/** Findings from the least reported severity on, broken budgets among them. */
	readonly findings: readonly CheckFinding[];
	/** Entries of the baseline whose fault is gone. */
	readonly gone: readonly BaselineEntry[];
	/** Least severity that fails. */
	readonly failOn: Severity;
	/** Families whose finder ended with an error; the check is not complete then. */
	readonly failures: readonly { readonly family: string; readonly message: string }[];
}

/** A broken budget as a finding at its largest file of the repository; budgets are never part of a baseline. */
export function budgetFindings(
	launches: readonly Pick<CheckedLaunch, 'client' | 'launchDirectory' | 'budgets'>[],
	names: PlaceNames,
	launchDirectoryPath: (name: string) => string,
): readonly CheckFinding[] {
	const merged = new Map<string, CheckFinding>();
	for (const { client, launchDirectory, budgets } of launches) {
		for (const budget of budgets.filter(({ isBroken }) => isBroken)) {
			const message = names.sentence(budgetSentence(budget));
			const key = JSON.stringify([budget.name, launchDirectory, message]);
			const known = merged.get(key);
			const largest = budget.largest.find(({ path }) => names.of(path).isInRepository) ?? budget.largest[0];
			const code = budgetCode(budget.name);
			const file = names.of(largest?.path ?? launchDirectoryPath(launchDirectory));
			merged.set(key, {
				code,
				title: 'Budget exceeded',
				severity: 'error',
				message,
				file,
				start: { line: 1, column: 1 },
				end: { line: 1, column: 1 },
				related: [],
				clients: [...(known?.clients ?? []), client],
				launchDirectories: [launchDirectory],
				fingerprint: fingerprintOf(code, launchDirectory, ''),
				isKnown: false,
			});
		}
	}
	return [...merged.values()];
}

/** Findings that fail the check: those of the baseline do not. */
export const failing = ({ findings, failOn }: Pick<CheckResult, 'findings' | 'failOn'>): readonly CheckFinding[] =>
	findings.filter(({ severity, isKnown }) => !isKnown && isAtLeast(severity, failOn));

/** Numbers of findings by severity, those of the baseline left out. */
export function countsOf(findings: readonly CheckFinding[]): Readonly<Record<Severity | 'known', number>> {
	const counts = { error: 0, warning: 0, info: 0, hint: 0, known: 0 };
	for (const { severity, isKnown } of findings) counts[isKnown ? 'known' : severity] += 1;
	return counts;
}

/** In which launch directories and clients a finding is, where it is not in all: `only 2.1.235`, `started in web`. */
export function limitsOf(
	{ clients, launchDirectories }: Pick<CheckFinding, 'clients' | 'launchDirectories'>,
	all: Pick<CheckResult, 'clients' | 'launchDirectories'>,
): readonly string[] {
	const limits: string[] = [];
	if (clients.length < all.clients.length) limits.push(`only ${clients.join(', ')}`);
	if (launchDirectories.length < all.launchDirectories.length) {
		const more = launchDirectories.length - shownDirectories;
		const shown = launchDirectories.slice(0, shownDirectories).join(', ');
		limits.push(`started in ${shown}${more > 0 ? ` and ${more} more` : ''}`);
	}
	return limits;
}

const shownDirectories = 3;

/** A code's title, for budgets too. */
export const titleOf = (code: string): string =>
	Object.hasOwn(catalog, code) ? catalog[code as keyof typeof catalog].title : 'Budget exceeded';
