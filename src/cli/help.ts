/** Help texts and the version. */

import type { Output } from './output.js';
import { exitCodes, UsageError } from './usageError.js';

declare const PACKAGE_VERSION: string;

const modelHelp = `Which client:
  --client VERSION       Claude Code version to model, e.g. 2.1.332 (default: the
                         installed one, or the newest known)
  --model ID             model id, e.g. claude-opus-4-6 or claude-sonnet-4-5[1m]
  --untrusted            model a workspace that is not trusted
  --pinned-memory        model the remotely switched pinned memory of 2.1.235
  --managed-dir DIR      directory of managed policy (default: the system's)
  --now MILLISECONDS     time to reckon skill usage from (default: now)
Flags of the client itself, with their meaning there:
  --add-dir DIR  --plugin-dir DIR  --setting-sources LIST  --bare  --safe-mode
Output:
  --json                 one JSON object on standard output
  -h, --help             this text`;

const topics = {
	report: `Usage: context-inspector report [DIR] [options]

Prints what Claude Code will have in its context when it is started in DIR
(default: here), why, what it will not have and why not, and what it costs.

${modelHelp}

Example: context-inspector report ~/work/shop --client 2.1.332`,
	request: `Usage: context-inspector request [DIR] [options]

Prints the parts of the request that Claude Code would send from DIR, in order,
with their texts.

  --prompt TEXT          a first prompt; its @file mentions attach what they attach
  --action JSON          a tool call, e.g. '{"tool":"Read","input":{"file_path":"a.ts"}}';
                         repeat it for several calls

${modelHelp}

Example: context-inspector request --json --action '{"tool":"Read","input":{"file_path":"src/a.ts"}}'`,
	explain: `Usage: context-inspector explain FILE [options]

Says for one file what is loaded already, what reading it attaches (with the
pattern that matched and the directory it is relative to), and what nearly
matches and why it does not.

  --dir DIR              directory in which Claude Code is started (default: here)

${modelHelp}

Example: context-inspector explain src/api/client.ts`,
	globs: `Usage: context-inspector globs PATTERN [DIR] [options]

Says which files of DIR (default: here) a pattern of a rule's "paths" matches,
and what in the pattern does not mean what it looks like.

  --base DIR             directory that the pattern is relative to (default: DIR)

${modelHelp}

Example: context-inspector globs 'src/**/*.{ts,tsx}'`,
} as const satisfies Readonly<Record<string, string>>;

export const helpTopics: readonly string[] = Object.keys(topics);

const overview = `Usage: context-inspector COMMAND [arguments] [options]

What will Claude Code have in its context here, why, what not, and what does it
cost? Nothing is run, nothing is sent, nothing is changed.

Commands:
  report [DIR]           the context of a directory, for people
  request [DIR]          the parts of the request in order, with their texts
  explain FILE           what a file activates, and what nearly
  globs PATTERN [DIR]    which files a rule's pattern matches

  context-inspector COMMAND --help   options of a command
  context-inspector --version        version of this program

Exit codes: 0 fine, 1 findings, 2 the call or its input cannot be served.`;

export function printHelp(output: Output, topic?: string): number {
	if (topic !== undefined && !Object.hasOwn(topics, topic)) {
		throw new UsageError(`There is no help for "${topic}"; the commands are ${helpTopics.join(', ')}.`);
	}
	output.data(topic === undefined ? overview : topics[topic as keyof typeof topics]);
	return exitCodes.fine;
}

export function printVersion(output: Output): number {
	output.data(PACKAGE_VERSION);
	return exitCodes.fine;
}
