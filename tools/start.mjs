// npm start -- [DIR]: the packaged extension in a VS Code server, for a person to use in a browser.
// Variables: RIG_VSCODE=oldest, PORT.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectRoot, quietSettings, rigHome, startServer, vscodeCommand, vscodeName } from './rig/rig.mjs';

const target = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? '.');
if (!existsSync(target)) {
	console.error(`There is no ${target}.`);
	process.exit(2);
}
const parameter = statSync(target).isDirectory() ? 'folder' : 'workspace';
if (parameter === 'workspace' && !target.endsWith('.code-workspace')) {
	console.error(`${target} is neither a folder nor a .code-workspace file.`);
	process.exit(2);
}

/** Runs one step; its own words stay on the screen, and ours say which step it was. */
function step(title, command, ...args) {
	console.log(`${title} …`);
	try {
		execFileSync(command, args, { cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit'] });
	} catch {
		console.error(`\nThat did not work: ${[command, ...args].join(' ')}`);
		process.exit(1);
	}
}

step('Looking after VS Code', 'bash', 'tools/rig/setup.sh', vscodeName);
step('Building and packaging the extension', 'npm', 'run', '--silent', 'package');
const dataDir = join(rigHome, `${vscodeName}-data`); // kept, and with it the settings made in the workbench
mkdirSync(join(dataDir, 'data/User'), { recursive: true });
const settings = join(dataDir, 'data/User/settings.json');
if (!existsSync(settings)) writeFileSync(settings, JSON.stringify(quietSettings, null, '\t'));
console.log('Installing it …');
await vscodeCommand(['--install-extension', join(projectRoot, 'out/context-inspector.vsix'), '--force'], dataDir);

const token = randomUUID();
const environment = { ...process.env };
delete environment.NODE_OPTIONS;
const server = await startServer({
	dataDir,
	environment,
	keepSettings: true,
	trust: 'on',
	port: process.env.PORT,
	args: ['--connection-token', token],
});
const url = new URL(server.url);
url.searchParams.set('tkn', token);
url.searchParams.set(parameter, target);
console.log(`\nOpen this address in a browser on this machine, and press Ctrl-C here when done:\n\n  ${url}\n`);
await server.stopped;
console.error('VS Code’s server has ended.');
process.exit(1);
