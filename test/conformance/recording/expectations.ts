/** Recordings put into the corpus, and held against what it has. */

import { differences, type Entry, type Outcome } from '../compare.js';
import type { Expectation, Layout, RecordedEntry, Scenario } from '../scenario.js';

/** What the corpus has for a version. */
export const expectationFor = ({ expect }: Scenario, version: string): Expectation | undefined =>
	expect[version] ?? expect['*'];

/** In words, how a recording differs from what the corpus has; both are named places, so nothing is replaced. */
export function recordedDifferences(scenario: Scenario, want: Expectation, got: Expectation): readonly string[] {
	const named = { name: (text: string) => text } as Layout;
	return differences(scenario, named, digested(want), outcomeOf(got));
}

/** Long texts are told by their hashes on both sides, so those are compared as texts. */
function digested(expectation: Expectation): Expectation {
	return JSON.parse(JSON.stringify(expectation), (_, value: unknown) => digestText(value)) as Expectation;
}

const digestText = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && 'sha256' in value && 'chars' in value
		? `${String(value.chars)}:${String(value.sha256)}`
		: value;

function outcomeOf(got: Expectation): Outcome {
	const { startup = [], afterAction = [], skillListing = [], skillsDiscovered = [], agentListing = [] } = digested(got);
	return {
		startup: startup.map(entryOf),
		afterAction: afterAction.map((entries) => entries.map(entryOf)),
		skillListing: skillListing.map(({ name, description = null }) => ({
			name,
			description: description as string | null,
		})),
		skillsDiscovered,
		agentListing,
	};
}

const entryOf = ({ path, scope, text, truncationWarning }: RecordedEntry): Entry => ({
	path,
	...(scope === undefined ? {} : { scope }),
	text: text as string,
	truncated: truncationWarning === true,
});

/**
 * The scenario with the recording as expectation of the version. What all versions shared so far is kept for each of
 * those that were measured.
 */
export function withExpectation(
	scenario: Scenario,
	version: string,
	got: Expectation,
	measured: readonly string[],
): Scenario {
	const { '*': shared, ...own } = scenario.expect;
	const others = shared ? Object.fromEntries(measured.map((known) => [known, shared] as const)) : {};
	return { ...scenario, expect: { ...others, ...own, [version]: got } };
}

/** A corpus file: one scenario a line. */
export const corpusText = (scenarios: readonly Scenario[]): string =>
	`[\n${scenarios.map((scenario) => JSON.stringify(scenario)).join(',\n')}\n]\n`;
