/** How much a model gets of what the service has. */
import type { INodeParameters } from 'n8n-workflow';
import { namesOf } from '../../../src/api/assumedNames';
import { picked } from '../../cases/operationCase';
import { packageUnderTest } from '../nodeUnderTest';

const setup = packageUnderTest();

/** What a model gets of a node that it calls, word for word. */
const call = async (type: string, parameters: INodeParameters) =>
	await setup.engine.callTool({
		type,
		parameters,
		credentials: { integrationServiceOAuth2Api: setup.sandbox.credential },
	});

describe.each([
	['User > Get Many', 'integrationServiceUser', () => ({ resource: 'user' })],
	[
		'Member > Get Many',
		'integrationServiceUserGroup',
		() => {
			const [groupId] = setup.sandbox.state.groups.keys();
			for (const user of setup.sandbox.state.users.values()) user.groupIds = [Number(groupId)];
			return { resource: 'member', groupId: picked(Number(groupId)) };
		},
	],
])('%s', (_what, type, chosen) => {
	const list = async (parameters: INodeParameters = {}) =>
		await call(type, { ...chosen(), operation: 'getAll', limit: 50, ...parameters });

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
		expect(raw).toEqual([
			expect.objectContaining({
				emailAddress: expect.any(String) as unknown,
				kind: 'ADMINISTRATOR',
			}),
		]);
		const fields = ['userId', 'emailAddress'];
		const selected = await list({ output: 'selectedFields', fields, limit: 1 });
		expect(Object.keys((JSON.parse(selected) as object[])[0] ?? {})).toEqual(fields);
	});
});

test('refuses an unknown choice before it changes anything', async () => {
	const text = await call('integrationServiceVariantProperty', {
		resource: 'propertyKey',
		operation: 'create',
		name: 'Weight',
		output: 'brief',
	});
	expect(text).toContain('Output \\"brief\\" is not one of the choices');
	expect(setup.sandbox.requests).toEqual([]);
});
