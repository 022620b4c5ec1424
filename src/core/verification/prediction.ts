/** What the model says a client sends that is started and then reads some files. */

import type { ContextModel } from '../model/contextModel.js';
import { type CallResult, Session } from '../model/session.js';
import type { ToolCall } from '../model/toolCalls.js';
import type { Source } from '../source.js';
import type { ReceivedAgent, ReceivedSkill } from './received.js';

export interface Prediction {
	readonly model: ContextModel;
	readonly startup: readonly Source[];
	readonly skills: readonly ReceivedSkill[];
	readonly agents: readonly ReceivedAgent[];
	readonly calls: readonly PredictedCall[];
}

export interface PredictedCall extends CallResult {
	/** The file that is read. */
	readonly path: string;
	readonly call: ToolCall;
}

/** Predicts the conversation in which a client reads the files (absolute paths) one after the other. */
export async function predict(model: ContextModel, files: readonly string[] = []): Promise<Prediction> {
	const session = new Session(model);
	const { skillListing } = session;
	const calls: PredictedCall[] = [];
	for (const path of files) {
		const call: ToolCall = { tool: 'Read', input: { file_path: path } };
		calls.push({ path, call, ...(await session.call(call)) });
	}
	return {
		model,
		startup: model.startup,
		skills: skillListing.entries.map(({ name, description }) => ({ name, description })),
		agents: model.agentListing.entries.map(({ agent, line }) => ({ name: agent.name, line })),
		calls,
	};
}
