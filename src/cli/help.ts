/** Help texts and the version. */

import type { Output } from './output.js';
import { exitCodes, UsageError } from './usageError.js';

declare const PACKAGE_VERSION: string;

const modelHelp = `Which client:
  --client VERSION       Claude Code version to model, e.g. 2.1.332 (default:
                         the installed one, or the newest known)
  --model ID             model id, e.g. claude-opus-4-6 or claude-sonnet-4-5[1m]
  --untrusted            model a workspace that is not trusted
  --pinned-memory        model the remotely switched pinned memory of 2.1.235
  --managed-dir DIR      directory of managed policy (default: the system's)
  --now MILLISECONDS     time to reckon skill usage from (default: now)
Flags of the client itself, with their meaning there (DIR before them):
  --add-dir DIR…  --plugin-dir DIR  --setting-sources LIST  --bare  --safe-mode
Output:
  --json                 one JSON object on standard output
  -h, --help             this text`;

const topics = {
	report: `Usage: context-inspector report [DIR] [options]

Prints what Claude Code will have in its context when it is started in DIR
(default: here), why, what it will not have and why not, and what it costs.

  --html FILE            write it as one page that needs nothing else, with what
                         is wrong; secrets are masked

${modelHelp}

Example: context-inspector report ~/work/shop --client 2.1.332`,
	request: `Usage: context-inspector request [DIR] [options]

Prints the parts of the request that Claude Code would send from DIR, in order,
with their texts.

  --prompt TEXT          a first prompt; its @file mentions attach files
  --action JSON          a tool call; repeat it for several calls, e.g.
                         '{"tool":"Read","input":{"file_path":"a.ts"}}'

${modelHelp}

Example: context-inspector request --json --prompt 'see @src/a.ts'`,
	explain: `Usage: context-inspector explain FILE [options]

Says for one file what is loaded already, what reading it attaches (with the
pattern that matched and the directory it is relative to), and what nearly
matches and why it does not.

  --dir DIR              where Claude Code is started (default: here)

${modelHelp}

Example: context-inspector explain src/api/client.ts`,
	globs: `Usage: context-inspector globs PATTERN [DIR] [options]

Says which files of DIR (default: here) a pattern of a rule's "paths" matches,
and what in the pattern does not mean what it looks like.

  --base DIR             what the pattern is relative to (default: DIR)
Output:
  --json                 one JSON object on standard output
  -h, --help             this text

Example: context-inspector globs 'src/**/*.{ts,tsx}'`,
	sessions: `Usage: context-inspector sessions [DIR] [options]

Says what a session that was started in DIR (default: here) really has in its
context, told from its transcript, and how that stands to the disk and to the
prediction: same, changed since, predicted but never loaded, loaded but not
predicted. Transcripts are read as streams; only paths, hashes, sizes, times
and reasons are kept.

  --session ID           the session with this id, or the beginning of one
                         (default: the one written last)
  --list                 the sessions of DIR, the one written last first
  --log                  every load as a JSON line: session_id,
                         instruction_path, scope, load_reason, content_hash,
                         bytes, loaded_at, trigger
  --figures              rules that fire and rules that do not, topics that are
                         read, startup characters over time
  --last N               of how many sessions (--log: 1, --figures: 50)
  --diff FILE            how the session's text of FILE differs from today's

${modelHelp}

Example: context-inspector sessions --log --last 20 >> loads.jsonl`,
	check: `Usage: context-inspector check [DIR...] [options]

Looks for everything in the context of DIR (default: here) that does not do
what its author means it to do, and holds it against budgets. What it looks for
can be set in .context-inspector.json, beside DIR or above it in the repository;
an option outweighs the file. Exit code 1 where something fails.

What fails:
  --max-startup-chars N  budget of the startup part: instructions and memory
  --max-startup-tokens N the same in estimated tokens
  --max-memory-lines N   budget of MEMORY.md
  --max-listing N        budget of the skill listing with all its descriptions
  --fail-on LEVEL        least severity that fails: hint, info, warning or error
                         (default: warning)
  --severity LEVEL       least severity that is reported (default: info)
  --baseline FILE        findings in FILE are reported as known and do not fail
  --update-baseline      write the baseline as things are now
Where to look:
  --each-package         DIR and every package below it, each as the directory
                         in which Claude Code is started
  --client VERSION       repeat it to check for several; a finding says which
  --hermetic             leave out home, managed and git-ignored files and all
                         above the repository: the same result on every machine
                         (default where CI is set; --no-hermetic undoes it)
  --config FILE          this configuration instead of the nearest one
How to print it:
  --format FORMAT        text, json, sarif (2.1.0) or github (annotations)

${modelHelp}

Example: context-inspector check --max-startup-chars 12000 --format github`,
	diff: `Usage: context-inspector diff REV [DIR] [options]

Says what the working tree adds to the context of DIR (default: here) and takes
away since REV, source by source, in characters and estimated tokens. REV is
read from git's objects; nothing is checked out.

  --to REV               compare with this revision instead of the working tree
  --format FORMAT        text, json, or markdown for a pull request's comment
  --hermetic             leave out home, managed and git-ignored files
                         (default where CI is set; --no-hermetic undoes it)

${modelHelp}

Example: context-inspector diff origin/main --format markdown`,
	lock: `Usage: context-inspector lock [DIR] [options]

Writes DIR/.claude/context.lock.json: path, scope, SHA-256, bytes, when and by
whom for every import and linked rule from outside the repository, and says
what has changed since it was written last.

  --check                write nothing; exit code 1 where anything has drifted,
                         was added or removed
  --accept PATH          accept only this path, as --check shows it; repeatable

${modelHelp}

Example: context-inspector lock --check`,
	verify: `Usage: context-inspector verify [DIR] [options]

Runs your installed claude in print mode in DIR (default: here), and holds what
it sends against the prediction, part by part. It asks first. The requests go to
this program, on this machine: a made-up key is used, no token is spent and no
session is saved. Hooks, MCP servers, telemetry and updates are off, settings
are your own. Of what arrives only your files' texts and the names of your
skills and agents are compared; nothing is kept. Exit code 0 where it agrees, 1
where it does not, 2 where it cannot be told.

  --read FILE            make it read this file too, to see what that attaches;
                         repeat it for several, in their order
  --client PATH          the program (default: the installed one)
  --client-version V     predict for this version (default: the program's own)
  --timeout SECONDS      end it after this time (default: 60)
  -y, --yes              do not ask; needed where there is no terminal
  --model ID             model id for both, e.g. claude-opus-4-6
Flags of the client itself, for both (DIR before them):
  --add-dir DIR…  --plugin-dir DIR  --setting-sources LIST  --bare  --safe-mode
For the prediction only:
  --untrusted  --pinned-memory  --managed-dir DIR  --now MILLISECONDS
Output:
  --json                 one JSON object on standard output
  -h, --help             this text

Example: context-inspector verify --read src/api/client.ts`,
} as const satisfies Readonly<Record<string, string>>;

export const helpTopics: readonly string[] = Object.keys(topics);

const overview = `Usage: context-inspector COMMAND [arguments] [options]

What will Claude Code have in its context here, why, what not, and what does it
cost? Nothing is sent, and no client is run but by verify, which asks first;
files are written by lock, check --update-baseline and report --html only.

Commands:
  report [DIR]           the context of a directory, for people
  request [DIR]          the parts of the request in order, with their texts
  explain FILE           what a file activates, and what nearly
  globs PATTERN [DIR]    which files a rule's pattern matches
  sessions [DIR]         what a session really has, and what changed since
  check [DIR...]         what is wrong with the context, for CI: exit code 1
  diff REV [DIR]         what a branch adds to the context and takes away
  lock [DIR]             write down what imports from outside hold
  verify [DIR]           hold the prediction against the installed claude

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
