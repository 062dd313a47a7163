/** What a model that calls a node as its tool is told when the call does not succeed. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type ErrorCode, errorCodes } from '../../../src/api/errorCodes';
import { type OperationId, operationRow, operations } from '../../../src/api/operations';
import { operationCases } from '../../cases';
import { picked } from '../../cases/operationCase';
import { Engine, type NodeRunRequest } from '../../engine/engine';
import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialsFor, nodeTypeOf } from '../runCase';

let engine: Engine;
let sandbox: Sandbox;

beforeAll(async () => {
	engine = await Engine.load();
	sandbox = await startSandbox({ streamDelayMs: 0 });
});
afterAll(async () => await sandbox.close());
beforeEach(() => sandbox.reset());

const credentials = () => credentialsFor(sandbox);

/** Calls an operation as a tool; returns what the model gets. */
async function call(
	id: OperationId,
	parameters: INodeParameters,
	more: Partial<NodeRunRequest> = {},
	given: IDataObject = {},
): Promise<unknown> {
	const [resource = '', operation = ''] = id.split('.');
	const text = await engine.callTool(
		{
			type: nodeTypeOf(engine, id),
			parameters: { resource, operation, ...parameters },
			credentials: credentials(),
			...more,
		},
		given,
	);
	for (const secret of [sandbox.credential.clientSecret, sandbox.userCredential.clientSecret]) {
		expect(text).not.toContain(secret);
	}
	expect(text).not.toMatch(/Bearer|access_token|\[item/i);
	return JSON.parse(text);
}

/** The one text of a call that did not succeed; it is all that n8n gives the model. */
async function refusal(...called: Parameters<typeof call>): Promise<string> {
	const given = await call(...called);
	expect(given).toEqual([{ error: expect.any(String) as unknown }]);
	const [{ error = '' } = {}] = given as Array<{ error?: string }>;
	return error;
}

/** What the text of each code must say: what happened, and the field to change or what helps. */
const remedies: Record<ErrorCode, readonly string[]> = {
	'date-range-too-large': ['span more than', 'Period From', 'Period To', '24 months'],
	'invalid-page': ['page number', 'Limit', 'Keywords'],
	'invalid-page-size': ['page size', 'Limit', 'at least 1'],
	'group-name-is-unavailable': [
		'user group already has this name',
		'Group Name',
		'User Group > Get Many',
	],
	'cannot-delete-referenced-entity': ['still in use', 'Remove its members', 'Update'],
	'user-group-not-found': ['no user group with this ID', 'User Group > Get Many', 'Active', 'All'],
	'group-already-have-access-to-report': ['already has one of the reports', 'Reports > Added'],
	'group-already-have-access-to-role': ['already has one of the roles', 'Roles > Added'],
	'email-address-required': ['address is missing', 'Email Address'],
	'invalid-email-address': ['does not accept this email', 'address', '@'],
	'administrators-cannot-be-assigned-connected-tenants': [
		'An administrator cannot',
		'Connected Tenants empty',
	],
	'group-not-found': ['One of the user groups does not exist', 'User Group > Get Many'],
	'invalid-name': ['does not accept this first or last name', 'First Name', 'Last Name'],
	'name-required': ['needs a first and a last name', 'First Name', 'Last Name'],
	'only-normal-users-can-be-assigned-user-groups': ['Only normal users', 'User Groups empty'],
	'tenant-not-found': ['One of the tenants', 'Connected Tenant > Get Many'],
	'user-already-in-tenant': ['already a user of the tenant', 'Update', 'Check Availability'],
	'user-already-has-group': ['already in one of the groups', 'not in yet'],
	'user-not-found': ['no user with this ID', 'User > Get Many', 'Active', 'All'],
	'api-client-must-be-a-user': [
		'signed-in person',
		'credential',
		'Integration Service User OAuth2 API',
	],
	'invalid-request': ['fields of the assignment', 'Additional Body', 'Specify Body'],
	'assignment-not-found': ['no assignment with this ID', 'Assignment > Get Many'],
	'no-active-run': ['no active run to abort', 'Run > Get Many'],
	'run-already-active': ['already running', 'Wait for Completion', 'Assignment > Abort'],
	'usage-limit-exceeded': ['monthly usage limit', 'next month'],
	'run-not-found': ['no run with this ID', 'Run > Get Many', 'same assignment'],
	'run-not-active': ['not active any more', 'Run > Get'],
	'search-after-id-not-found': ['continue after', 'Search After ID'],
	'question-too-long': ['longer than', 'Shorten the question', '1000'],
	'stream-unacceptable': ['event stream', 'Accept', 'text/event-stream'],
	'thread-not-found': ['no thread with this ID', 'Thread', 'list', 'credential'],
	'duplicate-property-value': ['Two values', 'Values', 'its own name'],
	'invalid-property-key-name': ['key has no name', 'Name'],
	'language-not-found': ['does not know one of the language', 'language codes', '"en"'],
	'property-key-name-already-exists': ['Another property key', 'different name'],
	'property-key-not-found': ['no property key with this ID', 'Property Key ID'],
	'conversation-not-found': ['no ticket with this ID', 'Ticket ID', 'not the ticket number'],
	'ticket-is-not-assigned': ['no assignee to remove', 'Nothing needs to be done'],
	'web-pages.retrieve-page.draft-not-found': ['no draft with this ID', 'Draft ID'],
	'web-pages.retrieve-page.layout-not-found': [
		'layout of the page does not exist',
		'choose a layout',
	],
	'web-pages.retrieve-page.page-not-found': ['no page with this ID', 'Page ID', 'this draft'],
};

describe.each(Object.keys(errorCodes) as ErrorCode[])('%s', (errorCode) => {
	const ids = (Object.keys(operations) as OperationId[]).filter((id) =>
		operationRow(id).errorCodes.includes(errorCode),
	);

	test.each(ids)('by %s: the text says what to change', async (id) => {
		sandbox.faults.add({ operation: id, errorCode });
		const text = await refusal(id, operationCases[id].success(sandbox).parameters);
		expect(text).toContain(errorCodes[errorCode].message);
		for (const remedy of remedies[errorCode]) expect(text).toContain(remedy);
		expect(text).toMatch(new RegExp(`\\. Code: ${errorCode.replaceAll('.', '\\.')}$`));
	});

	test('the same where a failed call is to go on', async () => {
		const [id] = ids;
		if (id === undefined) throw new Error(`No operation raises ${errorCode}`);
		sandbox.faults.add({ operation: id, errorCode });
		const { parameters } = operationCases[id].success(sandbox);
		const given = await call(id, parameters, { onError: 'continueRegularOutput' });
		expect(given).toEqual([
			{
				error: expect.objectContaining({
					errorCode,
					message: expect.stringContaining(errorCodes[errorCode].description) as unknown,
				}) as unknown,
			},
		]);
	});
});

const userId = picked('8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12');
const group = picked(1001);
const state = (value: unknown) => JSON.stringify(value);
const desiredGroup = { groupId: group, changeMode: 'desired' };
const desiredKey = {
	propertyKeyId: '1',
	changeMode: 'desired',
	currentState: state({ name: 'Colour', values: [], translations: [] }),
};

/** A call that the node refuses by itself, and what the text must name. */
type Refusal = [
	what: string,
	id: OperationId,
	parameters: INodeParameters,
	names: readonly string[],
	code?: string,
];

const refusals: Refusal[] = [
	['no identifier', 'user.get', { userId: picked('') }, ['User is empty', 'give its ID']],
	['no UUID', 'user.get', { userId: picked('anna') }, ['User "anna"', 'It looks like "8c2f9a3e-']],
	[
		'no whole number',
		'userGroup.get',
		{ groupId: picked('one') },
		['User Group "one"', 'whole number from 0'],
	],
	[
		'digits only',
		'propertyKey.update',
		{ propertyKeyId: 'first', name: 'Colour' },
		['Property Key ID "first"', 'nothing but digits'],
	],
	['dots', 'assignment.get', { assignmentId: picked('..') }, ['Assignment ".."', 'earlier answer']],
	['a limit of nothing', 'user.getAll', { limit: 0 }, ['Limit "0"', 'Set Limit']],
	[
		'a filter that is none',
		'user.getAll',
		{ filters: { active: 'SOME' } },
		['Active "SOME"', 'ALL, ACTIVE, INACTIVE'],
	],
	['a switch', 'user.getAll', { returnAll: '={{ "perhaps" }}' }, ['Return All "perhaps"']],
	[
		'an option',
		'user.getAll',
		{ options: { timeout: 0 } },
		['Timeout "0"', 'Correct Timeout in the options'],
	],
	[
		'a value',
		'user.create',
		{ emailAddress: 'a@b.example', active: '={{ "so so" }}' },
		['Active "so so"', 'Correct Active'],
	],
	['no address', 'user.create', { emailAddress: '' }, ['Email Address'], 'email-address-required'],
	[
		'an address without @',
		'user.checkAvailability',
		{ emailAddress: 'anna' },
		['Email Address "anna"', 'one @'],
		'invalid-email-address',
	],
	['nothing to change', 'user.update', { userId }, ['Fill in at least one field']],
	[
		'no body',
		'user.create',
		{ specifyBody: 'json', jsonBody: '' },
		['JSON Body is empty', 'Write the body'],
	],
	[
		'a body that is no object',
		'user.create',
		{ specifyBody: 'json', jsonBody: '[1]' },
		['JSON Body', 'object in curly brackets'],
	],
	['an API client', 'user.sendInvitation', { userId }, ['credential'], 'api-client-must-be-a-user'],
	[
		'no name',
		'userGroup.create',
		{ groupName: ' ', active: true },
		['Group Name is empty', 'Fill in Group Name'],
	],
	[
		'an entry without its key',
		'userGroup.update',
		{ groupId: group, changeMode: 'changes', roles: { added: [{ role: '' }] } },
		['Roles > Added, entry 1', 'Fill in Role'],
	],
	[
		'an entry twice',
		'userGroup.update',
		{
			groupId: group,
			changeMode: 'changes',
			reports: { added: [{ reportId: 1 }, { reportId: 1 }] },
		},
		['appears twice', 'Remove one of the two'],
	],
	[
		'no desired state',
		'userGroup.update',
		{ ...desiredGroup, desiredState: '{}' },
		['Desired State is empty', 'Give the record as it should be'],
	],
	[
		'the state of another',
		'userGroup.update',
		{ ...desiredGroup, desiredState: state({ groupId: 7, roles: [] }) },
		['Desired State is that of user group 7', 'correct which one'],
	],
	[
		'a list that is none',
		'userGroup.update',
		{ ...desiredGroup, desiredState: state({ reports: 101 }) },
		['Desired State > Reports is not a list', 'square brackets'],
	],
	[
		'an entry that is none',
		'userGroup.update',
		{ ...desiredGroup, desiredState: state({ warehouses: [3] }) },
		['Warehouses, entry 1 is not a record', '"warehouseCompanyId", "warehouseId"'],
	],
	[
		'a field that no update takes',
		'userGroup.update',
		{ ...desiredGroup, desiredState: state({ groupNames: 'Staff' }) },
		['"groupNames" is not a field', 'Is it "groupName"?'],
	],
	[
		'a name taken away',
		'userGroup.update',
		{ ...desiredGroup, desiredState: state({ groupName: '' }) },
		['Group Name in Desired State is empty', 'leave it out'],
	],
	[
		'no current state',
		'propertyKey.update',
		{ ...desiredKey, currentState: '', desiredState: state({ name: 'Colour' }) },
		['Current State is empty', 'set Change Mode to "Changes"'],
	],
	[
		'a current state without a list',
		'propertyKey.update',
		{ ...desiredKey, currentState: state({ name: 'Colour' }), desiredState: state({ values: [] }) },
		['no list "values"', 'write "values": []'],
	],
	[
		'translations that are no list',
		'propertyKey.update',
		{ ...desiredKey, desiredState: state({ values: [{ value: 'Red', translations: 'Röd' }] }) },
		['Translations is not a list', 'square brackets'],
	],
	[
		'an entry that is not there',
		'propertyKey.update',
		{ ...desiredKey, desiredState: state({ values: [{ propertyValueId: 5, value: 'Red' }] }) },
		['5 is not in Current State', 'leave out "propertyValueId"'],
	],
	[
		'another presentation',
		'propertyKey.update',
		{
			...desiredKey,
			currentState: state({ name: 'Colour', presentation: 'SINGLE_SELECT' }),
			desiredState: state({ presentation: 'MULTI_SELECT' }),
		},
		['Presentation cannot change', 'Leave it out of Desired State'],
	],
	[
		'a property key without a name',
		'propertyKey.create',
		{ name: '' },
		['Fill in Name'],
		'invalid-property-key-name',
	],
	[
		'two values of one name',
		'propertyKey.create',
		{ name: 'Size', values: { value: [{ value: 'L' }, { value: 'L' }] } },
		['"L" appears twice', 'Remove one of the two'],
		'duplicate-property-value',
	],
	[
		'another output',
		'propertyKey.create',
		{ name: 'Weight', output: 'short' },
		['Output "short"', 'Use one of raw, selectedFields, simplified'],
	],
	[
		'no date',
		'journal.getAll',
		{ filters: { journalDate: 'soon' } },
		['Journal Date "soon"', 'year, month and day'],
	],
	[
		'dates in the wrong order',
		'journal.getAll',
		{ filters: { periodDateFrom: '2026-05-01', periodDateTo: '2026-04-01' } },
		['Period From 2026-05-01', 'Give the earlier date in Period From'],
	],
	[
		'too many months',
		'journal.getAll',
		{ filters: { periodDateFrom: '2020-05-01', periodDateTo: '2026-04-01' } },
		['Period From', '24 months'],
		'date-range-too-large',
	],
	[
		'no version',
		'ticket.unassign',
		{ ticketId: 't', version: '' },
		['Version is empty', 'Fill in Version'],
	],
	[
		'an empty row',
		'return.create',
		{ rows: { row: [{ reasonCode: '' }] } },
		['Rows, entry 1 is empty', 'remove the entry'],
	],
	['no question', 'thread.create', { question: ' ' }, ['Question is empty', 'Write what to ask']],
	[
		'a long question',
		'thread.create',
		{ question: 'w'.repeat(1001) },
		['Shorten the question'],
		'question-too-long',
	],
	[
		'another output of an answer',
		'thread.create',
		{ question: 'How?', output: 'text' },
		['Output "text"', 'answer, events, both'],
	],
	[
		'a short poll interval',
		'assignment.run',
		{ assignmentId: picked('a'), waitForCompletion: true, options: { pollInterval: 5 } },
		['Poll Interval "5"', 'at least 200'],
	],
];

describe('refused before a request', () => {
	test.each(refusals)('%s, by %s', async (...[, id, parameters, names, code = 'invalid-input']) => {
		const text = await refusal(id, parameters);
		for (const name of names) expect(text).toContain(name);
		expect(text).toMatch(new RegExp(`\\. Code: ${code}$`));
		expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test.each(refusals)(
		'%s, by %s, where a failed call is to go on',
		async (_what, id, parameters) => {
			const text = await refusal(id, parameters);
			const given = await call(id, parameters, { onError: 'continueRegularOutput' });
			expect(given).toEqual([{ error: expect.objectContaining({ message: text }) as unknown }]);
		},
	);

	test.each([
		['Base URL', { baseUrl: '' }, ['no Base URL', 'fill in Base URL']],
		['an address', { baseUrl: 'service' }, ['Base URL', 'for example "https://']],
		['a client ID', { clientId: '' }, ['Client ID']],
		['a tenant', { tenantId: '' }, ['Tenant ID']],
	])('a credential without %s', async (_what, missing, names) => {
		const integrationServiceOAuth2Api = { ...sandbox.credential, ...missing };
		const text = await refusal(
			'user.getAll',
			{},
			{ credentials: { ...credentials(), integrationServiceOAuth2Api } },
		);
		for (const name of names) expect(text).toContain(name);
	});

	test('a credential with which nobody has signed in', async () => {
		const integrationServiceUserOAuth2Api = sandbox.userCredential;
		const text = await refusal(
			'thread.getAll',
			{ authentication: 'user' },
			{ credentials: { ...credentials(), integrationServiceUserOAuth2Api } },
		);
		expect(text).toContain('Nobody has signed in');
		expect(text).toContain('connect it');
	});

	test('an operation that the node does not have', async () => {
		const text = await engine.callTool({
			type: 'integrationServiceUser',
			parameters: { resource: 'user', operation: 'promote' },
			credentials: credentials(),
		});
		expect(text).toContain('choose Resource and Operation again. Code: invalid-input');
	});
});

test('what the model gives is named in the text', async () => {
	const text = await refusal(
		'user.get',
		{ userId: { __rl: true, mode: 'id', value: "={{ $fromAI('User', '', 'string') }}" } },
		{},
		{ User: 'Åsa' },
	);
	expect(text).toMatch(/^User "Åsa" is not a UUID\. It looks like/);
});

test('a service that is down is no riddle either', async () => {
	sandbox.faults.add({ operation: 'user.create', status: 503, bodyMode: 'html' });
	const text = await refusal(
		'user.create',
		operationCases['user.create'].success(sandbox).parameters,
	);
	expect(text).toMatch(/^The service is unavailable \(HTTP 503\)\. .*Try again.* Code: http-503$/);
});

test('in a workflow of items the message still names the item, and the remedy has its own place', async () => {
	const { error } = await engine.runNode({
		type: 'integrationServiceUser',
		parameters: { resource: 'user', operation: 'get', userId: picked('={{ "anna" }}') },
		credentials: credentials(),
	});
	expect(error?.message).toBe('User "anna" is not a UUID [item 0]');
	expect(error?.description).toMatch(/^It looks like/);
});
