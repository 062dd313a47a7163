/** What each property of a reading changes in the responses. */
import type { ErrorCode } from '../../../src/api/errorCodes';
import { type OperationId, operationRow } from '../../../src/api/operations';
import { type Answer, type Input, send } from '../client';
import { sandboxUnderTest } from '../sandboxUnderTest';
import { type Reading, standardReading } from './index';

const service = sandboxUnderTest({
	streamDelayMs: 0,
	seed: { users: 30, longestLog: 20, longestThread: 4 },
});

/** Sends an operation to a service that differs in these properties. */
async function ask(
	changes: Partial<Reading>,
	operation: OperationId,
	input: Input = {},
): Promise<Answer> {
	service().reading = { ...standardReading, ...changes };
	return await send(service(), operation, input);
}

function pathOf(operation: OperationId): Record<string, string> {
	const { userId, groupId, assignmentId, runId, threadId } = service().samples;
	const paths: Record<string, Record<string, string | undefined>> = {
		user: { userId: normalUser().userId },
		userGroup: { groupId },
		member: { groupId },
		assignment: { assignmentId },
		run: { assignmentId, runId },
		thread: { threadId },
		message: { threadId },
	};
	const path = paths[operation.split('.')[0] ?? ''] ?? { userId };
	return operation.endsWith('.getAll') && !/^(run|message|member)/.test(operation)
		? {}
		: (path as Record<string, string>);
}

function normalUser() {
	const [user] = [...service().state.users.values()].filter(({ kind }) => kind === 'NORMAL');
	if (!user) throw new Error('The sandbox has no normal user');
	return user;
}

/** The record of a response, or the first one of its list. */
function firstRecord({ json }: Answer): Record<string, unknown> {
	return (Array.isArray(json) ? json[0] : json) as Record<string, unknown>;
}

const uuid = /^[0-9a-f]{8}-/;
const other = (names: Partial<Reading['otherNames']>): Partial<Reading> => ({
	names: 'other',
	otherNames: { ...standardReading.otherNames, ...names },
});

/** A property, an operation, what its first record has, and the fields that are missing in it. */
const shown: Array<[Partial<Reading>, OperationId, object, string[]?]> = [
	[{}, 'user.get', { groupIds: [expect.any(Number), expect.any(Number)], kind: 'NORMAL' }],
	[
		{ userGroups: 'groups' },
		'user.get',
		{ groups: [{ groupId: expect.any(Number) }, { groupId: expect.any(Number) }] },
		['groupIds'],
	],
	[
		{ userGroups: 'userGroups' },
		'user.get',
		{ userGroups: [{ id: expect.any(Number) }, { id: expect.any(Number) }] },
		['groupIds'],
	],
	[{ userGroups: 'absent' }, 'user.get', { active: true }, ['groupIds', 'groups', 'userGroups']],
	[{ userTenants: 'tenants' }, 'user.get', { tenants: [] }, ['tenantIds']],
	[{ userTenants: 'absent' }, 'user.get', {}, ['tenantIds', 'tenants']],
	[{ userNames: 'joined' }, 'user.get', { name: 'Erik Berg' }, ['firstName', 'lastName']],
	[{ emptyLists: 'null' }, 'user.get', { tenantIds: null }],
	[{ userActive: 'absent' }, 'user.get', {}, ['active']],
	[{ userActive: 'absent' }, 'user.getAll', {}, ['active']],
	[{ userKinds: 'Normal' }, 'user.get', { kind: 'Normal' }],
	[{ userKinds: 'EMPLOYEE' }, 'user.get', { kind: 'EMPLOYEE' }],
	[{}, 'userGroup.get', { roles: ['ORDER_READ', 'STOCK_READ'], webStores: [{ storeId: 3 }] }],
	[{ groupLists: 'ids' }, 'userGroup.get', { reports: [101, 104], webStores: [3] }],
	[{ groupLists: 'records' }, 'userGroup.get', { roles: [{ roleName: 'ORDER_READ' }, {}] }],
	[{ groupLists: 'absent' }, 'userGroup.get', {}, ['reports', 'roles', 'webStores']],
	[{ lists: 'brief' }, 'user.getAll', { userId: expect.stringMatching(uuid) }, ['active', 'kind']],
	[{ lists: 'brief' }, 'member.getAll', { emailAddress: expect.any(String) }, ['active']],
	[{ lists: 'brief' }, 'userGroup.getAll', { groupId: 1001 }, ['active']],
	[{ lists: 'brief' }, 'assignment.getAll', { name: 'Check low stock' }, ['description']],
	[{ lists: 'brief' }, 'thread.getAll', { name: 'Sales last week' }, ['createdAt']],
	[{ lists: 'brief' }, 'userGroup.get', { active: true }],
	[{}, 'user.getAll', { kind: 'ADMINISTRATOR' }, ['createdBy', 'contact']],
	[{ listedKeys: 'besideOthers' }, 'user.getAll', { createdBy: expect.stringContaining('@') }],
	[{ listedKeys: 'besideOthers' }, 'userGroup.getAll', { createdBy: expect.any(String) }],
	[{ listedKeys: 'null' }, 'user.getAll', { emailAddress: null, contact: expect.any(String) }],
	[{ listedKeys: 'null' }, 'user.get', { emailAddress: expect.any(String) }, ['contact']],
	[{ runStatuses: 'Running' }, 'run.getAll', { status: 'Succeeded' }],
	[{ runStatuses: 'AMBER' }, 'run.get', { status: 'GREEN' }],
	[{ runEnd: 'absent' }, 'run.get', { runId: expect.any(String) }, ['endedAt']],
	[{ runEnd: 'absent' }, 'assignment.get', { runs: [{}, {}, {}] }],
	[{ runError: 'null' }, 'run.getAll', { error: null }],
	[{ runError: 'text' }, 'run.get', { error: 'timeout' }],
	[{}, 'run.get', {}, ['error']],
	[{ wrapper: 'items' }, 'run.getLogs', { items: expect.any(Array) }, ['logs']],
	[{ wrapper: 'entries' }, 'message.getAll', { entries: expect.any(Array) }, ['messages']],
	[{}, 'journal.getAll', { periodStartDate: '2025-05-01' }],
	[{ periods: 'nested' }, 'journal.getAll', { period: { start: '2025-05-01' } }, ['periodId']],
	[{ periods: 'label' }, 'journal.getAll', { label: '2025-05' }, ['periodId', 'period']],
	[
		other({ 'user.userId': 'identity.guid', 'user.kind': 'userType' }),
		'user.getAll',
		{ identity: { guid: expect.stringMatching(uuid) }, userType: 'ADMINISTRATOR' },
		['userId', 'kind'],
	],
	[
		other({ 'journal.journalId': 'voucherNo', 'period.journals': 'contents.vouchers' }),
		'journal.getAll',
		{ contents: { vouchers: expect.arrayContaining([{ voucherNo: 500_001 }].map(containing)) } },
		['journals'],
	],
	[
		{ ...other({ 'user.userId': 'id' }), names: 'usual' },
		'user.getAll',
		{ userId: expect.stringMatching(uuid) },
		['id'],
	],
];

function containing(fields: object): unknown {
	return expect.objectContaining(fields);
}

test.each(shown)(
	'%j shows %s with other fields',
	async (changes, operation, fields, missing = []) => {
		const answer = await ask(changes, operation, { path: pathOf(operation) });
		expect(answer.status).toBe(200);
		const record = firstRecord(answer);
		expect(record).toMatchObject(fields);
		for (const name of missing) expect(record).not.toHaveProperty([name]);
	},
);

test.each<[Reading['keywords'], Record<string, boolean>]>([
	['anywhere', { 'erik.berg@nordic-outfitters.example': true, 'erik b': true, eri: true }],
	['names', { 'erik.berg@nordic-outfitters.example': false, 'erik b': true, eri: true }],
	['words', { 'erik.berg@nordic-outfitters.example': false, 'erik berg': true, eri: false }],
	['nothing', { 'erik.berg@nordic-outfitters.example': false, 'erik berg': false, eri: false }],
])('keywords find %s', async (keywords, found) => {
	for (const [text, isFound] of Object.entries(found)) {
		const query = { keywords: text, active: 'ALL', pageSize: 100 };
		const { json } = await ask({ keywords }, 'user.getAll', { query });
		const names = (json as Array<{ firstName: string; lastName: string }>).map(
			({ firstName, lastName }) => `${firstName} ${lastName}`,
		);
		expect(names.includes('Erik Berg')).toBe(isFound);
	}
	const { json } = await ask({ keywords }, 'user.getAll', { query: { active: 'ALL' } });
	expect(json).toHaveLength(10);
});

test.each<[Reading['pages'], number[]]>([
	['full', [20, 10, 0]],
	['short', [10, 20, 0]],
])('pages are %s', async (pages, lengths) => {
	const { users } = service().state;
	const surplus = [...users.keys()].slice(30);
	for (const userId of surplus) users.delete(userId);
	for (const [index, length] of lengths.entries()) {
		const query = { active: 'ALL', page: index + 1, pageSize: 20 };
		expect((await ask({ pages }, 'user.getAll', { query })).json).toHaveLength(length);
	}
});

const update = { active: false, firstName: 'Eric', groupIds: [1009] };
const groupUpdate = {
	active: false,
	groupName: 'Renamed',
	webStores: { added: [{ storeId: 77 }] },
};

test.each<[Partial<Reading>, OperationId, object, string]>([
	[{ userUpdateIgnores: 'active' }, 'user.update', update, 'active'],
	[{ userUpdateIgnores: 'groupIds' }, 'user.update', update, 'groupIds'],
	[{ userUpdateIgnores: 'firstName' }, 'user.update', update, 'firstName'],
	[{ groupUpdateIgnores: 'active' }, 'userGroup.update', groupUpdate, 'active'],
	[{ groupUpdateIgnores: 'webStores' }, 'userGroup.update', groupUpdate, 'webStores'],
	[{ groupUpdateIgnores: 'groupName' }, 'userGroup.update', groupUpdate, 'groupName'],
	[{ threadUpdateIgnores: 'name' }, 'thread.update', { name: 'Renamed' }, 'name'],
])('%j answers %s with 200 and changes the other fields', async (changes, id, body, ignored) => {
	const path = pathOf(id);
	const get = id.replace('update', 'get') as OperationId;
	const before = firstRecord(await ask(changes, get, { path }));
	expect(await ask(changes, id, { path, body })).toMatchObject({ status: 200, text: '' });
	const after = firstRecord(await ask(changes, get, { path }));
	for (const name of Object.keys(body)) {
		if (name === ignored) expect(after[name]).toEqual(before[name]);
		else expect(after[name]).not.toEqual(before[name]);
	}
});

test('shows an update late', async () => {
	const changes: Partial<Reading> = { updateShown: 'late' };
	const path = pathOf('user.get');
	const before = await ask(changes, 'user.get', { path });
	await ask(changes, 'user.update', { path, body: update });
	expect((await ask(changes, 'user.get', { path })).json).toEqual(before.json);
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + 2000);
	expect((await ask(changes, 'user.get', { path })).json).toMatchObject({ active: false });
	jest.restoreAllMocks();
});

test('reads the other names of fields and ignores the usual ones', async () => {
	const names = other({ 'user.firstName': 'givenName', 'user.emailAddress': 'profile.email' });
	const path = pathOf('user.get');
	await ask(names, 'user.update', { path, body: { firstName: 'Ignored', givenName: 'Eric' } });
	await ask(names, 'user.update', { path, body: { emailAddress: 'eric@x.example' } });
	const record = firstRecord(await ask(names, 'user.get', { path }));
	expect(record).toMatchObject({ givenName: 'Eric', profile: { email: 'eric@x.example' } });
});

test('reads the update of a group under the names of the specification', async () => {
	const names = other({ 'group.groupName': 'caption', 'group.active': 'isActive' });
	const path = pathOf('userGroup.get');
	await ask(names, 'userGroup.update', { path, body: { groupName: 'Renamed', active: false } });
	const record = firstRecord(await ask(names, 'userGroup.get', { path }));
	expect(record).toMatchObject({ caption: 'Renamed', isActive: false });
});

test.each<[Reading['userTenantsOnUpdate'], number]>([
	['replaced', 1],
	['added', 2],
])('an update of tenants leaves them %s', async (userTenantsOnUpdate, count) => {
	const path = pathOf('user.get');
	for (const { tenantId } of service().state.tenants.slice(1)) {
		await ask({ userTenantsOnUpdate }, 'user.update', { path, body: { tenantIds: [tenantId] } });
	}
	expect(normalUser().tenantIds).toHaveLength(count);
});

const person = { emailAddress: 'New.Person@x.example', firstName: 'New', lastName: 'Person' };

test('returns the whole record of a new user', async () => {
	const whole = await ask({ createdUser: 'record' }, 'user.create', { body: person });
	expect(whole.json).toMatchObject({ ...person, kind: 'NORMAL' });
});

test('lists addresses in lower case', async () => {
	await ask({}, 'user.create', { body: person });
	const query = { keywords: 'new person' };
	const { json } = await ask({ listedAddresses: 'lowercase' }, 'user.getAll', { query });
	expect(json).toMatchObject([{ emailAddress: 'new.person@x.example' }]);
});

test.each<[Reading['accessToTenant'], boolean, boolean]>([
	['isInTenant', true, false],
	['canBeAdded', false, true],
])('accessToTenant is true for a user who %s', async (accessToTenant, here, elsewhere) => {
	const [person] = service().state.peopleElsewhere;
	for (const [emailAddress, expected] of [
		[normalUser().emailAddress, here],
		[person?.emailAddress, elsewhere],
	] as const) {
		const body = { emailAddress };
		const { json } = await ask({ accessToTenant }, 'user.checkAvailability', { body });
		expect(json).toMatchObject({ accessToTenant: expected });
	}
});

/** What an operation returns in each of the tenants. */
async function inTenants(operation: OperationId, input: Input): Promise<unknown[]> {
	const { authorizationServer, state } = service();
	const answers = state.tenants.map(async ({ tenantId }) => {
		const scope = `svc:${operationRow(operation).scope}`;
		const token = authorizationServer.issueClientToken(scope, tenantId).access_token;
		return await ask({ tenantRecords: 'own' }, operation, { ...input, token });
	});
	return (await Promise.all(answers)).map(({ json }) => json);
}

test('the same ID is another group in another tenant', async () => {
	const groups = await inTenants('userGroup.get', { path: { groupId: 1001 } });
	const names = groups.map((group) => (group as { groupName: string }).groupName);
	expect(new Set(names).size).toBe(3);
});

test('a user has another ID in another tenant, and goes in all of them', async () => {
	const { userId, emailAddress } = normalUser();
	const query = { keywords: emailAddress, active: 'ALL' };
	const users = await inTenants('user.getAll', { query });
	const ids = users.map((list) => (list as Array<{ userId: string }>)[0]?.userId);
	expect(ids[0]).toBe(userId);
	expect(new Set(ids).size).toBe(3);
	await ask({ tenantRecords: 'own' }, 'user.delete', { path: { userId } });
	expect(await inTenants('user.getAll', { query })).toEqual([[], [], []]);
});

test('a setup without connected tenants lists none and knows none', async () => {
	const changes: Partial<Reading> = { connectedTenants: 'none' };
	expect((await ask(changes, 'connectedTenant.getAll')).json).toEqual([]);
	const body = { tenantIds: [service().state.tenants[1]?.tenantId] };
	const { json } = await ask(changes, 'user.update', { path: pathOf('user.get'), body });
	expect(json).toMatchObject({ code: 'tenant-not-found' });
});

test.each<[Reading['journalDate'], number]>([
	['filters', 400],
	['narrows', 200],
])('a journal date that %s the range', async (journalDate, status) => {
	const query = { journalDate: '2026-09-01', periodDateFrom: '2020-01-01' };
	expect((await ask({ journalDate }, 'journal.getAll', { query })).status).toBe(status);
});

test.each<[Reading['errorBody'], string, string]>([
	['code', 'application/json', '{"code":"user-not-found","message"'],
	['errorCode', 'application/json', '{"errorCode":"user-not-found"'],
	['nested', 'application/json', '{"error":{"code":"user-not-found"'],
	['list', 'application/json', '{"errors":[{"code":"user-not-found"'],
	['problem', 'application/problem+json', '{"type":"user-not-found","title"'],
	['text', 'text/plain', 'user-not-found: '],
])('an error body of the form %s', async (errorBody, contentType, start) => {
	const path = { userId: '00000000-0000-4000-8000-000000000000' };
	const { status, headers, text } = await ask({ errorBody }, 'user.get', { path });
	expect(status).toBe(404);
	expect(headers['content-type']).toContain(contentType);
	expect(text.slice(0, start.length)).toBe(start);
});

test.each<[number, Reading['errorRetryAfter'], string | undefined]>([
	[429, '2', '2'],
	[503, '2', '2'],
	[429, 'never', undefined],
	[409, '2', undefined],
])('a code at status %i with Retry-After %s', async (status, errorRetryAfter, expected) => {
	const code: ErrorCode = 'usage-limit-exceeded';
	service().state.runsLeftThisMonth = 0;
	const changes = { errorStatuses: { [code]: status }, errorRetryAfter };
	const answer = await ask(changes, 'assignment.run', { path: pathOf('assignment.get') });
	expect(answer.status).toBe(status);
	expect(answer.json).toMatchObject({ code });
	expect(answer.headers['retry-after']).toBe(expected);
});

test('a status of its own also counts for an injected code', async () => {
	service().faults.add({ errorCode: 'user-not-found', times: 1 });
	service().faults.add({ errorCode: 'user-not-found', status: 410 });
	const changes = { errorStatuses: { 'user-not-found': 503 } };
	expect((await ask(changes, 'user.getAll')).status).toBe(503);
	expect((await ask(changes, 'user.getAll')).status).toBe(410);
});

test('keys come in another order in the next response', async () => {
	const [first, second] = [
		await ask({ keyOrder: 'changing' }, 'user.getAll'),
		await ask({ keyOrder: 'changing' }, 'user.getAll'),
	];
	expect(first.text).not.toBe(second.text);
	expect(first.json).toEqual(second.json);
});

test.each<[Partial<Reading>, string]>([
	[{}, 'id: 2\nevent: delta\ndata: {"delta":"You"}'],
	[{ answerTypes: 'data' }, 'id: 2\ndata: {"type":"delta","delta":"You"}'],
	[
		other({ 'answer.events': 'says', 'answer.text': 'says.words' }),
		'event: says\ndata: {"says":{"words":"You"}}',
	],
	[
		other({ 'answer.finalEvent': 'bye', 'thread.threadId': 'topicKey' }),
		'event: bye\ndata: {"topicKey":',
	],
])('%j sends the events of an answer', async (changes, text) => {
	const answer = await ask(changes, 'thread.create', { body: { question: 'How are sales?' } });
	expect(answer.text).toContain(text);
});
