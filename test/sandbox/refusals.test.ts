/** A service that accepted wrong requests would hide faults of the nodes. */
import { defaultScopePrefix } from '../../src/api/authorizationServer';
import { type OperationId, operationRow, operations } from '../../src/api/operations';
import { operationCases } from '../cases';
import { type Input, send } from './client';
import { sandboxUnderTest } from './sandboxUnderTest';

const operationIds = Object.keys(operations) as OperationId[];
const allScopes = new Set(Object.values(operations).map((row) => defaultScopePrefix + row.scope));

const service = sandboxUnderTest({
	streamDelayMs: 0,
	seed: { users: 60, longestLog: 20, longestThread: 4 },
});

/** What the case of an operation sends. */
function inputOf(operation: OperationId): Input {
	const { path, query, body } = operationCases[operation].success(service());
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
		[service().issueUserToken(others.join(' ')), 403],
	] as const;
	for (const [token, status] of tokens) {
		const response = await send(service(), operation, { ...input, token });
		expect(response.status).toBe(status);
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
const rows = [{ quantity: 1 }];

// Mistakes that only a fault of the nodes would send. The operation cases raise all error codes.
test.each<[OperationId, Input, code?: string]>([
	...['0', '-1', '1.5', 'x', '', '99999999999'].map((page): [OperationId, Input, string] => [
		'userGroup.getAll',
		{ query: { page } },
		'invalid-page',
	]),
	['user.getAll', { query: { pageSize: '1e2' } }, 'invalid-page-size'],
	['user.get', { path: { userId: '17' } }],
	['userGroup.get', { path: { groupId: 2 ** 31 } }],
	['userGroup.update', group({ warehouses: { added: [{ warehouseId: 42 }] } })],
	['userGroup.update', group({ active: 'true' })],
	['propertyKey.update', key({ translations: { added: [{ name: 'X' }] } })],
	['propertyKey.update', key({ values: { modified: [{ value: 'X' }] } })],
	['propertyKey.update', key({ values: { removed: [7010] } })],
	['journal.getAll', { query: { periodDateFrom: '2026-02-31x' } }],
	['return.create', { body: { rows, comment: 'x' } }],
	['return.create', { body: '{"rows":' }],
])('%s refuses %j and changes nothing', async (operation, input, code = 'malformed-request') => {
	const before = structuredClone(service().state);
	const { json } = await send(service(), operation, input);
	expect(json).toMatchObject({ code });
	expect(service().state).toEqual(before);
});

test('answers 404 to a path that is no operation, and logs the request', async () => {
	const response = await fetch(`${service().baseUrl}/admin/user/everything`);
	expect(response.status).toBe(404);
	expect(service().requests).toMatchObject([{ operation: undefined, status: 404 }]);
});
