/** How requests behave when the service, its tokens or the network do not; seen through a node. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { picked } from '../cases/operationCase';
import { keepGoing, nodeUnderTest, sandboxOfEachTest } from '../nodes/nodeUnderTest';
import type { Fault } from '../sandbox';
import { until } from '../until';

const node = nodeUnderTest('User', { resource: 'user' }, sandboxOfEachTest());
const { run } = node;

const getUser = (): INodeParameters => ({
	operation: 'get',
	userId: picked(String(node.sandbox.samples.userId)),
});
const change = { operation: 'update', updateFields: { lastName: 'King' } };
const updateUser = (): INodeParameters => ({ ...getUser(), ...change });

describe('tokens', () => {
	test('need one credential read and one token for 100 items', async () => {
		const items = Array.from({ length: 100 }, (_item, index) => ({ index }));
		const { items: output, credentialReads } = await run(getUser(), { items });
		expect(output).toHaveLength(100);
		expect(credentialReads).toBe(1);
		expect(node.sandbox.tokenRequests).toHaveLength(1);
		expect(node.sandbox.log.total).toBe(100);
	});

	test('are requested once with a wrong secret', async () => {
		const wrong = node.credentialsWith({ clientSecret: 'not the secret' });
		const given = Array.from({ length: 500 }, () => ({}));
		const { items } = await run(getUser(), { ...wrong, items: given, ...keepGoing });
		expect(items).toHaveLength(500);
		const said = "The authorization server doesn't accept the client ID or the client secret";
		for (const [index, { json }] of items.entries()) {
			const message = `${said} [item ${index}]`;
			expect(json.error).toMatchObject({ message, errorCode: 'invalid_client', httpStatus: 401 });
		}
		expect(node.sandbox.tokenRequests).toHaveLength(1);
	});

	test('are requested once if the authorization server asks to wait for long', async () => {
		node.fault('token', { status: 429, retryAfter: 600 });
		const { items } = await run(updateUser(), { items: [{}, {}, {}, {}], ...keepGoing });
		const [first, ...others] = items.map(({ json }) => json.error as IDataObject);
		expect(first).toMatchObject({ errorCode: 'rate-limited', httpStatus: 429 });
		expect(others.map(({ description }) => description)).toEqual(
			others.map(() => expect.stringContaining('Wait 10 minutes') as string),
		);
		expect(node.sandbox.tokenRequests).toHaveLength(1);
	});

	test.each([
		['baseUrl', 'no address', "'Base URL' in the credential is not a valid URL"],
		['authServerUrl', 'login', "'Authorization Server URL' in the credential is not a valid URL"],
		['tenantId', ' ', "'Tenant ID' in the credential is empty"],
		['clientId', ' ', "'Client ID' in the credential is empty"],
		['clientSecret', ' ', "'Client Secret' in the credential is empty"],
	])('explain a credential with %s %j before any request', async (field, value, message) => {
		const { error } = await run(getUser(), node.credentialsWith({ [field]: value }));
		expect(error?.message).toContain(message);
		expect(node.sandbox.tokenRequests).toHaveLength(0);
	});
});

describe('busy and broken services', () => {
	test('never confirm a change if its compressed response is cut', async () => {
		node.fault('user.update', { bodyMode: 'cutGzip' });
		const { error } = await run(updateUser());
		expect(error).toMatchObject({ errorCode: 'network', httpStatus: null });
		expect(error?.description).toContain('Check whether the change was made');
		expect(node.sandbox.counts['user.update']).toBe(1);
	});

	test('confirm a change with a compressed response that is empty', async () => {
		node.fault('user.update', { bodyMode: 'gzipOfNothing' });
		const { items } = await run(updateUser());
		expect(items[0]?.json.success).toBe(true);
	});

	test('allow a Timeout longer than timers can take', async () => {
		const { items, error } = await run({ ...getUser(), options: { timeout: 1e12 } });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});

	test.each([
		['truncated', 'incomplete or invalid JSON'],
		['html', 'web page instead of data'],
		['empty', 'empty response'],
		['null', 'empty response'],
		['text', 'incomplete or invalid JSON'],
	] as const)('are reported for an unreadable %s body', async (bodyMode, message) => {
		node.sandbox.faults.add({ bodyMode });
		const { error } = await run(getUser());
		expect(error).toMatchObject({ errorCode: 'invalid-response', httpStatus: 200 });
		expect(error?.message).toContain(message);
		expect(error?.description).toMatch(/let the requests of n8n through\.$/);
	});

	test('are reported as empty if the API has No Content for others only', async () => {
		node.sandbox.faults.add({ status: 204, bodyMode: 'empty' });
		const { error } = await run(getUser());
		expect(error?.message).toBe('The service returned an empty response (HTTP 204) [item 0]');
	});

	describe.each<[string, Fault]>([
		['null', { bodyMode: 'null' }],
		['no content', { status: 204, bodyMode: 'empty' }],
	])('are an empty list if they are %s', (_empty, fault) => {
		test.each<[string, INodeParameters]>([
			['the only page', {}],
			['the page after the last', { skip: 1 }],
			['a list without pages', { resource: 'connectedTenant' }],
		])('%s', async (_what, { skip = 0, ...parameters }) => {
			node.sandbox.faults.add({ ...fault, skip: Number(skip) });
			const { items, error } = await run({ operation: 'getAll', returnAll: true, ...parameters });
			expect(error).toBeUndefined();
			expect(items.length > 0).toBe(skip === 1);
		});
	});

	test('are not followed to another address', async () => {
		const headers = { location: `${node.sandbox.baseUrl}/elsewhere` };
		node.sandbox.faults.add({ status: 302, headers });
		const { error } = await run(getUser());
		expect(error).toMatchObject({ httpStatus: 302 });
		expect(error?.description).toContain('Base URL');
		expect(node.sandbox.requests).toHaveLength(1);
	});
});

test.each([
	['a slow answer', { delayMs: 60_000 }],
	['a wait before a retry', { status: 429, retryAfter: 60 }],
	['a token request', { operation: 'token' as const, delayMs: 60_000 }],
])('a canceled execution stops %s and starts no further item', async (_name, fault) => {
	node.sandbox.faults.add(fault);
	const parameters = { ...getUser(), options: { maxRetries: 1, concurrency: 5 } };
	await run(parameters, {
		items: Array.from({ length: 50 }, () => ({})),
		onStart: (cancel) => {
			const isAsked = () => node.sandbox.requests.length + node.sandbox.tokenRequests.length > 0;
			void until(isAsked).then(cancel);
		},
	});
	expect(node.sandbox.requests.length).toBeLessThanOrEqual(5);
});

test('keeps secrets out of outputs, messages and run data', async () => {
	const runs = [await run(getUser()), await run(updateUser())];
	for (const fault of [
		{ status: 500 },
		{ status: 401 },
		{ reset: 'beforeResponse' as const },
		{ operation: 'token' as const, status: 500 },
	]) {
		node.sandbox.expireTokens();
		const injected = node.sandbox.faults.add(fault);
		runs.push(await run({ ...getUser(), options: { maxRetries: 0 } }));
		injected.remove();
	}
	const text = JSON.stringify(runs, (_key, value: unknown) =>
		value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value,
	);
	expect(text).toContain(String(node.sandbox.samples.userId));
	expect(text).not.toContain(node.sandbox.credential.clientSecret);
	expect(text).not.toMatch(/Bearer |access_token/);
});
