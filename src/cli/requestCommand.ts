/** `request`: the parts of the request in order, for programs (`--json`) and people. */

import { Session } from '../core/model/session.js';
import { parseToolCall, type ToolCall } from '../core/model/toolCalls.js';
import type { FileSystem } from '../core/ports.js';
import type { Source } from '../core/source.js';
import { grouped } from '../core/text/numbers.js';
import { atMost, modelOptions, parseCommandLine } from './arguments.js';
import { modelFrom } from './inputs.js';
import { type Output, oneLine } from './output.js';
import { exitCodes, UsageError } from './usageError.js';

const options = { ...modelOptions, prompt: { type: 'string' }, action: { type: 'string', multiple: true } } as const;

export async function requestCommand(argv: readonly string[], fs: FileSystem, output: Output): Promise<number> {
	const { values, positionals } = parseCommandLine(argv, options);
	atMost(1, positionals);
	const calls = (values.action ?? []).map(toolCall);
	const model = await modelFrom(fs, values, positionals[0] ?? '.');
	const session = new Session(model);
	const mentioned = values.prompt === undefined ? [] : (await session.mention(values.prompt)).attached;
	const { skillListing } = session;
	const results = [];
	for (const call of calls) results.push(await session.call(call));

	const request = {
		client: model.inputs.client.version,
		model: model.inputs.model.id,
		launchDirectory: model.place.directory,
		startup: [...model.startup, ...mentioned].map(entry),
		afterAction: results.map(({ attached }) => attached.map(entry)),
		skillListing: skillListing.entries.map(({ name, description }) => ({ name, description })),
		skillsDiscovered: [...new Set(results.flatMap(({ skills }) => skills.map((skill) => skill.name)))],
		agentListing: model.agentListing.lines,
		notLoaded: model.notLoaded.map(({ path, scope, kind, reason }) => ({ path, scope, kind, reason })),
	};
	if (values.json) output.data(JSON.stringify(request, null, '\t'));
	else printRequest({ ...request, startup: model.startup.map(entry), mentioned: mentioned.map(entry) }, output);
	return exitCodes.fine;
}

function toolCall(json: string): ToolCall {
	const call = parseToolCall(json);
	if ('fault' in call)
		throw new UsageError(`--action ${json.length > 60 ? `${json.slice(0, 60)}…` : json} ${call.fault}.`);
	return call;
}

/** What the contract of the conformance corpus reads of a source, and what explains it. */
const entry = (source: Source) => ({
	path: source.path,
	scope: source.scope,
	kind: source.kind,
	state: source.state,
	loadReason: source.loadReason,
	...(source.parent === undefined ? {} : { parent: source.parent }),
	...(source.trigger === undefined ? {} : { trigger: source.trigger }),
	...(source.reason === undefined ? {} : { reason: source.reason }),
	characters: source.characters,
	tokens: source.tokens,
	text: source.text ?? '',
	truncated: source.state === 'truncated',
});

type Entry = ReturnType<typeof entry>;

/** Each part under a heading line with path, scope and cost, then its text. */
function printRequest(
	request: {
		readonly startup: readonly Entry[];
		readonly mentioned: readonly Entry[];
		readonly afterAction: readonly (readonly Entry[])[];
		readonly skillListing: readonly { readonly name: string; readonly description: string | null }[];
		readonly agentListing: readonly string[];
	},
	output: Output,
): void {
	const { startup, mentioned, skillListing, agentListing, afterAction } = request;
	if (startup.length + mentioned.length + skillListing.length + agentListing.length + afterAction.length === 0)
		output.note('context-inspector: Nothing of yours is in the request: no instruction file, memory, skill or agent.');
	for (const source of startup) printEntry(source, output);
	if (request.skillListing.length > 0) {
		output.data(output.heading('Skill listing'));
		for (const { name, description } of request.skillListing)
			output.data(`- ${name}${description === null ? '' : `: ${description}`}`);
		output.data('');
	}
	if (request.agentListing.length > 0) {
		output.data(output.heading('Agent listing'));
		for (const line of request.agentListing) output.data(line);
		output.data('');
	}
	if (mentioned.length > 0) output.data(output.heading('Attached by the prompt'));
	for (const source of mentioned) printEntry(source, output);
	request.afterAction.forEach((entries, index) => {
		output.data(output.heading(`After action ${index + 1}`));
		if (entries.length === 0) output.data('Nothing is attached.\n');
		for (const source of entries) printEntry(source, output);
	});
}

function printEntry(source: Entry, output: Output): void {
	output.data(
		output.heading(
			`${oneLine(source.path)} (${source.scope}, ${grouped(source.characters)} characters${source.truncated ? ', truncated' : ''})`,
		),
	);
	output.data(`${source.text}\n`);
}
