/** A service that accepted wrong requests would hide faults of the nodes. */
import { defaultScopePrefix } from '../../src/api/authorizationServer';
import { limits } from '../../src/api/limits';
import { type OperationId, operationRow, operations } from '../../src/api/operations';
import { operationCases } from '../cases';
import { type Input, send } from './client';
import type { Sandbox } from './index';
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

test.each<[what: string, OperationId, Input | ((sandbox: Sandbox) => Input), code?: string]>([
	...['0', '-1', '1.5', 'x', '', '99999999999'].map(
		(page): [string, OperationId, Input, string] => [
			`page "${page}"`,
			'userGroup.getAll',
			{ query: { page } },
			'invalid-page',
		],
	),
	...['0', '101', '1e2', 'all'].map((pageSize): [string, OperationId, Input, string] => [
		`page size "${pageSize}"`,
		'user.getAll',
		{ query: { pageSize } },
		'invalid-page-size',
	]),
	['an unknown filter', 'userGroup.getAll', { query: { active: 'active' } }],
	['a user ID that is no UUID', 'user.get', { path: { userId: '17' } }],
	['a group ID that is no number', 'userGroup.get', { path: { groupId: 'first' } }],
	['a group ID beyond 32 bits', 'userGroup.get', { path: { groupId: 2 ** 31 } }],
	['a report that does not exist', 'userGroup.update', group({ reports: { added: [999] } })],
	[
		'a warehouse without its company',
		'userGroup.update',
		group({ warehouses: { added: [{ warehouseId: 42 }] } }),
	],
	['a flag as a string', 'userGroup.update', group({ active: 'true' })],
	[
		'a translation without its language',
		'propertyKey.update',
		key({ translations: { added: [{ name: 'X' }] } }),
	],
	[
		'a modified value without its ID',
		'propertyKey.update',
		key({ values: { modified: [{ value: 'X' }] } }),
	],
	['a removed value of another key', 'propertyKey.update', key({ values: { removed: [7010] } })],
	[
		'an unknown value',
		'propertyKey.update',
		key({ values: { modified: [{ propertyValueId: 1 }] } }),
	],
	[
		'a translation added twice',
		'propertyKey.update',
		key({ translations: { added: [{ languageCode: 'sv' }] } }),
	],
	['a key without a presentation', 'propertyKey.create', { body: { name: 'Length' } }],
	['a wrong date', 'journal.getAll', { query: { periodDateFrom: '2026-02-31x' } }],
	[
		'a day more than 24 months',
		'journal.getAll',
		{ query: { periodDateFrom: '2025-01-01', periodDateTo: '2027-01-01' } },
		'date-range-too-large',
	],
	['a return without rows', 'return.create', { body: { rows: [] } }],
	['an unknown field', 'return.create', { body: { rows, comment: 'x' } }],
	['a body that is no JSON', 'return.create', { body: '{"rows":' }],
	[
		'a custom field without a value',
		'return.create',
		{ body: { rows, customFieldsToAdd: [{ code: 'x' }] } },
	],
	['an assignment without a name', 'assignment.create', { body: {} }, 'invalid-request'],
	['an empty question', 'thread.create', { body: { question: '' } }],
	[
		'too long a question',
		'thread.create',
		{ body: { question: '😀'.repeat(limits.questionCharacters + 1) } },
		'question-too-long',
	],
	[
		'a request for a stream that accepts anything',
		'message.create',
		({ samples: { threadId = '' } }) => ({
			path: { threadId },
			body: { question: 'Why?' },
			headers: { accept: '*/*' },
		}),
		'stream-unacceptable',
	],
	[
		'more log lines than allowed',
		'run.getLogs',
		({ samples: { assignmentId = '', runId = '' } }) => ({
			path: { assignmentId, runId },
			query: { limit: limits.logs.maximum + 1 },
		}),
	],
	[
		"a key of another type than the operation's",
		'propertyKey.update',
		{ path: { propertyKeyId: 703 }, body: { name: 'Hue' } },
		'property-key-not-found',
	],
	[
		"another person's thread",
		'thread.get',
		({ authorizationServer: { registration }, state }) => ({
			path: {
				threadId:
					[...state.threads.values()].find(({ owner }) => owner === registration.userId)
						?.threadId ?? '',
			},
		}),
		'thread-not-found',
	],
])('refuses %s', async (_what, operation, input, code = 'malformed-request') => {
	const before = structuredClone(service().state);
	const { json } = await send(
		service(),
		operation,
		typeof input === 'function' ? input(service()) : input,
	);
	expect(json).toMatchObject({ code });
	expect(service().state).toEqual(before);
});

test('answers 404 to a path that is no operation, and logs the request', async () => {
	const response = await fetch(`${service().baseUrl}/admin/user/everything`);
	expect(response.status).toBe(404);
	expect(service().requests).toMatchObject([{ operation: undefined, status: 404 }]);
});
