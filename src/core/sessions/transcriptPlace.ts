/** Where the transcripts of a launch directory lie. */

import { join } from 'node:path';
import { projectSlugLimit } from '../client/constants.js';
import type { ContextInputs } from '../inputs.js';
import type { FileSystem } from '../ports.js';
import { projectSlug } from '../sources/memoryDirectory.js';
import { configDirectory } from '../sources/settings.js';

/**
 * Directories with the transcripts of sessions that were started in a directory: `<config>/projects/<slug>`, the slug
 * made of the launch directory itself, also below a repository's root and in a worktree, unlike auto memory's
 * (recorded). Of a slug over the limit only the beginning is known, so there may be several. Directories of other names
 * may share a slug: a session tells its own.
 *
 * @example await transcriptDirectories(fs, inputs, '/repo/sub') // ['/home/ann/.claude/projects/-repo-sub']
 */
export async function transcriptDirectories(
	fs: FileSystem,
	inputs: ContextInputs,
	launchDirectory: string,
): Promise<readonly string[]> {
	const projects = join(configDirectory(inputs), 'projects');
	const slug = projectSlug(launchDirectory);
	if (slug.length <= projectSlugLimit) return [join(projects, slug)];
	const prefix = `${slug.slice(0, projectSlugLimit)}-`;
	const entries = (await fs.list(projects)) ?? [];
	return entries.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => join(projects, name));
}
