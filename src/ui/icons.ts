/** Icons and colours, in one place. Only codicons and contributed theme colours. */

import { ThemeColor, ThemeIcon } from 'vscode';
import type { ComparisonState } from '../core/sessions/comparison.js';
import type { ListedState } from '../core/sessions/listingComparison.js';
import type { SourceState } from '../core/source.js';

/** Colours that package.json contributes. */
export const colorIds = {
	loaded: 'contextInspector.loadedForeground',
	onDemand: 'contextInspector.onDemandForeground',
	listed: 'contextInspector.listedForeground',
	truncated: 'contextInspector.truncatedForeground',
	notLoaded: 'contextInspector.notLoadedForeground',
	truncatedFile: 'contextInspector.truncatedFileForeground',
	notLoadedFile: 'contextInspector.notLoadedFileForeground',
} as const;

const stateIcons: Readonly<Record<SourceState, readonly [icon: string, color: string]>> = {
	loaded: ['pass-filled', colorIds.loaded],
	attached: ['circle-filled', colorIds.onDemand],
	'on demand': ['circle-large-outline', colorIds.onDemand],
	listed: ['list-flat', colorIds.listed],
	'name only': ['tag', colorIds.truncated],
	truncated: ['warning', colorIds.truncated],
	'not loaded': ['circle-slash', colorIds.notLoaded],
};

/** The icon of a state. */
export function stateIcon(state: SourceState): ThemeIcon {
	const [icon, color] = stateIcons[state];
	return new ThemeIcon(icon, new ThemeColor(color));
}

const comparisonIcons: Readonly<Record<ComparisonState | ListedState, readonly [icon: string, color: string]>> = {
	same: ['pass-filled', colorIds.loaded],
	'changed since': ['diff-modified', colorIds.truncated],
	'predicted but never loaded': ['circle-slash', colorIds.truncated],
	'predicted but never listed': ['circle-slash', colorIds.truncated],
	'loaded but not predicted': ['question', colorIds.truncated],
	'listed but not predicted': ['question', colorIds.truncated],
	'not recorded': ['circle-large-outline', colorIds.notLoaded],
};

/** The icon of how a session stands to the disk and the prediction. */
export function comparisonIcon(state: ComparisonState | ListedState): ThemeIcon {
	const [icon, color] = comparisonIcons[state];
	return new ThemeIcon(icon, new ThemeColor(color));
}

/** Icons of groups. */
export const groupIcons = {
	startup: new ThemeIcon('rocket'),
	managed: new ThemeIcon('organization'),
	user: new ThemeIcon('account'),
	project: new ThemeIcon('repo'),
	local: new ThemeIcon('device-desktop'),
	memory: new ThemeIcon('database'),
	onDemand: new ThemeIcon('zap'),
	pathRules: new ThemeIcon('filter'),
	nested: new ThemeIcon('list-tree'),
	skills: new ThemeIcon('mortar-board'),
	agents: new ThemeIcon('person'),
	notLoaded: new ThemeIcon('circle-slash'),
	launch: new ThemeIcon('root-folder'),
	already: new ThemeIcon('pass'),
	attached: new ThemeIcon('link'),
	nearMisses: new ThemeIcon('question'),
	session: new ThemeIcon('history'),
	subAgents: new ThemeIcon('hubot'),
	invoked: new ThemeIcon('play-circle'),
	searching: new ThemeIcon('loading~spin'),
	message: new ThemeIcon('info'),
	warning: new ThemeIcon('warning', new ThemeColor(colorIds.truncated)),
} as const;
