/** How much a model gets of what the service has. */
import type { INodeParameters } from 'n8n-workflow';
import { namesOf } from '../../../src/api/assumedNames';
import { picked } from '../../cases/operationCase';
import { packageUnderTest } from '../nodeUnderTest';

const setup = packageUnderTest();

const { callOperation: call } = setup;

describe.each(['user.getAll', 'member.getAll'] as const)('%s', (id) => {
	const list = async (parameters: INodeParameters = {}) => {
		const [groupId] = setup.sandbox.state.groups.keys();
		for (const user of setup.users()) user.groupIds = [Number(groupId)];
		return await call(id, { groupId: picked(Number(groupId)), limit: 50, ...parameters });
	};

	test('takes at most 4,600 characters for fifty, simplified', async () => {
		// Some 2,000 tokens, most of them for the IDs.
		const text = await list();
		const users = JSON.parse(text) as object[];
		expect(users).toHaveLength(50);
		for (const user of users) {
			expect(Object.keys(user)).toEqual([namesOf('user.userId')[0], 'firstName', 'lastName']);
		}
		expect(text.length).toBeLessThanOrEqual(4600);
	});

	test('returns all fields for Raw, and the chosen ones for Selected Fields', async () => {
		const raw = JSON.parse(await list({ output: 'raw', limit: 1 })) as object[];
		expect(raw).toMatchObject([{ emailAddress: expect.any(String), kind: 'ADMINISTRATOR' }]);
		const fields = ['userId', 'emailAddress'];
		const selected = await list({ output: 'selectedFields', fields, limit: 1 });
		expect(Object.keys((JSON.parse(selected) as object[])[0] ?? {})).toEqual(fields);
	});
});

test('refuses an unknown choice before it changes anything', async () => {
	const text = await call('propertyKey.create', { name: 'Weight', output: 'brief' });
	expect(text).toContain('Output \\"brief\\" is not one of the choices');
	expect(setup.sandbox.requests).toEqual([]);
});
