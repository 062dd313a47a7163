/** Every operation in a service that calls all fields otherwise, by Field Names of the credential. */
import type { INodeParameters } from 'n8n-workflow';
import { type OperationId, operations } from '../../src/api/operations';
import { fieldNamesOf, type Reading, standardReading } from '../sandbox';
import { type FieldKey, fieldKeys, fieldNames } from '../sandbox/reading/fieldNames';
import { bodyFor } from '../sandbox/reading/translation';
import { operationCases } from '../cases';
import { picked, recordAt } from '../cases/operationCase';
import { PollingHost } from '../polling/pollingHost';
import { packageUnderTest, records } from './nodeUnderTest';
import type { NodeOperationId } from './runCase';

const sizes = { users: 30, longestLog: 450, longestThread: 250 };
const setup = packageUnderTest({ streamDelayMs: 0, seed: sizes });

/** A service that calls each field by its second, third, or fourth name in the sandbox. */
function otherService(position: number): Reading {
	const names = fieldKeys.map((key): [FieldKey, string] => {
		const all: readonly string[] = fieldNames[key];
		return [key, all[Math.min(position, all.length - 1)] ?? ''];
	});
	return {
		...standardReading,
		names: 'other',
		otherNames: Object.fromEntries(names) as Reading['otherNames'],
	};
}

const services = [1, 3];

/** Credentials with the names of the service. */
const named = () => setup.named(fieldNamesOf(setup.sandbox.reading));

const firstAssignment = () => recordAt(setup.sandbox.state.assignments.values(), 0);

const run = async (id: NodeOperationId, parameters: INodeParameters) =>
	await setup.runOperation(id, parameters, named());

describe.each(services)('in a service with the names at position %i', (position) => {
	beforeEach(() => {
		setup.sandbox.reading = otherService(position);
	});

	test.each(Object.keys(operations) as OperationId[])('%s sends its names', async (id) => {
		const expected = operationCases[id](setup.sandbox);
		const { error } = await run(id, expected.parameters);
		expect(error).toBeUndefined();
		const [request] = setup.sandbox.requests;
		expect(request?.body).toEqual(bodyFor(setup.sandbox.reading, id, expected.body));
	});

	test.each<[string, string, () => unknown[]]>([
		['User', 'searchUsers', () => [...setup.sandbox.state.users.keys()]],
		[
			'User',
			'getConnectedTenants',
			() => setup.sandbox.state.tenants.map(({ tenantId }) => tenantId),
		],
		['UserGroup', 'searchUserGroups', () => [...setup.sandbox.state.groups.keys()]],
		['UserGroup', 'getReports', () => setup.sandbox.state.reports.map(({ reportId }) => reportId)],
		['Agent', 'searchAssignments', () => [...setup.sandbox.state.assignments.keys()]],
		['Agent', 'searchRuns', () => firstAssignment().runs.map(({ runId }) => runId)],
	])('%s: %s shows all records by their names', async (node, method, ids) => {
		const assignmentId = picked(firstAssignment().assignmentId);
		const parameters = { resource: 'run', operation: 'get', assignmentId };
		const request = { type: `integrationService${node}`, parameters, ...named() };
		const entries = method.startsWith('search')
			? (await setup.engine.searchList(request, method)).results
			: await setup.engine.loadOptions(request, method);
		expect(entries.map(({ value }) => value).sort()).toEqual(ids().sort());
		for (const { name } of entries) expect(name).not.toMatch(/^\(ID /);
	});

	test('long lists by cursor are read to their end', async () => {
		const thread = recordAt(setup.sandbox.state.threads.values(), 0);
		const threadId = picked(thread.threadId);
		const messages = await run('message.getAll', { returnAll: true, threadId });
		expect(messages.items).toHaveLength(thread.messages.length);
		const { assignmentId, runs } = firstAssignment();
		const ended = recordAt(runs, -1);
		const path = { assignmentId: picked(assignmentId), runId: picked(ended.runId) };
		const logs = await run('run.getLogs', { returnAll: true, ...path });
		expect(logs.items).toHaveLength(ended.logs.length);
	});

	test('Desired State takes the group as the service shows it', async () => {
		const group = setup.group();
		const groupId = picked(group.groupId);
		const [shown = {}] = records(await run('userGroup.get', { groupId }));
		const desired = { changeMode: 'desired', desiredState: JSON.stringify(shown), groupId };
		const same = await run('userGroup.update', desired);
		expect(same.error).toBeUndefined();
		expect(records(same)).toEqual([{ ...shown, changed: false, groupId: group.groupId }]);
		const currentState = JSON.stringify(shown).replace(String(group.reports[0]), '109');
		const options = { currentState, previewOnly: true };
		const planned = await run('userGroup.update', { ...desired, options });
		expect(records(planned)[0]).toMatchObject({
			request: { body: { reports: { added: [group.reports[0]], removed: [109] } } },
		});
	});

	test('Run waits for the end, and streams and returns its log', async () => {
		setup.sandbox.runDurationMs = 30;
		const { error, items } = await run('assignment.run', {
			assignmentId: picked(setup.sandbox.samples.assignmentId),
			waitForCompletion: true,
			options: { includeLogs: true, pollInterval: 1000 },
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json.logs).not.toEqual([]);
	});

	test.each(['user', 'userGroup', 'journal'])('the trigger sees each %s', async (resource) => {
		const type = 'integrationServiceTrigger';
		const parameters = { resource, triggerOn: ['created'], startFrom: 'existing' };
		const host = await new PollingHost(setup.engine, { type, parameters, ...named() }).activate();
		expect(host.events.length).toBeGreaterThan(0);
		await host.poll();
		expect(host.failures).toEqual([]);
	});

	test('the agent trigger sees the start and the end of a run', async () => {
		const parameters = {
			watch: 'assignment',
			assignmentId: picked(setup.sandbox.samples.assignmentId),
			triggerOn: ['runStarted', 'runFinished'],
			startFrom: 'existing',
			options: { includeLogs: true },
		};
		const type = 'integrationServiceAgentTrigger';
		const host = await new PollingHost(setup.engine, { type, parameters, ...named() }).activate();
		expect(new Set(host.events.map(({ event }) => event))).toEqual(new Set(parameters.triggerOn));
		expect(host.failures).toEqual([]);
	});
});

test('Create or Update sends Other Fields as they are written', async () => {
	const others = { lastName: 'Byron', memberOf: [1] };
	setup.fault('user.update', { status: 204 });
	const { emailAddress } = setup.user();
	const additionalFields = { additionalBody: JSON.stringify(others) };
	const person = { emailAddress, firstName: 'Ada', lastName: 'Berg' };
	const form = { ...person, additionalFields, options: { verify: false } };
	const names = setup.named({ 'user.lastName': 'surname', 'user.groupIds': 'memberOf' });
	await setup.runOperation('user.upsert', form, names);
	expect(setup.sent('user.update').map(({ body }) => body)).toEqual([
		{ firstName: 'Ada', surname: 'Berg', ...others },
	]);
});

describe('a required field under its name in Other Fields', () => {
	const create = async (mail: unknown) =>
		await setup.runOperation(
			'user.create',
			{
				emailAddress: mail ? '={{ "" }}' : 'maja.lind@example.org',
				additionalFields: { additionalBody: JSON.stringify({ mail }) },
				options: { previewOnly: true },
			},
			setup.named({ 'user.emailAddress': 'mail' }),
		);

	test('is filled in', async () => {
		const { items } = await create('ada.berg@example.org');
		expect(items[0]?.json.request).toMatchObject({ body: { mail: 'ada.berg@example.org' } });
	});

	test.each([null, ''])('is empty if it is %j', async (mail) => {
		const message = 'The email address is missing';
		setup.expectRefused(await create(mail), message, 'email-address-required');
	});
});

test('Desired State of a group whose name the user set is its record', async () => {
	const { groupId, groupName } = setup.group();
	const names = { groupName: undefined, title: groupName, name: 'CS' };
	setup.sandbox.faults.change('userGroup.get', names);
	const entries = setup.named({ 'group.groupName': 'title' });
	const path = { groupId: picked(groupId) };
	const shown = await setup.runOperation('userGroup.get', path, entries);
	const desiredState = JSON.stringify({ ...records(shown)[0], active: false });
	const form = { ...path, changeMode: 'desired', desiredState, options: { previewOnly: true } };
	const planned = await setup.runOperation('userGroup.update', form, entries);
	expect(records(planned)[0]?.changes).toEqual({ active: false });
});

/** A service whose statuses of runs are colors. */
const colors: Reading = { ...standardReading, runStatuses: 'AMBER' };
const wrong = {
	'run.status': 'phase',
	'message.messageId': 'entryNo',
	'log.logId': 'lineNo',
	'period.journals': 'vouchers',
	'run.finishedStatuses': ['NEVER'],
};

test.each<[string, OperationId, INodeParameters]>([
	['ID Field', 'message.getAll', { returnAll: true, options: { idField: 'messageId' } }],
	['Journals Field', 'journal.getAll', { options: { journalsField: 'journals' } }],
	[
		'Status Field and Finished Statuses',
		'assignment.run',
		{
			waitForCompletion: true,
			options: { statusField: 'status', finishedStatuses: 'GREEN', pollInterval: 1000 },
		},
	],
])('%s wins over Field Names', async (_option, id, parameters) => {
	Object.assign(setup.sandbox, { runDurationMs: 30, reading: colors });
	const [threadId = ''] = setup.sandbox.state.threads.keys();
	const { assignmentId } = setup.sandbox.samples;
	const path = { threadId: picked(threadId), assignmentId: picked(assignmentId) };
	const { error } = await setup.runOperation(id, { ...path, ...parameters }, setup.named(wrong));
	expect(error).toBeUndefined();
});
