/** Requests, and unexpected responses of a service, seen through nodes. */
import type { INodeParameters } from 'n8n-workflow';
import { picked } from '../cases/operationCase';
import { errorItem, keepGoing } from '../nodes/nodeUnderTest';
import { type ScriptedResponse, scriptedNodes } from './scriptedService';

const { run, service } = scriptedNodes();

const userId = '8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12';
const getUser = { resource: 'user', operation: 'get', userId: picked(userId) };
const availability = { resource: 'user', operation: 'checkAvailability', emailAddress: 'a@b.se' };
const question = { resource: 'thread', operation: 'create', question: 'How are sales?' };
const updateGroup = {
	...{ resource: 'userGroup', operation: 'update', changeMode: 'changes' },
	...{ groupId: picked(12), updateFields: { active: true } },
};
const deleteUser = { resource: 'user', operation: 'delete', userId: picked(userId) };

/** Credentials in which fields differ. */
const credentialsWith = (fields: object) => ({
	credentials: { integrationServiceOAuth2Api: { ...service().credential, ...fields } },
});

describe('a response with a success status', () => {
	const page = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };

	test('is rejected as a web page when no body is expected', async () => {
		service().respond = () => page;
		const { error } = await run('User', deleteUser);
		expect(error?.message).toContain('web page');
	});

	test('is rejected with text when no body is expected', async () => {
		service().respond = () => ({ body: 'OK' });
		expect((await run('User', deleteUser)).error).toMatchObject({
			message: 'The service returned incomplete or invalid JSON (HTTP 200) [item 0]',
			description: expect.stringContaining('Check whether the change was made'),
			errorCode: 'invalid-response',
		});
	});

	test.each<[string, string, INodeParameters]>([
		['a delete', 'User', deleteUser],
		['an update', 'User', { ...deleteUser, operation: 'update', updateFields: { lastName: 'B' } }],
		['an update of a group', 'UserGroup', updateGroup],
	])('keeps its own fields for %s', async (_name, type, parameters) => {
		const body = { success: false, deleted: false, changed: false, reason: 'locked' };
		service().respond = () => ({ body });
		expect((await run(type, parameters)).items[0]?.json).toMatchObject(body);
	});

	test('is that error when it has an error code', async () => {
		service().respond = () => ({ body: { code: 'user-not-found', message: 'Nobody' } });
		const { error } = await run('User', deleteUser);
		expect(error).toMatchObject({ errorCode: 'user-not-found' });
		expect(error?.description).toContain('Service message: Nobody.');
	});

	test.each(['user-not-found', '"user-not-found"'])('is that error when it is %s', async (body) => {
		service().respond = () => ({ body });
		const { error } = await run('User', deleteUser);
		expect(error).toMatchObject({ errorCode: 'user-not-found', httpStatus: 200 });
	});

	test('is that error when JSON replaces a stream', async () => {
		service().respond = () => ({ body: { error: { code: 'question-too-long' } } });
		expect((await run('Agent', question)).error?.errorCode).toBe('question-too-long');
	});

	test('is rejected without a record for availability', async () => {
		service().respond = () => ({ body: '' });
		const { error } = await run('User', availability);
		expect(error?.message).toContain('empty response');
	});
});

describe('tokens', () => {
	test('keep nothing of the execution that requested them', async () => {
		const body = { error: 'invalid_client' };
		service().respondToken = () => ({ status: 400, body, delayMs: 300 });
		const emailAddress = 'private@example.com';
		const first = run('User', { ...availability, operation: 'create', emailAddress });
		const second = run('User', { ...availability, options: { timeout: 20 } });
		const [, { error, run: stored }] = await Promise.all([first, second]);
		expect(error).toMatchObject({ errorCode: 'invalid_client' });
		expect(JSON.stringify(stored)).not.toContain(emailAddress);
		expect(service().tokenRequests).toHaveLength(1);
	});

	test.each([0, 7])('item %d that is always rejected leaves the others alone', async (rejected) => {
		const path = (item: number) => `/users/00000000-0000-4000-8000-0000000000${item + 10}`;
		service().respond = ({ url }) =>
			url.endsWith(path(rejected)) ? { status: 401 } : { body: {} };
		const items = Array.from({ length: 40 }, (_, item) => ({ userId: path(item).slice(7) }));
		const getEach = { ...getUser, userId: picked('={{ $json.userId }}') };
		const { items: output } = await run('User', getEach, { items, ...keepGoing });
		const failed = output.flatMap(({ json }, item) => ('error' in json ? [item] : []));
		expect(failed).toEqual([rejected]);
		expect(service().tokenRequests.length).toBeLessThanOrEqual(2);
	});

	test.each<[INodeParameters, ScriptedResponse]>([
		[{}, { body: {} }],
		[{ concurrency: 1 }, { body: {} }],
		[{ concurrency: 1 }, { status: 404 }],
	])(
		'are renewed if one that an item could not use is revoked, with %j, %j',
		async (options, response) => {
			let accepted = 0;
			service().respond = ({ url, authorization }) => {
				const isRevoked = accepted >= 20 && authorization === 'Bearer token-2';
				if (url.endsWith('10') || isRevoked) return { status: 401 };
				accepted += 1;
				return response;
			};
			const items = Array.from({ length: 60 }, (_, item) => ({ end: item + 10 }));
			const each = picked(`=${userId.slice(0, -2)}{{ $json.end }}`);
			const getEach = { ...getUser, userId: each, options };
			const { items: output } = await run('User', getEach, { items, ...keepGoing });
			const statuses = output.map(({ json }) => Object(json.error).httpStatus as unknown);
			expect(statuses.filter((status) => status === 401)).toHaveLength(1);
			expect(statuses[0]).toBe(401);
		},
	);

	test('are not renewed for each item when all are rejected', async () => {
		service().respond = () => ({ status: 401 });
		const items = Array.from({ length: 200 }, () => ({}));
		const { items: output } = await run('User', deleteUser, { items, ...keepGoing });
		expect(output).toHaveLength(200);
		expect(service().tokenRequests).toHaveLength(2);
	});

	const token = 'ab?c/d+e~f"g';
	const encoded = (text: string, encoding: BufferEncoding) => Buffer.from(text).toString(encoding);

	test.each([
		['plain', token],
		['in JSON', JSON.stringify(token)],
		['in a URL', encodeURIComponent(token)],
		['in a URL in lower case', encodeURIComponent(token).toLowerCase()],
		['in a form', new URLSearchParams({ token }).toString()],
		['in base64', encoded(token, 'base64')],
		['in base64 after one byte', encoded(`:${token}:`, 'base64')],
		['in base64 after two bytes', encoded(`a:${token}`, 'base64')],
		['in base64 for URLs', encoded(`user:${token}`, 'base64url')],
	])('are in no item, hint, or message if the service repeats them %s', async (_form, repeated) => {
		service().respondToken = () => ({ body: { access_token: token, expires_in: 3600 } });
		const record = { userId, note: `It is ${repeated}.`, [repeated]: { inner: [repeated] } };
		service().respond = () => ({ body: record });
		const found = await run('User', getUser);
		service().respond = () => ({ status: 400, body: { message: repeated } });
		const refused = await run('User', getUser, keepGoing);
		const event = `data: ${JSON.stringify({ text: repeated })}\n\n`;
		const stream = { headers: { 'content-type': 'text/event-stream' }, body: event };
		service().respond = () => stream;
		const events = await run('Agent', { ...question, output: 'events' });
		const answer = await run('Agent', question);
		for (const { items, run: data } of [found, refused, events, answer]) {
			expect(items).not.toEqual([]);
			expect(JSON.stringify(items)).toContain('***');
			expect(JSON.stringify(data)).not.toContain(JSON.stringify(repeated).slice(1, -1));
		}
	});

	test.each(['secret', 'user', '1', 'nordic-shop'])(
		'leave records as they are if the client secret is the word %s',
		async (clientSecret) => {
			const record = { userId, emailAddress: 'secretary@nordic-shop.example', lastName: 'user1' };
			service().respond = () => ({ body: record });
			const { items } = await run('User', getUser, credentialsWith({ clientSecret }));
			expect(items.map(({ json }) => json)).toEqual([record]);
		},
	);

	test('are removed from messages, also if the client secret is short', async () => {
		const clientSecret = 'hunter2';
		service().respond = () => ({ status: 400, body: { message: `No to ${clientSecret}` } });
		const { error } = await run('User', getUser, credentialsWith({ clientSecret }));
		expect(JSON.stringify([error, error?.message])).not.toContain(clientSecret);
		expect(error?.description).toContain('No to ***');
	});

	test('are removed from a message that is cut within one', async () => {
		service().respondToken = () => ({ body: { access_token: 'a-token-that-is-cut' } });
		const message = `${'x'.repeat(290)} a-token-that-is-cut`;
		service().respond = () => ({ status: 400, body: { message } });
		const result = await run('User', getUser, keepGoing);
		expect(errorItem(result).description).toContain('xxx ***');
		expect(JSON.stringify(result.run)).not.toContain('a-token');
	});

	test('are removed from a response that is no stream', async () => {
		service().respondToken = () => ({ body: { access_token: 'the-token' } });
		service().respond = () => ({ body: { note: 'It is the-token.' } });
		const result = await run('Agent', question, keepGoing);
		expect(errorItem(result).body).toBe('{"note":"It is ***."}');
		expect(JSON.stringify(result.run)).not.toContain('the-token');
	});

	test('are removed when JSON escapes them', async () => {
		service().respondToken = () => ({ body: { access_token: 'one/two+three' } });
		service().respond = () => ({
			status: 400,
			body: '{"code":"one\\/two+three","message":"No to one\\u002Ftwo\\u002bthree"}',
			headers: { 'content-type': 'application/json' },
		});
		const result = await run('User', getUser, keepGoing);
		expect(errorItem(result).description).toContain('No to ***');
		expect(JSON.stringify(result.run)).not.toMatch(/two.{0,6}three/);
	});
});

test('reports a long Retry-After to the user and to n8n', async () => {
	service().respond = () => ({ status: 429, headers: { 'retry-after': '600' } });
	const { error } = await run('User', getUser);
	expect(error?.description).toContain('Wait 10 minutes');
	expect(error).toMatchObject({ failure: { cause: 'rate-limited', retryAfterMs: 600_000 } });
	expect(service().requests).toHaveLength(1);
});

test("throws n8n's own explanation of an expression unchanged", async () => {
	const userId = picked('={{ $("Start").itemMatching(99).json.id }}');
	const message = 'Can’t get data for expression';
	const { error } = await run('User', { ...getUser, userId });
	expect(error).toMatchObject({ message, context: { itemIndex: 99 } });
	const item = errorItem(await run('User', { ...getUser, userId }, keepGoing));
	expect(item).toMatchObject({ message, errorCode: 'expression', httpStatus: null });
	expect(item.description).toContain('have not executed yet');
});

test("returns n8n's own error for a missing credential, with the item", async () => {
	const { error } = await run('User', getUser, { credentials: {} });
	expect(error?.context).toMatchObject({ itemIndex: 0 });
	expect(errorItem(await run('User', getUser, { credentials: {}, ...keepGoing }))).toEqual({
		message: 'Node does not have any credentials set for "integrationServiceOAuth2Api"',
		description: '',
		errorCode: 'unexpected',
		httpStatus: null,
	});
});

test("repeats n8n's own words for an expression that it can't read", async () => {
	const { error } = await run('User', { ...getUser, userId: picked('={{ $json. }}') });
	expect(error?.message).toBe('invalid syntax [item 0]');
	expect(error?.description).toContain('expressions');
});
