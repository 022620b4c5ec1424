/** A prediction held against what a client really sent, part by part (issue 5). */

import type { Source } from '../source.js';
import { hasOtherOrder } from './order.js';
import type { PredictedCall, Prediction } from './prediction.js';
import type { ReceivedCall, ReceivedEntry, ReceivedRequest } from './received.js';
import * as sentences from './sentences.js';
import { bare, textDifference } from './textDifference.js';
import type { ComparedPart, PartKind, Verification } from './verification.js';

/** Compares what a client sent with what the model predicts for the same start and the same reads. */
export function compareReceived(prediction: Prediction, received: ReceivedRequest): Verification {
	const parts = [
		...compareStartup(prediction, received.startup),
		...compareListing('skill', prediction.skills.map(skillLine), received.skills.map(skillLine)),
		...compareListing('agent', prediction.agents.map(agentLine), received.agents.map(agentLine)),
		...prediction.calls.flatMap((call, index) => compareCall(prediction, call, received.calls[index] ?? noCall)),
	];
	const counts = { same: 0, 'different text': 0, 'other place': 0, missing: 0, unexpected: 0 };
	for (const { state } of parts) counts[state]++;
	const agrees = counts.same === parts.length;
	return {
		parts,
		counts,
		agrees,
		summary: sentences.summary(parts.length, counts),
		notes: notesOf(prediction, received),
	};
}

const noCall: ReceivedCall = { attached: [], skills: [], hasFailed: false };

function notesOf(prediction: Prediction, received: ReceivedRequest): readonly string[] {
	const { note } = prediction.model.inputs.client;
	const failed = prediction.calls.filter((_, index) => received.calls[index]?.hasFailed);
	const unmade = prediction.calls.slice(received.calls.length);
	return [
		...(note === undefined ? [] : [note]),
		...failed.map(({ path }) => sentences.failedRead(path)),
		...unmade.map(({ path }) => sentences.unmadeRead(path)),
	];
}

function compareStartup(prediction: Prediction, received: readonly ReceivedEntry[]): readonly ComparedPart[] {
	const parts = compareEntries('startup', prediction, prediction.startup, received);
	if (!hasOtherOrder(prediction.startup, received)) return parts;
	const sent = received.map(({ path }) => path);
	const predicted = prediction.startup.map(({ path }) => path).filter((path) => sent.includes(path));
	const common = sent.filter((path) => predicted.includes(path));
	const first = common.find((path, index) => path !== predicted[index]);
	return parts.map((part) =>
		part.name === first && part.state === 'same'
			? { ...part, state: 'other place', sentence: sentences.otherPlace(common[common.indexOf(part.name) - 1]) }
			: part,
	);
}

function compareCall(prediction: Prediction, call: PredictedCall, received: ReceivedCall): readonly ComparedPart[] {
	const files = compareEntries('attached', prediction, call.attached, received.attached, call.path);
	const predicted = call.skills.map(({ name }) => ({ name, text: name }));
	const sent = received.skills.map((name) => ({ name, text: name }));
	return [...files, ...compareListing('skill', predicted, sent, call.path)];
}

function compareEntries(
	kind: PartKind,
	prediction: Prediction,
	predicted: readonly Source[],
	received: readonly ReceivedEntry[],
	trigger?: string,
): readonly ComparedPart[] {
	const at = trigger === undefined ? {} : { trigger };
	const sent = new Map(received.map((entry) => [entry.path, entry] as const));
	const known = new Set(predicted.map(({ path }) => path));
	const own = predicted.map((source): ComparedPart => {
		const entry = sent.get(source.path);
		const part = { kind, name: source.path, ...at };
		if (!entry) return { ...part, state: 'missing', sentence: sentences.missing(kind, trigger) };
		return { ...part, ...compareEntry(source, entry) };
	});
	const others = received
		.filter(({ path }) => !known.has(path))
		.map((entry): ComparedPart => {
			const reason = prediction.model.notLoaded.find(({ path }) => path === entry.path)?.reason;
			const sentence = sentences.unexpected(kind, trigger, reason?.sentence);
			return { kind, name: entry.path, ...at, state: 'unexpected', sentence };
		});
	return [...own, ...others];
}

function compareEntry(source: Source, entry: ReceivedEntry): Pick<ComparedPart, 'state' | 'sentence' | 'difference'> {
	const difference = textDifference(source.text ?? '', entry.text);
	if (difference) return { state: 'different text', sentence: sentences.differentText(difference), difference };
	const isCut = source.state === 'truncated';
	if (isCut !== entry.isTruncated) return { state: 'different text', sentence: sentences.otherTruncation(isCut) };
	if (entry.scope !== undefined && entry.scope !== source.scope)
		return { state: 'different text', sentence: sentences.otherScope(source.scope, entry.scope) };
	return { state: 'same', sentence: sentences.same };
}

interface Line {
	readonly name: string;
	readonly text: string;
}

const skillLine = ({ name, description }: { name: string; description: string | null }): Line => ({
	name,
	text: description === null ? `- ${name}` : `- ${name}: ${description}`,
});
const agentLine = ({ name, line }: { name: string; line: string }): Line => ({ name, text: line });

function compareListing(
	kind: PartKind,
	predicted: readonly Line[],
	received: readonly Line[],
	trigger?: string,
): readonly ComparedPart[] {
	const at = trigger === undefined ? {} : { trigger };
	const sent = new Map(received.map((line) => [line.name, line] as const));
	const known = new Set(predicted.map(({ name }) => name));
	const order = received.map(({ name }) => name).filter((name) => known.has(name));
	const common = predicted.map(({ name }) => name).filter((name) => sent.has(name));
	// What a call makes known comes in no order of its own.
	const misplaced = trigger === undefined ? order.find((name, index) => name !== common[index]) : undefined;
	const own = predicted.map(({ name, text }): ComparedPart => {
		const part = { kind, name, ...at };
		const line = sent.get(name);
		if (!line) return { ...part, state: 'missing', sentence: sentences.missing(kind, trigger) };
		const difference = bare(text) === bare(line.text) ? undefined : textDifference(text, line.text);
		if (difference)
			return { ...part, state: 'different text', sentence: sentences.differentText(difference), difference };
		if (name === misplaced)
			return { ...part, state: 'other place', sentence: sentences.otherPlace(order[order.indexOf(name) - 1]) };
		return { ...part, state: 'same', sentence: sentences.same };
	});
	const others = received
		.filter(({ name }) => !known.has(name))
		.map(
			({ name }): ComparedPart => ({
				kind,
				name,
				...at,
				state: 'unexpected',
				sentence: sentences.unexpected(kind, trigger),
			}),
		);
	return [...own, ...others];
}
