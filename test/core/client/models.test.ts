import { strict as assert } from 'node:assert';
import { behavioursOf } from '../../../src/core/client/behaviours.js';
import { bundledSkillsOf } from '../../../src/core/client/bundled.js';
import { modelNoteOf, modelProfileOf } from '../../../src/core/client/models.js';

const older = behavioursOf('2.1.235').behaviours;
const newer = behavioursOf('2.1.332').behaviours;

/** Window and characters per token that each client counts: `200000*4`. */
const counted = (id: string): readonly [string, string] => {
	const show = (behaviours: typeof older): string => {
		const { windowTokens, charactersPerToken } = modelProfileOf(id, behaviours);
		return `${windowTokens}*${charactersPerToken}`;
	};
	return [show(older), show(newer)];
};

const oldFamily = ['200000*4', '200000*4'] as const;
const newFamily = ['200000*3', '1000000*3'] as const;

describe('model profiles', () => {
	const ids: readonly (readonly [readonly string[], readonly [string, string]])[] = [
		[
			[
				'claude-opus-4-6',
				'claude-opus-4-6-20260101',
				'us.anthropic.claude-opus-4-6-v1:0',
				'claude-opus-4-5-20251101',
				'claude-opus-4',
				'claude-sonnet-4-6',
				'claude-sonnet-4-5',
				'claude-sonnet-4',
				'claude-sonnet-4-0',
				'claude-sonnet-4-20250514',
				'claude-sonnet-4@20250514',
				'claude-haiku-4-5-20251001',
				'claude-3-7-sonnet-20250219',
				'claude-3-5-haiku-latest',
			],
			oldFamily,
		],
		[
			[
				'claude-opus-4-7',
				'claude-opus-4-8',
				'claude-opus-5',
				'CLAUDE-OPUS-5',
				'claude-sonnet-5',
				'claude-haiku-5',
				'claude-fable-5',
				'claude-opus-4-1',
				'claude-opus-4-20250514',
				'opus',
				'sonnet',
				'opusplan',
				'gpt-5',
			],
			newFamily,
		],
		[
			['claude-opus-4-6[1m]', 'claude-sonnet-4-5[1m]'],
			['1000000*4', '1000000*4'],
		],
		[
			['claude-opus-4-8[1m]', 'sonnet[1m]'],
			['1000000*3', '1000000*3'],
		],
		[['haiku'], ['200000*4', '1000000*3']],
	];
	for (const [names, expected] of ids) {
		for (const id of names) {
			it(`counts ${id} as ${expected.join(' and ')}`, () => assert.deepEqual(counted(id), expected));
		}
	}

	it('says of an unknown id that it was not measured, and keeps the id as given', () => {
		const profile = modelProfileOf('My-Model', newer);
		assert.equal(profile.measured, false);
		assert.equal(profile.id, 'My-Model');
		assert.match(modelNoteOf(profile) ?? '', /"My-Model" is not known; .* 1,000,000 tokens and 3 characters/);
		assert.equal(modelNoteOf(modelProfileOf('opus', newer)), undefined);
	});

	it('says of a known family that it was measured', () => {
		for (const id of ['claude-opus-4-6', 'claude-sonnet-5', 'opus', 'haiku', 'claude-opus-5[1m]']) {
			assert.equal(modelProfileOf(id, newer).measured, true, id);
		}
	});
});

describe('bundled skills', () => {
	it('end with the two whose descriptions the budget may take', () => {
		for (const behaviours of [older, newer]) {
			const droppable = bundledSkillsOf(behaviours).filter((skill) => skill.droppable);
			assert.deepEqual(
				droppable.map(({ name }) => name),
				['init', 'security-review'],
			);
			assert.equal(bundledSkillsOf(behaviours).at(-1)?.name, 'security-review');
		}
	});

	it('leave one behind when they are disabled, in the newer client only', () => {
		assert.deepEqual(
			bundledSkillsOf(older).filter((skill) => skill.alwaysThere),
			[],
		);
		assert.deepEqual(
			bundledSkillsOf(newer).flatMap((skill) => (skill.alwaysThere ? [skill.name] : [])),
			['plugin-authoring'],
		);
	});
});
