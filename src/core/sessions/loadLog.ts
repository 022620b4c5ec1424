/** The load log of a session: one flat record a load, for JSON lines. */

import type { LoadReason, Scope } from '../source.js';
import type { ContextRecord, SessionRecord } from './sessionRecord.js';

/** Names and meanings follow the client's `InstructionsLoaded` hook where it has the field. */
export interface LoadLogEntry {
	readonly session_id: string;
	/** Absolute path, or `<managed-settings>`. */
	readonly instruction_path: string;
	readonly scope: Scope | null;
	readonly load_reason: LoadReason;
	/** `sha256:` and the hash of the text as the session received it. */
	readonly content_hash: string;
	/** Bytes of that text in UTF-8. */
	readonly bytes: number;
	/** ISO 8601, UTC. */
	readonly loaded_at: string | null;
	/** The file whose reading attached it. */
	readonly trigger: string | null;
	/** Only for loads of a sub-agent. */
	readonly agent_id?: string;
}

/** Every load of a session in order, those of its sub-agents after the main conversation's. */
export function loadLog(record: SessionRecord): readonly LoadLogEntry[] {
	return [
		...entries(record.sessionId, record),
		...record.subAgents.flatMap((agent) => entries(record.sessionId, agent, agent.id)),
	];
}

function entries(sessionId: string, { loads }: ContextRecord, agentId?: string): readonly LoadLogEntry[] {
	return loads.map((item) => ({
		session_id: sessionId,
		instruction_path: item.path,
		scope: item.scope ?? null,
		load_reason: item.loadReason,
		content_hash: `sha256:${item.sha256}`,
		bytes: item.bytes,
		loaded_at: item.at === undefined ? null : new Date(item.at).toISOString(),
		trigger: item.trigger ?? null,
		...(agentId === undefined ? {} : { agent_id: agentId }),
	}));
}
