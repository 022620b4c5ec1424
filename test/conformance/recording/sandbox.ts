/**
 * One run of a client in namespaces of its own: of the network only loopback, the scenario's managed files at the place
 * of policy, and processes that end with it. Where the system does not allow that, the run is less isolated.
 */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { runSession, type SessionJob, type SessionOutcome } from './session.js';

/** Where a Linux client looks for managed files. */
export const managedDirectory = '/etc/claude-code';

const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
/** Without root the namespaces need one of users around them. */
const asUser = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
const setup = 'ip link set lo up && mount --make-rprivate / && mount --bind "$0" "$1" && shift 1 && exec "$@"';

let allowed: boolean | undefined;

/** Does this system allow the namespaces, and the managed files a place? */
export function canIsolate(): boolean {
	if (allowed !== undefined) return allowed;
	if (process.platform !== 'linux') allowed = false;
	else {
		const { status } = spawnSync('unshare', [...asUser, ...namespaces, 'sh', '-c', 'ip link set lo up'], {
			stdio: 'ignore',
		});
		allowed = status === 0 && hasMountPoint();
	}
	return allowed;
}

/** The mount point has to exist; outside the namespaces it stays empty. */
function hasMountPoint(): boolean {
	try {
		mkdirSync(managedDirectory, { recursive: true });
	} catch {
		// Only root can make it.
	}
	return existsSync(managedDirectory);
}

/** Runs the job in the namespaces, with the folder mounted as managed directory. */
export async function runIsolated(job: SessionJob, managed: string, script: string): Promise<SessionOutcome> {
	if (!canIsolate()) return runSession(job);
	const inner = ['sh', '-c', setup, managed, managedDirectory, process.execPath, script, '--inner'];
	const child = spawn('unshare', [...asUser, ...namespaces, ...inner], { stdio: ['pipe', 'pipe', 'pipe'] });
	const output: Buffer[] = [];
	let errors = '';
	child.stdout.on('data', (data: Buffer) => output.push(data));
	child.stderr.on('data', (data: Buffer) => {
		errors = (errors + String(data)).slice(-1_000);
	});
	child.stdin.on('error', () => undefined);
	child.stdin.end(JSON.stringify(job));
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	if (code !== 0) throw new Error(`the namespaces' process ended with ${code}: ${errors}`);
	return JSON.parse(Buffer.concat(output).toString('utf8')) as SessionOutcome;
}
