/** The lists of pickers and drop-downs, with whatever the records of a service contain. */
import type { INodeParameters } from 'n8n-workflow';
import { readLabel } from '../../src/forms/recordLabels';
import { picked } from '../cases/operationCase';
import { runStatuses } from '../sandbox';
import { readBuiltTypes } from './builtTypes';
import { packageUnderTest } from './nodeUnderTest';
import { credentialsFor } from './runCase';

const setup = packageUnderTest();

/** The methods of all nodes that load a list. */
const lists = readBuiltTypes().nodeTypes.flatMap(({ description, methods = {} }) =>
	Object.keys({ ...methods.listSearch, ...methods.loadOptions }).map(
		(method) => [method, description.name] as const,
	),
);

async function entriesOf(method: string, type: string, filter?: string, page?: string) {
	const parameters = {
		resource: 'run',
		assignmentId: picked(setup.sandbox.samples.assignmentId),
	} as INodeParameters;
	const request = { type, parameters, credentials: credentialsFor(setup.sandbox) };
	return method.startsWith('get')
		? await setup.engine.loadOptions(request, method)
		: (await setup.engine.searchList(request, method, filter, page)).results;
}

/** As {@link entriesOf}, in the order of their values. */
async function sortedEntriesOf(method: string, type: string) {
	const entries = await entriesOf(method, type);
	return entries.sort((a, b) => String(a.value).localeCompare(String(b.value)));
}

function listRecords(...records: Array<{ id: string; name: string; time?: string }>): void {
	const listed = records.map(({ id, name, time }) => ({
		...{ userId: id, groupId: id, reportId: id, tenantId: id },
		...{ assignmentId: id, runId: id, threadId: id },
		...{ emailAddress: name, groupName: name, reportName: name, tenantName: name, name },
		...{ status: name, modifiedAt: time },
	}));
	setup.sandbox.faults.add({ replaceBody: () => listed });
}

describe.each(lists)('%s of %s', (method, type) => {
	test('has no entry that n8n would evaluate', async () => {
		const name = '={{ $json.secret }}';
		listRecords({ id: '={{ 1 }}', name: 'A' }, { id: 'b', name }, { id: 'c', name: `'${name}` });
		const entries = await sortedEntriesOf(method, type);
		expect(entries.map(({ value }) => value)).toEqual(['b', 'c']);
		expect(entries.map((entry) => entry.name)).toEqual([`'${name}`, `''${name}`]);
		expect(entries.map((entry) => readLabel(entry.name))).toEqual([name, `'${name}`]);
	});

	test('shows the ID where several records have one name', async () => {
		listRecords({ id: 'a', name: 'X' }, { id: 'b', name: 'X' }, { id: 'c', name: '' });
		const names = (await sortedEntriesOf(method, type)).map(({ name }) => name);
		expect(names).toEqual(['X (ID a)', 'X (ID b)', '(ID c)']);
	});

	test('explains that the service is too slow', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		timeout.mockImplementationOnce((milliseconds) => {
			expect(milliseconds).toBe(10_000);
			return AbortSignal.abort();
		});
		await expect(entriesOf(method, type)).rejects.toThrow(
			'The service took longer than 10 s to return the list',
		);
		timeout.mockRestore();
	});
});

test.each(lists.filter(([method]) => !['searchUsers', 'searchUserGroups'].includes(method)))(
	'%s of %s shows at most 1,000 records',
	async (method, type) => {
		const records = Array.from({ length: 2000 }, (_, index) => `n${index}`);
		listRecords(...records.map((name) => ({ id: name, name })));
		expect(await entriesOf(method, type)).toHaveLength(1000);
		if (method.startsWith('get')) return;
		const found = await entriesOf(method, type, 'N1999');
		expect(found.map(({ value }) => value)).toEqual(['n1999']);
	},
);

const searches = lists.filter(([method]) => method.startsWith('search'));
const searchesOnServer = searches.filter(([method]) => /Users|Groups/.test(method));

test.each(searches)('%s of %s finds a name however it was typed', async (method, type) => {
	listRecords({ id: 'a', name: 'Gävle lager' });
	const typed = ' g\u00E4VLE\u00A0la\u200Bger ';
	const isOnServer = searchesOnServer.some(([each]) => each === method);
	for (const filter of [typed, typed.normalize('NFD')]) {
		expect((await entriesOf(method, type, filter)).map(({ value }) => value)).toEqual(['a']);
		const { query } = setup.sandbox.requests.at(-1) ?? {};
		expect(query?.keywords).toBe(isOnServer ? 'gäVLE lager' : undefined);
	}
});

test.each(searchesOnServer)('%s of %s ends where the service has no page', async (method, type) => {
	setup.sandbox.faults.add({ errorCode: 'invalid-page' });
	expect(await entriesOf(method, type, '', '2')).toEqual([]);
	await expect(entriesOf(method, type)).rejects.toThrow('The service rejected the page number');
});

test('a drop-down names the scope that the credential lacks', async () => {
	setup.sandbox.faults.add({ status: 403, operation: 'userGroup.getAll' });
	await expect(entriesOf('getUserGroups', 'integrationServiceUser')).rejects.toMatchObject({
		// Of any other class, n8n shows "[object Object]".
		name: 'NodeOperationError',
		message: expect.stringContaining('svc:usergroup:read') as string,
	});
});

test('a failure that is known is explained, also when the time is up', async () => {
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
	const parameters = { resource: 'run', assignmentId: picked('') } as INodeParameters;
	const credentials = credentialsFor(setup.sandbox);
	const search = setup.engine.searchList(
		{ type: 'integrationServiceAgent', parameters, credentials },
		'searchRuns',
	);
	await expect(search).rejects.toThrow('Select an assignment first');
	timeout.mockRestore();
});

test.each([
	['searchUsers', 'integrationServiceUser', { firstName: 'Anna', email: 'b@x.com' }, 'Anna'],
	['searchUserGroups', 'integrationServiceUserGroup', { name: 'Admins' }, '(ID 1)'],
	['getUserGroups', 'integrationServiceUser', { name: 'Admins' }, '(ID 1)'],
])('%s of %s shows no other field in place of a null key', async (method, type, fields, label) => {
	const record = { userId: 1, groupId: 1, emailAddress: null, groupName: null, ...fields };
	setup.sandbox.faults.add({ replaceBody: () => [record] });
	expect((await entriesOf(method, type)).map(({ name }) => name)).toEqual([label]);
});

test('the newest run comes first, with its time and status', async () => {
	const assignmentId = String(setup.sandbox.samples.assignmentId);
	const { runId, startedAt } = setup.sandbox.runs.start(assignmentId);
	const entries = await entriesOf('searchRuns', 'integrationServiceAgent');
	expect(entries).toHaveLength(
		Number(setup.sandbox.state.assignments.get(assignmentId)?.runs.length),
	);
	const name = `${new Date(startedAt).toISOString()}, ${runStatuses.active}`;
	expect(entries[0]).toEqual({ name, value: runId });
});

test('the newest thread comes first, after threads without a time', async () => {
	listRecords(
		{ id: 'a', name: 'A', time: '2026-03-01T08:00:00Z' },
		{ id: 'b', name: 'B' },
		{ id: 'c', name: 'C', time: '2026-11-01T08:00:00Z' },
		{ id: 'd', name: 'D', time: 'soon' },
	);
	const entries = await entriesOf('searchThreads', 'integrationServiceAgent');
	expect(entries.map(({ value }) => value)).toEqual(['b', 'd', 'c', 'a']);
});
