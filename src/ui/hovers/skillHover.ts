/** On a skill's description: whether the model sees it, how long it may be, and what the listing has left. */

import { l10n } from 'vscode';
import type { SourceState } from '../../core/source.js';
import type { Skill } from '../../core/sources/skills.js';
import { readFrontMatter } from '../../core/text/frontMatter.js';
import { locateKey } from '../../core/text/locateKey.js';
import { formatNumber, stateWord } from '../format.js';
import { stateIcon } from '../icons.js';
import { code, escaped } from '../markdown.js';
import { type HoverAnswer, type HoverSubject, holds } from './subject.js';

/** Keys that make the description. */
const keys = ['description', 'when_to_use'] as const;

export function skillHover(subject: HoverSubject): HoverAnswer | undefined {
	const { model, paths, document, offset } = subject;
	const skill = model.skills.find(({ path, realPath }) => paths.includes(path) || paths.includes(realPath));
	if (!skill) return undefined;
	const text = document.getText();
	const frontMatter = readFrontMatter(text, { afterByteOrderMark: true });
	for (const name of keys) {
		const located = locateKey(text, frontMatter, name);
		const last = located?.items.at(-1);
		if (!located) continue;
		const end = last ? last.offset + last.length : located.key.offset + located.key.length;
		const range = { offset: located.key.offset, length: Math.max(end - located.key.offset, located.key.length) };
		if (holds(range, offset)) return { paragraphs: aboutSkill(subject, skill), range };
	}
	return undefined;
}

function aboutSkill({ model: { skillListing } }: HoverSubject, skill: Skill): readonly string[] {
	const { cap, budget, entries } = skillListing;
	const entry = entries.find(({ skill: each }) => each === skill);
	const state: SourceState = entry?.state ?? skill.state;
	const reason = skillListing.reason ?? entry?.reason ?? skill.reason;
	const { length } = skill.description;
	const left = Math.max(0, Math.floor(budget.limit - budget.used));
	return [
		`$(${stateIcon(state).id}) ${l10n.t('Skill {0}', code(skill.name))}: **${escaped(stateWord(state))}**`,
		...(reason ? [escaped(reason.sentence)] : []),
		`${length > cap ? '$(warning) ' : ''}${escaped(
			l10n.t('The description has {0} of {1} characters.', formatNumber(length), formatNumber(cap)),
		)}`,
		escaped(
			l10n.t(
				'The listing takes {0} of {1} characters; {2} are left.',
				formatNumber(budget.used),
				formatNumber(Math.floor(budget.limit)),
				formatNumber(left),
			),
		),
		...(budget.dropped.length > 0
			? [
					`$(warning) ${escaped(
						l10n.t('Descriptions left out for want of room: {0}.', formatNumber(budget.dropped.length)),
					)}`,
				]
			: []),
	];
}
