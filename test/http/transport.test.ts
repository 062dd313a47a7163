/** How requests behave when the service, its tokens or the network do not; seen through a node. */
import type { INodeParameters } from 'n8n-workflow';
import { Engine, type NodeRun } from '../engine/engine';
import { type Fault, type Sandbox, startSandbox } from '../sandbox/index';
import { until } from '../until';

let sandbox: Sandbox;
let engine: Engine;

beforeAll(async () => {
	engine = await Engine.load();
});
// A sandbox for each test, so that none finds the tokens of another.
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(async () => await sandbox.close());

const credentials = () => ({ integrationServiceOAuth2Api: { ...sandbox.credential } });

const run = async (
	parameters: INodeParameters,
	more: Partial<Parameters<Engine['runNode']>[0]> = {},
): Promise<NodeRun> =>
	await engine.runNode({
		type: 'integrationServiceUser',
		parameters: { resource: 'user', ...parameters },
		credentials: credentials(),
		...more,
	});

const getUser = (): INodeParameters => ({
	operation: 'get',
	userId: { __rl: true, mode: 'id', value: sandbox.samples.userId },
});
const createUser: INodeParameters = {
	operation: 'create',
	emailAddress: 'new.person@example.com',
	firstName: 'New',
	lastName: 'Person',
};
const usersNamed = (email: string) =>
	[...sandbox.state.users.values()].filter((user) => user.emailAddress === email);

describe('tokens', () => {
	test('need one credential read and one token for 100 items', async () => {
		const items = Array.from({ length: 100 }, (_item, index) => ({ index }));
		const { items: output, credentialReads } = await run(getUser(), { items });
		expect(output).toHaveLength(100);
		expect(credentialReads).toBe(1);
		expect(sandbox.tokenRequests).toHaveLength(1);
		expect(sandbox.summary().requests).toBe(100);
	});

	test('keep one token for each scope across executions', async () => {
		await run(getUser());
		await run({ operation: 'getAll' });
		await run(createUser);
		await run({ ...createUser, emailAddress: 'second.person@example.com' });
		expect(sandbox.tokenRequests.map(({ scope }) => scope)).toEqual([
			'svc:user:read',
			'svc:user:create',
		]);
	});

	test('are renewed once when the service rejects one', async () => {
		await run(getUser());
		sandbox.expireTokens();
		const items = Array.from({ length: 8 }, () => ({}));
		const { items: output } = await run(getUser(), { items });
		expect(output).toHaveLength(8);
		expect(sandbox.tokenRequests).toHaveLength(2);
	});

	test('are not renewed again and again', async () => {
		sandbox.faults.add({ status: 401, errorCode: 'unauthorized' });
		const { error } = await run(getUser());
		expect(error?.message).toBe(
			"The service doesn't accept the access token (unauthorized, HTTP 401) [item 0]",
		);
		expect(sandbox.requests).toHaveLength(2);
	});

	test('are requested once with a wrong secret', async () => {
		const { items } = await run(getUser(), {
			credentials: {
				integrationServiceOAuth2Api: { ...sandbox.credential, clientSecret: 'not the secret' },
			},
			items: [{}, {}, {}, {}, {}, {}, {}, {}],
			onError: 'continueRegularOutput',
		});
		expect(items).toHaveLength(8);
		for (const { json, pairedItem } of items) {
			expect(json.error).toMatchObject({ errorCode: 'invalid_client', httpStatus: 401 });
			const index = (pairedItem as { item: number }).item;
			expect((json.error as { message: string }).message).toBe(
				`The authorization server doesn't accept the client ID or the client secret [item ${index}]`,
			);
		}
		expect(sandbox.tokenRequests).toHaveLength(1);
	});

	test.each([
		['baseUrl', 'no address', "'Base URL' in the credential is not a valid URL"],
		['baseUrl', '', "'Base URL' in the credential is empty"],
		['authServerUrl', 'ftp://example.com', "'Authorization Server URL' in the credential"],
		['tenantId', ' ', "'Tenant ID' in the credential is empty"],
		['clientId', '', "'Client ID' in the credential is empty"],
	])('explain a credential with %s %j before any request', async (field, value, message) => {
		const { error } = await run(getUser(), {
			credentials: { integrationServiceOAuth2Api: { ...sandbox.credential, [field]: value } },
		});
		expect(error?.message).toContain(message);
		expect(sandbox.tokenRequests).toHaveLength(0);
	});

	test('work with a base URL that ends in slashes', async () => {
		const { items } = await run(getUser(), {
			credentials: {
				integrationServiceOAuth2Api: {
					...sandbox.credential,
					baseUrl: ` ${sandbox.baseUrl}// `,
					authServerUrl: `${sandbox.authServerUrl}/`,
				},
			},
		});
		expect(items).toHaveLength(1);
	});
});

describe('busy and broken services', () => {
	const passing: Array<[string, Fault]> = [
		['429 with seconds', { status: 429, retryAfter: 1 }],
		['429 without Retry-After', { status: 429 }],
		['503 with a date', { status: 503, retryAfter: new Date(Date.now() - 1000).toUTCString() }],
	];

	test.each(passing)('are retried after %s with any method', async (_name, fault) => {
		sandbox.faults.add({ ...fault, times: 1 });
		const { items } = await run(createUser);
		expect(items[0]?.json).toMatchObject({ created: true });
		expect(sandbox.requests).toHaveLength(2);
		expect(usersNamed('new.person@example.com')).toHaveLength(1);
	});

	test('are retried up to Max Retries', async () => {
		sandbox.faults.add({ status: 503, retryAfter: 0 });
		const { error } = await run({ ...getUser(), options: { maxRetries: 2 } });
		expect(error).toMatchObject({ httpStatus: 503 });
		expect(error?.message).toContain('The service is unavailable');
		expect(sandbox.requests).toHaveLength(3);
	});

	test('are read again after a lost connection', async () => {
		sandbox.faults.add({ reset: 'beforeResponse', times: 1 });
		const { items } = await run(getUser());
		expect(items).toHaveLength(1);
		expect(sandbox.requests).toHaveLength(2);
	});

	test.each(['beforeResponse', 'midBody'] as const)(
		'never get a creation twice when its response is lost (%s)',
		async (reset) => {
			sandbox.faults.add({ operation: 'user.create', reset, afterProcessing: true });
			const { error } = await run(createUser);
			expect(error).toMatchObject({ errorCode: 'network', httpStatus: null });
			expect(error?.description).toContain('Check whether the change was made');
			expect(sandbox.counts['user.create']).toBe(1);
			expect(usersNamed('new.person@example.com')).toHaveLength(1);
		},
	);

	test('get a creation again when nothing was sent', async () => {
		const gone = await startSandbox();
		const credential = { ...sandbox.credential, baseUrl: gone.baseUrl };
		await gone.close();
		const { error } = await run(
			{ ...createUser, options: { maxRetries: 1 } },
			{ credentials: { integrationServiceOAuth2Api: credential } },
		);
		expect(error?.message).toContain(`${new URL(gone.baseUrl).host} does not accept connections`);
		expect(error?.description).toContain('Base URL');
	});

	test('are given up after Timeout', async () => {
		sandbox.faults.add({ delayMs: 5000 });
		const { error } = await run({ ...getUser(), options: { timeout: 200, maxRetries: 0 } });
		expect(error).toMatchObject({ errorCode: 'timeout' });
		expect(error?.message).toContain('did not respond within 200 ms');
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
		['text', 'incomplete or invalid JSON'],
	] as const)('are reported for an unreadable %s body', async (bodyMode, message) => {
		sandbox.faults.add({ bodyMode });
		const { error } = await run(getUser());
		expect(error).toMatchObject({ errorCode: 'invalid-response', httpStatus: 200 });
		expect(error?.message).toContain(message);
	});

	test('are not followed to another address', async () => {
		sandbox.faults.add({ status: 302, headers: { location: `${sandbox.baseUrl}/elsewhere` } });
		const { error } = await run(getUser());
		expect(error).toMatchObject({ httpStatus: 302 });
		expect(error?.description).toContain('Base URL');
		expect(sandbox.requests).toHaveLength(1);
	});

	test('may wrap a list in a record, but must have one', async () => {
		const inWrapper = sandbox.faults.add({ replaceBody: (body) => ({ items: body, total: 3 }) });
		expect((await run({ operation: 'getAll', limit: 3 })).items).toHaveLength(3);
		inWrapper.remove();
		sandbox.faults.add({ replaceBody: () => ({ total: 3 }) });
		expect((await run({ operation: 'getAll' })).error?.message).toContain('returned no list');
	});
});

describe('cancelling', () => {
	test.each([
		['a slow answer', { delayMs: 30_000 }],
		['a wait before a retry', { status: 429, retryAfter: 60 }],
		['a token request', { operation: 'token' as const, delayMs: 30_000 }],
	])('stops %s at once and starts no further item', async (_name, fault) => {
		sandbox.faults.add(fault);
		const began = Date.now();
		const parameters = { ...getUser(), options: { maxRetries: 1 } };
		await run(parameters, {
			items: Array.from({ length: 50 }, () => ({})),
			onStart: (cancel) => {
				const isAsked = () => sandbox.requests.length + sandbox.tokenRequests.length > 0;
				void until(isAsked).then(cancel);
			},
		});
		expect(Date.now() - began).toBeLessThan(5000);
		expect(sandbox.requests.length).toBeLessThanOrEqual(5);
	});
});

test('keeps secrets out of outputs, messages and run data', async () => {
	const runs = [await run(getUser()), await run(createUser)];
	for (const fault of [
		{ status: 500 },
		{ status: 401 },
		{ reset: 'beforeResponse' as const },
		{ operation: 'token' as const, status: 500 },
	]) {
		sandbox.expireTokens();
		const injected = sandbox.faults.add(fault);
		runs.push(await run({ ...getUser(), options: { maxRetries: 0 } }));
		injected.remove();
	}
	const text = JSON.stringify(runs, (_key, value: unknown) =>
		value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value,
	);
	expect(text).toContain(String(sandbox.samples.userId));
	expect(text).not.toContain(sandbox.credential.clientSecret);
	expect(text).not.toMatch(/Bearer |access_token/);
});
