/** What requests do, and what comes of a service that answers in unexpected ways; seen through nodes. */
import { type IDataObject, type INodeParameters, sleep } from 'n8n-workflow';
import { Engine, type NodeRun } from '../engine/engine';
import { type ScriptedService, startScriptedService } from './scriptedService';

let engine: Engine;
let service: ScriptedService;

beforeAll(async () => {
	engine = await Engine.load();
});
beforeEach(async () => {
	service = await startScriptedService();
});
afterEach(async () => await service.close());

const userId = '8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12';
const picked = (value: unknown) => ({ __rl: true, mode: 'id', value }) as INodeParameters;

const run = async (
	type: string,
	parameters: INodeParameters,
	more: Partial<Parameters<Engine['runNode']>[0]> = {},
): Promise<NodeRun> =>
	await engine.runNode({
		type: `integrationService${type}`,
		parameters,
		credentials: { integrationServiceOAuth2Api: service.credential },
		...more,
	});
const getUser = { resource: 'user', operation: 'get', userId: picked(userId) };
const deleteUser = { resource: 'user', operation: 'delete', userId: picked(userId) };
const newReturn = {
	resource: 'return',
	operation: 'create',
	specifyBody: 'json',
	jsonBody: '{"deliveryId":5,"rows":[{"stockKeepingUnitId":1,"quantity":1}]}',
};
const errorOf = ({ items }: NodeRun): IDataObject => items[0]?.json.error as IDataObject;

describe('nothing is done twice', () => {
	test.each([
		['429', { status: 429 }, 2],
		['503 with Retry-After', { status: 503, headers: { 'retry-after': '0' } }, 2],
		['503 without Retry-After', { status: 503 }, 1],
		['500', { status: 500 }, 1],
		['502', { status: 502 }, 1],
		['504', { status: 504 }, 1],
	])('a creation after %s', async (_name, first, requests) => {
		service.respond = (_request, count) => (count === 1 ? first : { body: { returnId: 7 } });
		await run('OrderManagement', newReturn);
		expect(service.requests).toHaveLength(requests);
	});

	test.each([429, 500, 502, 503, 504])('a read after %d is sent again', async (status) => {
		service.respond = (_request, count) => (count === 1 ? { status } : { body: { userId } });
		expect((await run('User', getUser)).items[0]?.json).toEqual({ userId });
		expect(service.requests).toHaveLength(2);
	});
});

describe('success means success', () => {
	const page = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };

	test.each<[string, string, INodeParameters]>([
		['a delete', 'User', deleteUser],
		[
			'an update',
			'User',
			{ resource: 'user', operation: 'update', userId: picked(userId), firstName: 'Eva' },
		],
		[
			'an availability',
			'User',
			{ resource: 'user', operation: 'checkAvailability', emailAddress: 'a@b.se' },
		],
		['a thread', 'Agent', { resource: 'thread', operation: 'delete', threadId: picked('t') }],
	])('a web page is none for %s', async (_name, type, parameters) => {
		service.respond = () => page;
		const { error } = await run(type, parameters);
		expect(error?.message).toContain('web page');
	});

	test('a text is none where no body is expected', async () => {
		service.respond = () => ({ body: 'OK' });
		expect((await run('User', deleteUser)).error?.errorCode).toBe('invalid-response');
	});

	test('a code in a response of success is that error', async () => {
		service.respond = () => ({ body: { code: 'user-not-found', message: 'Nobody' } });
		const { error } = await run('User', deleteUser);
		expect(error).toMatchObject({ errorCode: 'user-not-found' });
		expect(error?.description).toContain('The service says: "Nobody"');
	});

	test('a code in JSON instead of a stream is that error', async () => {
		service.respond = () => ({ body: { error: { code: 'question-too-long' } } });
		const { error } = await run('Agent', {
			resource: 'thread',
			operation: 'create',
			question: 'How are sales?',
		});
		expect(error?.errorCode).toBe('question-too-long');
	});

	test('an availability without a record is none', async () => {
		service.respond = () => ({ body: '' });
		const { error } = await run('User', {
			resource: 'user',
			operation: 'checkAvailability',
			emailAddress: 'a@b.se',
		});
		expect(error?.message).toContain('without a body');
	});
});

describe('tokens', () => {
	test('an execution that asked first leaves nothing of itself in the other', async () => {
		service.respondToken = () => ({ status: 400, body: { error: 'invalid_client' }, delayMs: 300 });
		const first = run('User', {
			resource: 'user',
			operation: 'create',
			specifyBody: 'json',
			jsonBody: '{"emailAddress":"private@example.com"}',
		});
		const second = run('User', {
			resource: 'user',
			operation: 'checkAvailability',
			emailAddress: 'other@example.com',
			options: { timeout: 20 },
		});
		const [, { error, run: stored }] = await Promise.all([first, second]);
		expect(error).toMatchObject({ errorCode: 'invalid_client' });
		expect(JSON.stringify(stored)).not.toContain('private@example.com');
		expect(service.tokenRequests).toHaveLength(1);
	});

	test.each([0, 7])('item %d that is always rejected leaves the others alone', async (rejected) => {
		const path = (item: number) => `/users/00000000-0000-4000-8000-0000000000${item + 10}`;
		service.respond = ({ url }) => (url.endsWith(path(rejected)) ? { status: 401 } : { body: {} });
		const items = Array.from({ length: 40 }, (_, item) => ({ userId: path(item).slice(7) }));
		const getEach = { ...getUser, userId: picked('={{ $json.userId }}') };
		const { items: output } = await run('User', getEach, {
			items,
			onError: 'continueRegularOutput',
		});
		const failed = output.flatMap(({ json }, item) => ('error' in json ? [item] : []));
		expect(failed).toEqual([rejected]);
		expect(service.tokenRequests.length).toBeLessThanOrEqual(2);
	});

	test('a service that refuses every token is not asked for each item', async () => {
		service.respond = () => ({ status: 401 });
		const items = Array.from({ length: 200 }, () => ({}));
		const { items: output } = await run('User', deleteUser, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(output).toHaveLength(200);
		expect(service.requests.length).toBeLessThanOrEqual(4);
		expect(service.tokenRequests).toHaveLength(2);
	});

	test.each([
		['a web page', { body: '<html></html>' }],
		['a redirect', { status: 302, headers: { location: '/' } }],
	])('an authorization server that answers with %s is asked once', async (_name, response) => {
		service.respondToken = () => response;
		const items = Array.from({ length: 50 }, () => ({}));
		await run('User', getUser, { items, onError: 'continueRegularOutput' });
		expect(service.tokenRequests).toHaveLength(1);
	});

	test('a refused scope is named with its prefix', async () => {
		service.respondToken = () => ({ status: 400, body: { error: 'invalid_scope' } });
		const { error } = await run('User', deleteUser);
		expect(error?.description).toContain('"svc:user:delete"');
	});

	test('a denied operation names its scope', async () => {
		service.respond = () => ({ status: 403 });
		expect((await run('User', deleteUser)).error?.description).toContain('"svc:user:delete"');
	});

	test('what the service repeats of the token and the secret is cut out', async () => {
		service.respond = ({ authorization }) => ({
			status: 403,
			body: { message: `Denied: ${authorization}, the-secret-of-the-client` },
		});
		const result = await run('User', getUser, { onError: 'continueRegularOutput' });
		expect(errorOf(result).description).toContain('Denied: Bearer ***, ***');
		expect(JSON.stringify(result.run)).not.toMatch(/token-\d|the-secret-of/);
	});

	test('so is what JSON writes otherwise than it is', async () => {
		service.respondToken = () => ({ body: { access_token: 'one/two+three' } });
		service.respond = () => ({
			status: 400,
			body: '{"code":"one\\/two+three","message":"No to one\\u002Ftwo\\u002bthree"}',
			headers: { 'content-type': 'application/json' },
		});
		const result = await run('User', getUser, { onError: 'continueRegularOutput' });
		expect(errorOf(result).description).toContain('No to ***');
		expect(JSON.stringify(result.run)).not.toMatch(/two.{0,6}three/);
	});
});

describe('addresses', () => {
	test.each(['http://u:p@localhost', 'http://localhost/?', 'http://localhost/#', 'http:localhost'])(
		'%s is refused before any request',
		async (baseUrl) => {
			const { error } = await run('User', getUser, {
				credentials: { integrationServiceOAuth2Api: { ...service.credential, baseUrl } },
			});
			expect(error?.message).toContain('Base URL of the credential is not a plain web address');
		},
	);

	test('blanks and a pasted token endpoint are forgiven', async () => {
		const { authServerUrl, baseUrl } = service.credential;
		await run('User', getUser, {
			credentials: {
				integrationServiceOAuth2Api: {
					...service.credential,
					baseUrl: ` ${baseUrl}/ `,
					authServerUrl: `${authServerUrl}/connect/token/`,
					scopePrefix: ' svc: ',
				},
			},
		});
		expect(service.tokenRequests[0]?.url).toBe('/connect/token');
		expect(service.tokenRequests[0]?.body).toContain('scope=svc%3Auser%3Aread');
		expect(service.requests[0]?.url).toBe(`/admin/user/users/${userId}`);
	});

	test('https at a port that speaks http is named, at once', async () => {
		const baseUrl = service.credential.baseUrl?.replace('http:', 'https:');
		const { error } = await run('User', getUser, {
			credentials: { integrationServiceOAuth2Api: { ...service.credential, baseUrl } },
		});
		expect(error?.message).toContain('does not speak https');
		expect(service.requests).toHaveLength(0);
	});
});

test('a long Retry-After is told to the user and to n8n', async () => {
	service.respond = () => ({ status: 429, headers: { 'retry-after': '600' } });
	const { error } = await run('User', getUser);
	expect(error?.description).toContain('The service asks to wait 10 minutes');
	expect(error).toMatchObject({ failure: { cause: 'rate-limited', retryAfterMs: 600_000 } });
	expect(service.requests).toHaveLength(1);
});

describe("n8n's own explanations", () => {
	const broken = { ...getUser, userId: picked('={{ $("Nowhere").item.json.id }}') };

	test('of an expression are thrown as they are', async () => {
		const { error } = await run('User', broken);
		expect(error?.message).toBe("Referenced node doesn't exist");
		expect(error?.context).toMatchObject({ itemIndex: 0 });
	});

	test('of an expression stay in an error item', async () => {
		const result = await run('User', broken, { onError: 'continueRegularOutput' });
		expect(errorOf(result).message).toBe("Referenced node doesn't exist");
	});
});

describe('lists in pages', () => {
	const all = Array.from({ length: 250 }, (_user, index) => ({ userId: `u${index}` }));
	const getAll = { resource: 'user', operation: 'getAll', returnAll: true };
	const asked = ({ url }: { url: string }) => {
		const { searchParams } = new URL(url, 'http://localhost');
		return { page: Number(searchParams.get('page')), size: Number(searchParams.get('pageSize')) };
	};
	const slice = (size: number, page: number, of = all) => of.slice((page - 1) * size, page * size);

	test.each([
		['gives at most 50 a page', 50, all],
		['ignores the page size', 10, all],
		['gives an odd number', 37, all],
		['gives what is asked for', 100, all],
		['gives exactly full pages', 100, all.slice(0, 200)],
	])('come whole from a service that %s', async (_name, size, users) => {
		service.respond = (request) => ({ body: slice(size, asked(request).page, users) });
		const { items } = await run('User', getAll);
		expect(items.map(({ json }) => json)).toEqual(users);
	});

	test.each([
		['refuses the page after the last', { status: 400, body: { code: 'invalid-page' } }],
		['repeats its last page', undefined],
	])('come whole from a service that %s', async (_name, beyond) => {
		const users = all.slice(0, 200);
		service.respond = (request) => {
			const { page } = asked(request);
			return page <= 2
				? { body: slice(100, page, users) }
				: (beyond ?? { body: slice(100, 2, users) });
		};
		const { items } = await run('User', getAll);
		expect(items.map(({ json }) => json)).toEqual(users);
	});

	test('end with a message where pages come in a cycle', async () => {
		service.respond = (request) => ({ body: slice(100, 1 + ((asked(request).page - 1) % 2)) });
		const { error } = await run('User', getAll);
		expect(error?.message).toContain('repeats pages');
		expect(service.requests.length).toBeLessThan(10);
	});

	test('are read ahead, with a handful of requests in vain', async () => {
		const users = Array.from({ length: 3000 }, (_user, index) => ({ userId: `u${index}` }));
		let underWay = 0;
		let most = 0;
		service.respond = (request) => {
			underWay += 1;
			most = Math.max(most, underWay);
			void sleep(30).then(() => (underWay -= 1));
			return { body: slice(100, asked(request).page, users), delayMs: 30 };
		};
		const { items } = await run('User', getAll);
		expect(items.map(({ json }) => json)).toEqual(users);
		expect(most).toBeGreaterThan(3);
		expect(service.requests.length).toBeLessThanOrEqual(30 + 6);
	});

	test('with a Limit take no page in vain', async () => {
		service.respond = (request) => {
			const { page, size } = asked(request);
			return { body: slice(size, page) };
		};
		const { items } = await run('User', { ...getAll, returnAll: false, limit: 220 });
		expect(items).toHaveLength(220);
		expect(service.requests).toHaveLength(3);
	});
});

describe('lists by cursor', () => {
	const getAll = { resource: 'message', operation: 'getAll', threadId: picked('t-1') };
	const messages = ['m1', 'm2', 'm3'].map((uid) => ({ uid }));
	const after = ({ url }: { url: string }) =>
		new URL(url, 'http://localhost').searchParams.get('searchAfterId');

	test('come up to a Limit where identifiers have another name', async () => {
		service.respond = () => ({ body: { messages } });
		const { items } = await run('Agent', { ...getAll, limit: 50 });
		expect(items.map(({ json }) => json)).toEqual(messages);
	});

	test('name the option where more may exist', async () => {
		service.respond = () => ({ body: { messages } });
		const { error } = await run('Agent', { ...getAll, returnAll: true });
		expect(error?.description).toContain('ID Field');
	});

	test('go on after the identifier that the option names', async () => {
		service.respond = (request) => {
			const position = messages.findIndex(({ uid }) => uid === after(request)) + 1;
			return { body: { messages: messages.slice(position, position + 1) } };
		};
		const { items } = await run('Agent', {
			...getAll,
			returnAll: true,
			options: { idField: 'uid' },
		});
		expect(items.map(({ json }) => json)).toEqual(messages);
	});

	test('end where the service ignores the cursor', async () => {
		service.respond = () => ({ body: [{ messageId: 'a' }, { messageId: 'b' }] });
		const { items } = await run('Agent', { ...getAll, returnAll: true });
		expect(items).toHaveLength(2);
		expect(service.requests).toHaveLength(2);
	});
});

test('errors and warnings in a wrapper record are no records', async () => {
	service.respond = () => ({ body: { items: null, total: 0, warnings: ['slow'] } });
	expect((await run('User', { resource: 'user', operation: 'getAll' })).items).toEqual([]);
});

test('long numbers in JSON are sent as they were written, and come back as texts', async () => {
	service.respond = () => ({
		headers: { 'content-type': 'application/json' },
		body: '{"assignmentId":9007199254740993}',
	});
	const { items } = await run('Agent', {
		resource: 'assignment',
		operation: 'create',
		specifyBody: 'json',
		jsonBody: '{"externalId":9007199254740993,"price":1.10}',
	});
	expect(service.requests[0]?.body).toBe('{"externalId":9007199254740993,"price":1.10}');
	expect(items[0]?.json).toEqual({ assignmentId: '9007199254740993' });
});

test.each([{ id: userId }, [userId]])('an ID that is no text is refused: %j', async (value) => {
	const { error } = await run('Agent', {
		resource: 'thread',
		operation: 'get',
		threadId: picked(value),
	});
	expect(error?.message).toContain('is not an ID');
	expect(service.requests).toHaveLength(0);
});
