/** What in an organisation's policy outweighs the guard of a recording. */

import { join } from 'node:path';
import type { ContextModel } from '../../core/model/contextModel.js';
import { isRecord, own } from '../../core/values.js';
import { guardedNames } from './guard.js';

/** A sentence on why the client must not be run for a recording under this policy; `undefined` where it may. */
export async function policyObstacle(model: ContextModel): Promise<string | undefined> {
	const managed = model.settings.files.filter(({ scope }) => scope === 'managed');
	for (const { path, data } of managed) {
		const what = outweighing(data);
		if (what) return `${path} ${what}, and managed settings outweigh those of this command.`;
	}
	const servers = join(model.inputs.environment.managedDirectory, 'managed-mcp.json');
	return (await model.loadContext.fs.stat(servers))
		? `${servers} starts MCP servers, and managed settings outweigh those of this command.`
		: undefined;
}

function outweighing(data: Readonly<Record<string, unknown>>): string | undefined {
	const hooks = own(data, 'hooks');
	if (isRecord(hooks) && Object.keys(hooks).length > 0) return 'sets hooks';
	for (const key of ['apiKeyHelper', 'awsAuthRefresh', 'awsCredentialExport', 'gcpAuthRefresh', 'otelHeadersHelper'])
		if (own(data, key)) return `sets ${key}`;
	for (const key of ['forceLoginMethod', 'forceLoginOrgUUID']) if (own(data, key)) return `asks for a login (${key})`;
	const env = own(data, 'env');
	const name = isRecord(env) ? Object.keys(env).find((variable) => guardedNames.has(variable)) : undefined;
	return name === undefined ? undefined : `sets the variable ${name}`;
}
