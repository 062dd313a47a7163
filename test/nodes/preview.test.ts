/** Preview Only shows the request that would change something, and sends nothing that does. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { onlyReads, type OperationId, operations } from '../../src/api/operations';
import { picked, recordAt } from '../cases/operationCase';
import { errorItem, keepGoing, packageUnderTest, records } from './nodeUnderTest';
import { credentialsFor, nodeTypeOf, runCase } from './runCase';

const setup = packageUnderTest();

const ids = Object.keys(operations) as OperationId[];
const changing = ids.filter((id) => !onlyReads(operations[id]));

const changes = () =>
	setup.sandbox.requests.filter(({ operation }) => operation && changing.includes(operation));

async function run(type: string, parameters: INodeParameters, more: object = {}) {
	return await setup.engine.runNode({
		type,
		parameters: {
			...parameters,
			options: { previewOnly: true, ...(parameters.options as object) },
		},
		credentials: credentialsFor(setup.sandbox),
		...more,
	});
}

function offersPreview(id: OperationId): boolean {
	const [resource = '', operation = ''] = id.split('.');
	return setup.engine
		.nodeType(nodeTypeOf(setup.engine, id))
		.description.properties.filter(
			({ name, displayOptions: { show = {} } = {} }) =>
				name === 'options' &&
				show.resource?.includes(resource) &&
				show.operation?.includes(operation),
		)
		.some(({ options = [] }) => options.some(({ name }) => name === 'previewOnly'));
}

test('is offered by exactly the operations that change something', () => {
	expect(ids.filter(offersPreview)).toEqual(changing);
});

test.each(changing)('%s shows the request that it sends without the option', async (id) => {
	const more = id === 'user.sendInvitation' ? { authentication: 'user' } : {};
	const preview = await runCase(setup.engine, setup.sandbox, id, {
		...more,
		options: { previewOnly: true },
	});
	expect(preview.error).toBeUndefined();
	expect(changes()).toEqual([]);
	setup.sandbox.reset();
	const { error } = await runCase(setup.engine, setup.sandbox, id, more);
	expect(error).toBeUndefined();
	const [{ method, path, body } = { method: '', path: '' }] = changes();
	expect(records(preview)).toEqual([
		{ preview: true, request: { method, path, ...(body ? { body } : {}) } },
	]);
});

test('resolves keys in earnest', async () => {
	const { emailAddress, userId } = recordAt(setup.sandbox.state.users.values(), 0);
	const remove = async (value: string) =>
		await run(
			'integrationServiceUser',
			{
				resource: 'user',
				operation: 'delete',
				userId: { __rl: true, mode: 'email', value },
			},
			keepGoing,
		);
	expect(records(await remove(emailAddress))).toEqual([
		{ preview: true, request: { method: 'DELETE', path: `/admin/user/users/${userId}` } },
	]);
	expect(errorItem(await remove('nobody@example.org')).errorCode).toBe('user-not-found');
});

test('checks the input in earnest', async () => {
	const question = { resource: 'thread', operation: 'create', question: 'x'.repeat(1001) };
	const long = await run('integrationServiceAgent', question, keepGoing);
	expect(errorItem(long).errorCode).toBe('question-too-long');
	const invitation = {
		resource: 'user',
		operation: 'sendInvitation',
		authentication: 'clientCredentials',
		userId: picked('8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12'),
	};
	const refused = await run('integrationServiceUser', invitation, keepGoing);
	expect(errorItem(refused).errorCode).toBe('api-client-must-be-a-user');
});

test('is chosen for each item', async () => {
	const { groupId } = recordAt(setup.sandbox.state.groups.values(), 0);
	const { items } = await run(
		'integrationServiceUserGroup',
		{
			resource: 'userGroup',
			operation: 'update',
			groupId: picked(groupId),
			updateFields: { active: true },
			options: { previewOnly: '={{ $json.preview }}' },
		},
		{ items: [{ preview: true }, { preview: false }] },
	);
	expect(items.map(({ json }) => json)).toEqual([
		expect.objectContaining({ preview: true }),
		{ success: true, changed: true, groupId },
	]);
	expect(changes()).toHaveLength(1);
});

describe('Desired State', () => {
	const update = async (desiredState: IDataObject, previewOnly: boolean) =>
		records(
			await run('integrationServiceUserGroup', {
				resource: 'userGroup',
				operation: 'update',
				groupId: picked(recordAt(setup.sandbox.state.groups.values(), 0).groupId),
				changeMode: 'desired',
				desiredState: JSON.stringify(desiredState),
				options: { previewOnly },
			}),
		)[0];

	test('has its changes and summary in a preview and afterwards', async () => {
		const { groupId, active } = recordAt(setup.sandbox.state.groups.values(), 0);
		const body = { active: !active };
		const summary = `Active changes from ${active} to ${!active}.`;
		const path = `/admin/user-group/user-groups/${groupId}`;
		expect(await update(body, true)).toEqual({
			preview: true,
			request: { method: 'PATCH', path, body },
			changes: body,
			summary,
			groupId,
		});
		expect(changes()).toEqual([]);
		expect(await update(body, false)).toEqual({
			success: true,
			changed: true,
			changes: body,
			summary,
			groupId,
			verified: true,
		});
	});

	test('previews no request if nothing changes', async () => {
		const { groupId, active } = recordAt(setup.sandbox.state.groups.values(), 0);
		const nothing = { preview: true, changes: {}, summary: 'Nothing changes.', groupId };
		expect(await update({ active }, true)).toEqual(nothing);
	});
});

test('does not touch the store of unique keys', async () => {
	// There is no store in these tests, so its use would fail.
	const { items } = await run('integrationServiceOrderManagement', {
		resource: 'return',
		operation: 'create',
		rows: { row: [{ stockKeepingUnitId: 7, quantity: 1 }] },
		options: { uniqueKey: 'A-1' },
	});
	expect(items[0]?.json).toMatchObject({ preview: true });
	expect(changes()).toEqual([]);
});

test('streams nothing to a chat', async () => {
	const chunks: unknown[] = [];
	await run(
		'integrationServiceAgent',
		{ resource: 'thread', operation: 'create', question: 'How are sales?' },
		{ onChunk: (chunk: unknown) => chunks.push(chunk) },
	);
	expect(chunks).toEqual([]);
});

test('shows the request of Integration Service Request with its query', async () => {
	const { items } = await run('integrationServiceRequest', {
		method: 'POST',
		path: '/other/things',
		scope: 'user:read',
		queryParameters: { parameter: [{ name: 'dry', value: 'a b' }] },
		sendBody: true,
		jsonBody: '{ "id": 12345678901234567890 }',
	});
	expect(items[0]?.json).toEqual({
		preview: true,
		request: {
			method: 'POST',
			path: '/other/things?dry=a+b',
			body: { id: '12345678901234567890' },
		},
	});
	expect(setup.sandbox.requests).toEqual([]);
});
