/** Findings of a check that knows nothing of the machine but the repository. */

import { type FindingCode, type Level, levelOf } from '../findings/catalog.js';
import { type Finding, finding, quoted } from '../findings/finding.js';
import { isInside } from '../sources/launchPlace.js';

/**
 * The findings as they are on every machine: a file outside the repository is not missing, it is only not looked at, and
 * what can be said of its import is that others do not have it.
 */
export function withoutMachine(
	findings: readonly Finding[],
	root: string,
	levels: Readonly<Partial<Record<FindingCode, Level>>>,
): readonly Finding[] {
	return findings.flatMap((found) => {
		const { code, data, path, range } = found;
		if (code !== 'import.missing' || data?.kind !== 'missing-import' || isInside(root, data.target)) return [found];
		const severity = levelOf('import.external-not-approved', levels);
		const message = `${quoted(data.target)} lies outside the repository: it is not on every machine, and the client imports it only where somebody has approved external imports; move it into the repository.`;
		const external = finding('import.external-not-approved', path, range, message);
		return severity === 'off' ? [] : [{ ...external, severity }];
	});
}
