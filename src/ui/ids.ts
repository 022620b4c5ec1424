/**
 * Every id that package.json contributes, in one place; the suite `activation` holds both to each other, both ways.
 */

/** Section of all settings. */
export const section = 'contextInspector';

/** Activity-bar container. */
export const containerId = 'contextInspector';

export const viewIds = {
	context: 'contextInspector.context',
	activeFile: 'contextInspector.activeFile',
	budget: 'contextInspector.budget',
	session: 'contextInspector.session',
} as const;

export const commandIds = {
	openSource: 'contextInspector.openSource',
	revealSource: 'contextInspector.revealSource',
	copySourcePath: 'contextInspector.copySourcePath',
	whyNotLoaded: 'contextInspector.whyNotLoaded',
	explainFile: 'contextInspector.explainFile',
	pinActiveFile: 'contextInspector.pinActiveFile',
	unpinActiveFile: 'contextInspector.unpinActiveFile',
	findNested: 'contextInspector.findNested',
	stopFindingNested: 'contextInspector.stopFindingNested',
	chooseLaunchDirectory: 'contextInspector.chooseLaunchDirectory',
	chooseClient: 'contextInspector.chooseClient',
	createClaudeMd: 'contextInspector.createClaudeMd',
	copyReport: 'contextInspector.copyReport',
	previewRequest: 'contextInspector.previewRequest',
	previewSource: 'contextInspector.previewSource',
	comparePreviews: 'contextInspector.comparePreviews',
	verify: 'contextInspector.verify',
	showMatchingFiles: 'contextInspector.showMatchingFiles',
	addTopicToIndex: 'contextInspector.addTopicToIndex',
	openWalkthrough: 'contextInspector.openWalkthrough',
	chooseSession: 'contextInspector.chooseSession',
	showNewestSession: 'contextInspector.showNewestSession',
	showSessionText: 'contextInspector.showSessionText',
	showLoadLog: 'contextInspector.showLoadLog',
	showSessionFigures: 'contextInspector.showSessionFigures',
	lockImports: 'contextInspector.lockImports',
	acceptImport: 'contextInspector.acceptImport',
	showLockDifference: 'contextInspector.showLockDifference',
	refresh: 'contextInspector.refresh',
	showMenu: 'contextInspector.showMenu',
	showLog: 'contextInspector.showLog',
} as const;

export const settingIds = {
	launchDirectory: 'launchDirectory',
	clientVersion: 'clientVersion',
	model: 'model',
	pinnedMemory: 'pinnedMemory',
	environment: 'environment',
	addDirectories: 'flags.addDirectories',
	pluginDirectories: 'flags.pluginDirectories',
	settingSources: 'flags.settingSources',
	bare: 'flags.bare',
	safeMode: 'flags.safeMode',
	skipDirectories: 'discovery.skipDirectories',
	statusBar: 'statusBar.enabled',
	truncationLine: 'truncationLine.enabled',
	codeLens: 'codeLens.enabled',
	updateLinks: 'links.updateOnRename',
	decorations: 'decorations.enabled',
	firstLineHover: 'hovers.firstLine',
	problems: 'problems.enabled',
} as const;

/** The walkthrough "Get Started". */
export const walkthroughId = 'getStarted';

/** Keys of `when` clauses, set with `setContext`. */
export const contextKeys = {
	/** True where a folder on disk is open. */
	hasLaunchDirectory: 'contextInspector.hasLaunchDirectory',
	/** State of the Context view, see `ContextViewState`. */
	contextView: 'contextInspector.contextView',
	/** State of the Session view, see `SessionState`. */
	sessionView: 'contextInspector.sessionView',
	/** True while the Session view stays on a session that was chosen. */
	sessionChosen: 'contextInspector.sessionChosen',
	/** True while the Active File view stays on one file. */
	activeFilePinned: 'contextInspector.activeFilePinned',
} as const;

/** Settings that change what a model is made from. */
export const modelSettingIds: readonly string[] = [
	settingIds.clientVersion,
	settingIds.model,
	settingIds.pinnedMemory,
	settingIds.environment,
	settingIds.addDirectories,
	settingIds.pluginDirectories,
	settingIds.settingSources,
	settingIds.bare,
	settingIds.safeMode,
];
