/** The inputs of the prediction that a session is held against. */

import { modelProfileOf } from '../../core/client/models.js';
import { profileOf } from '../../core/client/profile.js';
import { parseVersion } from '../../core/client/version.js';
import type { ContextInputs } from '../../core/inputs.js';
import type { SessionRecord } from '../../core/sessions/sessionRecord.js';

/** Inputs for the client and the language model of the session, where its transcript names them. */
export function inputsOfSession(inputs: ContextInputs, { clientVersion, model }: SessionRecord): ContextInputs {
	const isVersion = clientVersion !== undefined && parseVersion(clientVersion) !== undefined;
	const client = isVersion ? profileOf(clientVersion) : inputs.client;
	return { ...inputs, client, model: modelProfileOf(model ?? inputs.model.id, client.behaviours) };
}
