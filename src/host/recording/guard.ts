/**
 * What keeps a client that is run for a recording on this machine and quiet: its variables and its settings.
 *
 * Settings of the user and of the project may name another provider, a helper that prints a key, hooks and servers;
 * settings that are passed to the client outweigh them (measured on 2.1.235 and 2.1.332), managed ones outweigh these:
 * see `policyObstacle`.
 */

/** Where the client is to send its requests, and the key that it shows there. */
export interface Target {
	readonly url: string;
	readonly key: string;
}

/** Variables that name a provider, a key, a proxy or a collector; empty counts as not set. */
const emptied: readonly string[] = [
	'ANTHROPIC_AUTH_TOKEN',
	'ANTHROPIC_CUSTOM_HEADERS',
	'ANTHROPIC_UNIX_SOCKET',
	'CLAUDE_CODE_OAUTH_TOKEN',
	'CLAUDE_CODE_USE_ANTHROPIC_AWS',
	'CLAUDE_CODE_USE_BEDROCK',
	'CLAUDE_CODE_USE_FOUNDRY',
	'CLAUDE_CODE_USE_MANTLE',
	'CLAUDE_CODE_USE_VERTEX',
	'CLAUDE_CODE_ENABLE_TELEMETRY',
];

/** Everything but the endpoint is refused: other programs' addresses are reached through it, as a proxy. */
const fixed = ({ url, key }: Target): Readonly<Record<string, string>> => ({
	ANTHROPIC_API_KEY: key,
	ANTHROPIC_BASE_URL: url,
	HTTP_PROXY: url,
	HTTPS_PROXY: url,
	http_proxy: url,
	https_proxy: url,
	NO_PROXY: '127.0.0.1,localhost',
	no_proxy: '127.0.0.1,localhost',
	DISABLE_AUTOUPDATER: '1',
	DISABLE_BUG_COMMAND: '1',
	DISABLE_COST_WARNINGS: '1',
	DISABLE_ERROR_REPORTING: '1',
	DISABLE_TELEMETRY: '1',
	CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
	CLAUDE_CODE_MAX_RETRIES: '0',
});

/** Variables of the terminal or editor that started this program, which would take the client for another one. */
const dropped =
	/^(?:ANTHROPIC_|AWS_|OTEL_|VSCODE_|ELECTRON_|CLAUDECODE$|CLAUDE_CODE_(?:ENTRYPOINT|SSE_PORT|SESSION_ID)$|NODE_OPTIONS$|ALL_PROXY$|all_proxy$)/;

/** Variables of a client that is started for a recording, made from those that it would have otherwise. */
export function guardedVariables(
	variables: Readonly<Record<string, string | undefined>>,
	target: Target,
): Readonly<Record<string, string>> {
	const kept = Object.entries(variables).filter(
		(entry): entry is [string, string] =>
			entry[1] !== undefined && !dropped.test(entry[0]) && !emptied.includes(entry[0]),
	);
	return { ...Object.fromEntries(kept), ...fixed(target) };
}

/** The settings that are passed to the client, as JSON: no hook, no key helper, no other provider. */
export function guardedSettings(target: Target): string {
	const env = { ...Object.fromEntries(emptied.map((name) => [name, ''])), ...fixed(target) };
	return JSON.stringify({ disableAllHooks: true, apiKeyHelper: '', env });
}

/** Names of variables that managed settings must not set for a guarded run. */
export const guardedNames: ReadonlySet<string> = new Set([...emptied, ...Object.keys(fixed({ url: '', key: '' }))]);
