/** Inputs of the model for tests over in-memory trees: launched in /repo by a user whose home is /home/ann. */

import { defaultModelId, modelProfileOf } from '../../src/core/client/models.js';
import { profileOf } from '../../src/core/client/profile.js';
import { type ContextInputs, noFlags } from '../../src/core/inputs.js';
import { buildContextModel, type ContextModel } from '../../src/core/model/contextModel.js';
import type { FileSystem } from '../../src/core/ports.js';

/** What a test may change; everything else is a trusted workspace and the newest client. */
export interface TestInputs extends Partial<Omit<ContextInputs, 'client' | 'model' | 'environment'>> {
	readonly client?: string;
	readonly model?: string;
	readonly variables?: Readonly<Record<string, string>>;
	readonly now?: number;
}

export function testInputs(options: TestInputs = {}): ContextInputs {
	const client = profileOf(options.client ?? '2.1.332');
	return {
		launchDirectory: options.launchDirectory ?? '/repo',
		client,
		model: modelProfileOf(options.model ?? defaultModelId, client.behaviours),
		flags: { ...noFlags, ...options.flags },
		environment: {
			variables: options.variables ?? {},
			homeDirectory: '/home/ann',
			managedDirectory: '/etc/claude-code',
			now: options.now ?? 1_796_000_000_000,
		},
		trusted: options.trusted ?? true,
		pinnedMemory: options.pinnedMemory ?? false,
	};
}

/** The model of a tree; fails where the launch directory is not in it. */
export async function testModel(fs: FileSystem, options: TestInputs = {}): Promise<ContextModel> {
	const model = await buildContextModel(fs, testInputs(options));
	if (!model) throw new Error('the launch directory is not in the tree');
	return model;
}
