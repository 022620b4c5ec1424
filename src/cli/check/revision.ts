/** Why a revision cannot be compared with, in one sentence for the person who named it. */

import { isStuck } from '../../host/git.js';
import { GitObjects } from '../../host/gitObjects.js';
import type { Repository } from './repository.js';

/** The fault of a name in which git finds no commit. */
export async function revisionFault({ root, isRepository }: Repository, revision: string): Promise<string> {
	if (!isRepository) return `${root} is in no git repository, so there is no revision to compare with.`;
	if (isStuck(root)) return `git does not answer about ${root}; is there a pipe among the files below .git?`;
	const range = /^(.*?)\.{2,3}(.*)$/s.exec(revision);
	if (range) {
		const [, from, to] = range;
		return `"${revision}" is a range; name the two ends apart: diff ${from || 'HEAD'} --to ${to || 'HEAD'}.`;
	}
	const objects = new GitObjects(root);
	try {
		const type = (await objects.look(revision))?.type;
		const what = type === 'blob' ? 'a file' : type === 'tree' ? 'a directory' : undefined;
		if (what) return `"${revision}" is ${what} of a revision; diff takes the revision alone, e.g. origin/main.`;
		if (!(await objects.look('HEAD^{commit}')))
			return `git finds no commit in ${root}: either there is none yet, or git cannot read the repository.`;
	} finally {
		objects.close();
	}
	return `git finds no commit "${revision}" in ${root}; a shallow clone has only its newest ones (fetch-depth: 0 brings all).`;
}
