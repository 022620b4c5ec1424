/** Which client a program is, by asking it: only for a program that is run anyway. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oldestVersion } from '../../core/client/profile.js';
import { compareVersions } from '../../core/client/version.js';
import { type Failure, failure } from './observation.js';
import { runProcess } from './processGroup.js';

const versionTimeout = 20_000;

/** What the system says of a program that it does not start, in words. */
const startFaults: ReadonlyMap<string, string> = new Map([
	['ENOENT', 'there is no such file'],
	['EACCES', 'it is no program, or may not be run'],
	['ENOEXEC', 'it is no program of this system'],
]);

/** The version that `--version` prints, in an empty home; a failure where there is none, or one that is too old. */
export async function askVersion(
	program: string,
	variables: Readonly<Record<string, string | undefined>>,
	signal?: AbortSignal,
): Promise<{ readonly ok: true; readonly version: string } | Failure> {
	const home = await mkdtemp(join(tmpdir(), 'context-inspector-home-'));
	try {
		const end = await runProcess({
			program,
			args: ['--version'],
			directory: home,
			variables: { PATH: variables['PATH'] ?? '', HOME: home, USERPROFILE: home, DISABLE_AUTOUPDATER: '1' },
			timeout: versionTimeout,
			...(signal ? { signal } : {}),
		});
		if (end.kind === 'not-started')
			return failure('no-client', `${program} cannot be run: ${startFaults.get(end.words) ?? end.words}.`);
		if (end.kind === 'cancelled') return failure('cancelled', 'It was cancelled; Claude Code was ended.');
		const version = /^(\d+\.\d+\.\d+) \(Claude Code\)/m.exec(end.output)?.[1];
		if (end.kind !== 'exited' || version === undefined)
			return failure('unknown-client', `${program} does not say which version of Claude Code it is.`);
		if (compareVersions(version, oldestVersion) < 0)
			return failure(
				'too-old',
				`Claude Code ${version} is too old: only ${oldestVersion} and newer are known to leave no session behind.`,
			);
		return { ok: true, version };
	} finally {
		await rm(home, { recursive: true, force: true });
	}
}
