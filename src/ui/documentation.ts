/** Where a finding's code is explained: its section of the README, at the address that package.json names. */

import { Uri } from 'vscode';
import { type FindingCode, readmeAnchorOf } from '../core/findings/catalog.js';

/** The parts of package.json that say where the project lives. */
export interface ProjectAddress {
	readonly homepage?: string;
	readonly repository?: string | { readonly url?: string };
}

/**
 * The section of a code; `undefined` where package.json names no address on the web.
 *
 * @example documentationOf({ repository: { url: 'git+https://x.org/a.git' } }, 'memory.link-dead') // https://x.org/a#memorylink-dead
 */
export function documentationOf(project: ProjectAddress, findingCode: FindingCode): Uri | undefined {
	const { repository } = project;
	const written = project.homepage ?? (typeof repository === 'string' ? repository : repository?.url) ?? '';
	const address = written
		.replace(/^git\+/, '')
		.replace(/\.git$/, '')
		.replace(/#.*$/, '');
	if (!address.startsWith('https://')) return undefined;
	return Uri.parse(address).with({ fragment: readmeAnchorOf(findingCode) });
}
