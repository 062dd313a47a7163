import { defaultScopePrefix } from '../../src/api/authorizationServer';
import type { ErrorCode } from '../../src/api/errorCodes';
import { type OperationId, operationRow, operations } from '../../src/api/operations';
import type { Sandbox } from './index';
import { errorStatuses, startSandbox } from './index';
import { operationCases } from '../cases';
import type { Input } from './client';
import { send } from './client';

type MakeInput = (sandbox: Sandbox) => Input;

const operationIds = Object.keys(operations) as OperationId[];
const allScopes = new Set(Object.values(operations).map((row) => defaultScopePrefix + row.scope));

/** Every error code of every operation with a request that raises it. */
const refusals = operationIds.flatMap((operation) =>
	Object.entries<MakeInput>(operationCases[operation].refusals).map(
		([code, makeInput]) => [operation, code as ErrorCode, makeInput] as const,
	),
);

/** What the case of an operation sends. */
function inputOf(operation: OperationId): Input {
	const { path, query, body } = operationCases[operation].success(sandbox);
	return { path, query, body };
}

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({
		streamDelayMs: 0,
		seed: { users: 60, longestLog: 20, longestThread: 4 },
	});
});

beforeEach(() => sandbox.reset());

afterAll(async () => await sandbox.close());

describe.each(operationIds)('%s', (operation) => {
	const row = operationRow(operation);
	const scope = defaultScopePrefix + row.scope;

	it('answers as the catalogue says', async () => {
		const answer = await send(sandbox, operation, inputOf(operation));
		if (row.success === 'notShown') {
			expect(answer.status).toBeGreaterThanOrEqual(200);
			expect(answer.status).toBeLessThan(300);
		} else {
			expect(row.success).toContain(answer.status);
		}
		if (row.bodiless === true || answer.status === 204) {
			expect(answer.text).toBe('');
		} else {
			expect(answer.headers['content-type']).toMatch(
				row.streams ? /^text\/event-stream/ : /^application\/json/,
			);
			expect(answer.text).not.toBe('');
		}
		expect(sandbox.requests).toHaveLength(1);
		expect(sandbox.requests[0]).toMatchObject({
			number: 1,
			operation,
			method: row.method,
			status: answer.status,
		});
		expect(sandbox.counts).toEqual({ [operation]: 1 });
	});

	it('wants a token', async () => {
		const input = inputOf(operation);
		for (const token of [null, 'made-up']) {
			const answer = await send(sandbox, operation, { ...input, token });
			expect(answer.status).toBe(401);
			expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
		}
	});

	it('wants exactly its scope', async () => {
		const input = inputOf(operation);
		const others = [...allScopes].filter((each) => each !== scope);
		const { access_token: joined } = sandbox.authorizationServer.issueClientToken(
			[...allScopes].join(' '),
		);
		const tokens = [
			...others.map((each) => sandbox.authorizationServer.issueClientToken(each).access_token),
			joined,
			sandbox.issueUserToken(others.join(' ')),
		];
		for (const token of tokens) {
			const answer = await send(sandbox, operation, { ...input, token });
			expect(answer).toMatchObject({ status: 403, json: { code: 'insufficient-scope' } });
		}
	});

	it('takes the token of a person who agreed to several scopes', async () => {
		const input = inputOf(operation);
		const { userId } = sandbox.authorizationServer.registration;
		const own = [...sandbox.state.threads.values()].find((thread) => thread.owner === userId);
		const path = { ...input.path, threadId: own?.threadId ?? '' };
		const token = sandbox.issueUserToken();
		const answer = await send(sandbox, operation, { ...input, path, token });
		expect(answer.status).toBeLessThan(300);
	});

	it('refuses a query parameter that it does not have', async () => {
		const input = inputOf(operation);
		const query = { ...input.query, pagesize: 5 };
		const answer = await send(sandbox, operation, { ...input, query });
		expect(answer.status).toBe(400);
	});
});

it.each(refusals)('%s refuses with %s', async (operation, code, makeInput) => {
	const answer = await send(sandbox, operation, makeInput(sandbox));
	expect(answer.json).toEqual({ code, message: expect.any(String) });
	expect(answer.status).toBe(errorStatuses[code]);
	expect(sandbox.requests.at(-1)).toMatchObject({ operation, errorCode: code });
});
