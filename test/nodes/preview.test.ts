/** Preview Only shows the request that would change something, and sends nothing that does. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { onlyReads, type OperationId, operations } from '../../src/api/operations';
import { picked, recordAt } from '../cases/operationCase';
import { errorItem, hintTexts, keepGoing, packageUnderTest, records } from './nodeUnderTest';
import { runCase } from './runCase';
import { savedNamesOfPackage } from './savedNames';

const setup = packageUnderTest();

const ids = Object.keys(operations) as OperationId[];
const changing = ids.filter((id) => !onlyReads(operations[id]));

const changes = () => changing.flatMap((id) => setup.sent(id));

const run = async (id: OperationId, { options, ...parameters }: INodeParameters, more = {}) => {
	const form = { ...parameters, options: { previewOnly: true, ...(options as object) } };
	return await setup.runOperation(id, form, more);
};

test('is offered by exactly the operations that change something', () => {
	const fields = Object.values(savedNamesOfPackage()).flat();
	const offers = (id: OperationId) =>
		fields.some((field) => field.startsWith(`${id} options.previewOnly:`));
	expect(ids.filter(offers)).toEqual(changing);
});

test.each(changing)('%s shows the request that it sends without the option', async (id) => {
	const more = id === 'user.sendInvitation' ? { authentication: 'user' } : {};
	const previewing = { ...more, options: { previewOnly: true } };
	const preview = await runCase(setup.engine, setup.sandbox, id, previewing);
	expect(preview.error).toBeUndefined();
	expect(changes()).toEqual([]);
	setup.sandbox.reset();
	const { error } = await runCase(setup.engine, setup.sandbox, id, more);
	expect(error).toBeUndefined();
	const [{ method, path, body } = { method: '', path: '' }] = changes();
	const [item = {}] = records(preview);
	expect(item).toEqual({
		preview: true,
		summary: expect.stringMatching(/^Would .+\.$/) as unknown,
		request: { method, path, ...(body ? { body } : {}) },
	});
	expect(Object.keys(item).slice(0, 2)).toEqual(['preview', 'summary']);
	expect(hintTexts(preview)).toEqual(['Preview: nothing was sent.']);
});

test('is on with an expression without a value', async () => {
	const { groupId } = setup.group();
	const options = { previewOnly: '={{ $json.missing }}' };
	const { items } = await run('userGroup.delete', { groupId: picked(groupId), options });
	expect(items[0]?.json.preview).toBe(true);
});

describe('the summary names', () => {
	const summaryOf = async (id: OperationId, parameters: INodeParameters) =>
		(await run(id, parameters)).items[0]?.json.summary;
	const reads = () => setup.sandbox.requests;
	const nobody = '8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12';
	const remove = async (userId: INodeParameters[string]) =>
		await summaryOf('user.delete', { userId });

	test('a user by name and address, with one request', async () => {
		const { userId, firstName, lastName, emailAddress } = setup.user();
		const name = `${String(firstName)} ${String(lastName)} (${emailAddress})`;
		expect(await remove(picked(userId))).toBe(`Would delete user ${name}.`);
		expect(reads()).toHaveLength(1);
	});

	test('a record that was selected from the list, without a request', async () => {
		const label = 'Anna Berg (anna.berg@example.com)';
		const list = { __rl: true, mode: 'list', value: nobody, cachedResultName: label };
		expect(await remove(list)).toBe(`Would delete user ${label}.`);
		expect(reads()).toHaveLength(0);
	});

	test('a record by an expression without its old label', async () => {
		const { userId, emailAddress } = setup.user();
		const cachedResultName = 'Anna Berg (anna.berg@example.com)';
		const list = { __rl: true, mode: 'list', value: `={{ "${userId}" }}`, cachedResultName };
		expect(await remove(list)).toContain(emailAddress);
	});

	test('a record that does not exist', async () => {
		expect(await remove(picked(nobody))).toBe(`There is no user with the ID ${nobody}.`);
	});

	test('an ID if the record cannot be read', async () => {
		setup.fault('user.get', { status: 403 });
		expect(await remove(picked(nobody))).toBe(`Would delete user ${nobody}.`);
	});

	test('a new record, and the thread of a question', async () => {
		const { threadId, name } = recordAt(setup.sandbox.state.threads.values(), 0);
		const additionalFields = { additionalBody: '{ "groupName": "Sales" }' };
		const group = { groupName: 'Stock', additionalFields };
		expect(await summaryOf('userGroup.create', group)).toBe('Would create user group Sales.');
		additionalFields.additionalBody = '{ "groupName": { "en": "Sales" } }';
		expect(await summaryOf('userGroup.create', group)).toBe('Would create user group.');
		const ask = async (options: INodeParameters) =>
			await summaryOf('thread.create', { question: 'How are sales?', options });
		expect(await ask({})).toBe('Would ask the agent in a new thread.');
		expect(await ask({ threadId })).toBe(`Would ask the agent in thread ${String(name)}.`);
		expect(await ask({ threadId: nobody })).toBe(
			`There is no thread with the ID ${nobody}, so the question would start a new thread.`,
		);
	});
});

test('resolves keys in earnest', async () => {
	const { emailAddress, userId } = setup.user();
	const remove = async (value: string) =>
		await run('user.delete', { userId: { __rl: true, mode: 'email', value } }, keepGoing);
	expect(records(await remove(emailAddress))).toMatchObject([
		{ preview: true, request: { method: 'DELETE', path: `/admin/user/users/${userId}` } },
	]);
	expect(errorItem(await remove('nobody@example.org')).errorCode).toBe('user-not-found');
});

test('checks the input in earnest', async () => {
	const long = await run('thread.create', { question: 'x'.repeat(1001) }, keepGoing);
	expect(errorItem(long).errorCode).toBe('question-too-long');
	const invitation = {
		authentication: 'clientCredentials',
		userId: picked('8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12'),
	};
	const refused = await run('user.sendInvitation', invitation, keepGoing);
	expect(errorItem(refused).errorCode).toBe('api-client-must-be-a-user');
});

test('counts no processed items if it ends at one that is wrong', async () => {
	const question = '={{ $json.question }}';
	const items = [{ question: 'How are sales?' }, { question: '' }];
	const { error } = await run('thread.create', { question }, { items });
	expect(error?.message).not.toContain('processed');
});

test('is chosen for each item', async () => {
	const { groupId } = setup.group();
	const form = { groupId: picked(groupId), updateFields: { active: true } };
	const options = { previewOnly: '={{ $json.preview }}' };
	const items = [{ preview: true }, { preview: false }];
	expect(records(await run('userGroup.update', { ...form, options }, { items }))).toEqual([
		expect.objectContaining({ preview: true }),
		{ success: true, changed: true, groupId },
	]);
	expect(changes()).toHaveLength(1);
});

describe('Desired State', () => {
	const update = async (desiredState: IDataObject, previewOnly: boolean) =>
		records(
			await run('userGroup.update', {
				groupId: picked(setup.group().groupId),
				changeMode: 'desired',
				desiredState: JSON.stringify(desiredState),
				options: { previewOnly },
			}),
		)[0];

	test('has its changes and summary in a preview and afterwards', async () => {
		const { groupId, groupName, active } = setup.group();
		const body = { active: !active };
		const summary = `Active changes from ${active} to ${!active}.`;
		const path = `/admin/user-group/user-groups/${groupId}`;
		expect(await update(body, true)).toEqual({
			preview: true,
			summary: `Would update user group ${groupName}. ${summary}`,
			request: { method: 'PATCH', path, body },
			changes: body,
			groupId,
		});
		expect(changes()).toEqual([]);
		const flags = { success: true, changed: true, verified: true };
		expect(await update(body, false)).toEqual({ ...flags, changes: body, summary, groupId });
	});

	test('previews no request if nothing changes', async () => {
		const { groupId, groupName, active } = setup.group();
		const summary = `Would leave user group ${groupName} unchanged.`;
		const nothing = { preview: true, changes: {}, summary, groupId };
		expect(await update({ active }, true)).toEqual(nothing);
	});
});

test('streams nothing to a chat', async () => {
	const chunks: unknown[] = [];
	const onChunk = (chunk: unknown) => chunks.push(chunk);
	await run('thread.create', { question: 'How are sales?' }, { onChunk });
	expect(chunks).toEqual([]);
});

test('shows the request of Integration Service Request with its query', async () => {
	const { items } = await setup.engine.runNode({
		type: 'integrationServiceRequest',
		parameters: {
			method: 'POST',
			path: '/other/things',
			scope: 'user:read',
			queryParameters: { parameter: [{ name: 'dry', value: 'a b' }] },
			sendBody: true,
			jsonBody: '{ "id": 12345678901234567890 }',
			options: { previewOnly: true },
		},
		...setup.credentialsWith({}),
	});
	expect(items[0]?.json).toEqual({
		preview: true,
		summary: 'Would send POST /other/things.',
		request: {
			method: 'POST',
			path: '/other/things?dry=a+b',
			body: { id: '12345678901234567890' },
		},
	});
	expect(setup.sandbox.requests).toEqual([]);
});
