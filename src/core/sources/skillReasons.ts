/** The sentences of skills and agents that are not listed. */

import type { Reason } from '../source.js';

export const uninvocable = (path: string): Reason => ({
	code: 'model-invocation-disabled',
	sentence:
		'Its front matter says disable-model-invocation: only the user can invoke it, the model does not know of it.',
	place: { path },
});

export const superseded = (name: string, by: { readonly path: string }): Reason => ({
	code: 'superseded',
	sentence: `The name "${name}" belongs to ${by.path}, which comes first.`,
	place: { path: by.path },
});

export const undescribed = (path: string): Reason => ({
	code: 'key-missing',
	sentence: 'A plugin\'s skill is listed only with a "description" or "when_to_use" in its front matter.',
	place: { path },
});

export const gitIgnored = (directory: string): Reason => ({
	code: 'excluded',
	sentence: `Git ignores ${directory}; skills of ignored directories are not discovered.`,
});

export const overridden = (name: string, value: string, path: string, isPolicy: boolean): Reason => ({
	code: isPolicy ? 'disabled-by-policy' : 'disabled-by-setting',
	sentence: `${value === 'name-only' ? 'Only its name is listed' : 'Switched off'}: "skillOverrides" in ${path} says "${name}": "${value}".`,
});

export const missingKey = (key: string, path: string): Reason => ({
	code: 'key-missing',
	sentence: `Its front matter has no "${key}" that is a text; the client drops such an agent.`,
	place: { path },
});

export const colonInName = (path: string): Reason => ({
	code: 'empty',
	sentence: 'A name with a colon is one of a plugin only; the client drops such an agent.',
	place: { path },
});
