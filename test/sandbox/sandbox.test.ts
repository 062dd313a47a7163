/** A service that accepted wrong requests would hide faults of the nodes. */
import { defaultScopePrefix, tokenPath } from '../../src/api/authorizationServer';
import { type OperationId, operationRow, operations } from '../../src/api/operations';
import { operationCases } from '../cases';
import { type Input, send } from './client';
import { sandboxUnderTest } from './sandboxUnderTest';

const seed = { users: 60, longestLog: 20, longestThread: 4 };
const service = sandboxUnderTest({ streamDelayMs: 0, seed });
const operationIds = Object.keys(operations) as OperationId[];
const allScopes = new Set(Object.values(operations).map((row) => defaultScopePrefix + row.scope));

/** What the case of an operation sends. */
function inputOf(operation: OperationId): Input {
	const { path, query, body } = operationCases[operation](service());
	return { path, query, body };
}

test.each(operationIds)('%s needs a token with exactly its scope', async (operation) => {
	const { authorizationServer } = service();
	const input = inputOf(operation);
	const scope = defaultScopePrefix + operationRow(operation).scope;
	const others = [...allScopes].filter((each) => each !== scope);
	const tokens = [
		[null, 401],
		['made-up', 401],
		...[...others, [...allScopes].join(' ')].map(
			(scopes) => [authorizationServer.issueClientToken(scopes).access_token, 403] as const,
		),
		[service().issueUserTokenAnswer(others.join(' ')).access_token, 403],
	] as const;
	for (const [token, status] of tokens) {
		expect((await send(service(), operation, { ...input, token })).status).toBe(status);
	}
});

test.each(operationIds)('%s refuses an unknown query parameter', async (operation) => {
	const input = inputOf(operation);
	const query = { ...input.query, pagesize: 5 };
	expect((await send(service(), operation, { ...input, query })).status).toBe(400);
});

const group = (body: object): Input => ({ path: { groupId: 1001 }, body });
const key = (changes: object): Input => ({
	path: { propertyKeyId: 700 },
	body: { name: 'Fabric', ...changes },
});
const person = { emailAddress: 'new.person@x.example', firstName: 'New', lastName: 'Person' };

// Mistakes that only a fault of the nodes would send.
test.each<[OperationId, Input, code?: string]>([
	['userGroup.getAll', { query: { page: '0' } }, 'invalid-page'],
	['user.getAll', { query: { pageSize: '1e2' } }, 'invalid-page-size'],
	['user.get', { path: { userId: '17' } }],
	['userGroup.update', group({ warehouses: { added: [{ warehouseId: 42 }] } })],
	['userGroup.update', group({ groupname: 'Night shift' })],
	['userGroup.update', group({ active: 'true' })],
	['user.getAll', { query: { active: 'YES' } }],
	['journal.getAll', { query: { periodDateFrom: '2026-02-31x' } }],
	['return.create', { body: '{"rows":' }],
	['user.create', { body: { ...person, firstName: '' } }, 'name-required'],
	[
		'user.create',
		{ body: { ...person, kind: 'ADMINISTRATOR', groupIds: [1001] } },
		'only-normal-users-can-be-assigned-user-groups',
	],
	['userGroup.create', { body: { groupName: 'finance' } }, 'group-name-is-unavailable'],
	['userGroup.update', group({ reports: { added: [101] } }), 'group-already-have-access-to-report'],
	['userGroup.delete', { path: { groupId: 1001 } }, 'cannot-delete-referenced-entity'],
	['propertyKey.update', key({ name: '' }), 'invalid-property-key-name'],
	[
		'propertyKey.update',
		key({ values: { added: [{ value: 'Wool' }] } }),
		'duplicate-property-value',
	],
	[
		'journal.getAll',
		{ query: { periodDateFrom: '2024-01-01', periodDateTo: '2026-01-01' } },
		'date-range-too-large',
	],
	['thread.create', { body: { question: 'q' }, headers: { accept: '*/*' } }, 'stream-unacceptable'],
])('%s refuses %j and changes nothing', async (operation, input, code = 'malformed-request') => {
	const before = structuredClone(service().state);
	const { json } = await send(service(), operation, input);
	expect(json).toMatchObject({ code });
	expect(service().state).toEqual(before);
});

test('refuses what is there already, too long, or sent by the wrong caller', async () => {
	const { samples, runs, state } = service();
	const [user] = [...state.users.values()].filter(({ groupIds }) => groupIds.length > 0);
	const { userId = '', emailAddress, groupIds = [] } = user ?? {};
	runs.start(samples.assignmentId);
	const token = service().issueToken('user.sendInvitation');
	for (const [code, operation, input] of [
		['user-already-in-tenant', 'user.create', { body: { ...person, emailAddress } }],
		['user-already-has-group', 'user.update', { path: { userId }, body: { groupIds } }],
		['run-already-active', 'assignment.run', { path: samples }],
		['question-too-long', 'thread.create', { body: { question: 'q'.repeat(1001) } }],
		['api-client-must-be-a-user', 'user.sendInvitation', { path: { userId }, token }],
	] as const) {
		expect((await send(service(), operation, input)).json).toMatchObject({ code });
	}
});

async function requestToken({ authorization, ...changes }: Record<string, string> = {}) {
	const { clientId, clientSecret, tenantId } = service().credential;
	const response = await fetch(service().authServerUrl + tokenPath, {
		method: 'POST',
		headers: {
			'content-type': 'application/x-www-form-urlencoded',
			...(authorization && { authorization }),
		},
		body: new URLSearchParams({
			grant_type: 'client_credentials',
			scope: 'svc:user:read',
			client_id: clientId,
			client_secret: clientSecret,
			tenant_id: tenantId,
			...changes,
		}).toString(),
	});
	const json = (await response.json()) as Record<string, unknown>;
	return { status: response.status, json };
}

test.each<[Record<string, string>, number, string]>([
	[{ client_secret: 'wrong' }, 401, 'invalid_client'],
	[{ scope: 'svc:user:read svc:agent' }, 400, 'invalid_scope'],
	[{ tenant_id: 'other' }, 400, 'invalid_request'],
	[{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
	[{ audience: 'api' }, 400, 'invalid_request'],
	[{ authorization: 'Basic YTpi' }, 400, 'invalid_request'],
])('gives no token for %j', async (changes, status, error) => {
	expect(await requestToken(changes)).toMatchObject({ status, json: { error } });
	expect(service().tokenRequests).toMatchObject([{ status, error }]);
});
