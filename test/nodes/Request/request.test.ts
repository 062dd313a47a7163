/** Any other operation of the service, as a user describes it. */
import { type IDataObject, type INodeParameters, sleep } from 'n8n-workflow';
import { operationRow } from '../../../src/api/operations';
import { eventText, type StreamChunk, type StreamScript } from '../../sandbox';
import { scriptedNodes } from '../../http/scriptedService';
import { errorItem, keepGoing, nodeUnderTest, records, untilUnderWay } from '../nodeUnderTest';
import { until } from '../../until';

const node = nodeUnderTest('Request', {});

const row = operationRow('user.getAll');
const users: INodeParameters = { method: 'GET', path: row.path, scope: row.scope };
const entries = (...parameter: Array<{ name: unknown; value: unknown }>) =>
	({ parameter }) as INodeParameters;

/** A service that answers whatever a test wants; its requests are kept. */
const { run: runAt, service: scripted } = scriptedNodes();
const ask = async (parameters: INodeParameters, more = {}) =>
	await runAt(
		'Request',
		{ method: 'GET', path: '/stock/levels', scope: 'stock:read', ...parameters },
		more,
	);

describe('the request', () => {
	test('has its query, with several values of a name', async () => {
		const queryParameters = entries(
			{ name: 'place', value: 'Malmö & Lund' },
			{ name: 'id', value: '1' },
			{ name: 'empty', value: '' },
			{ name: 'id', value: '={{ [2, 3] }}' },
			{ name: 'all', value: '={{ true }}' },
			{ name: 'since', value: '={{ new Date(0) }}' },
			{ name: '', value: '' },
		);
		await ask({ queryParameters });
		expect(scripted().requests[0]?.url).toBe(
			'/stock/levels?place=Malm%C3%B6+%26+Lund&id=1&id=2&id=3&all=true&since=1970-01-01T00%3A00%3A00.000Z',
		);
	});

	test.each<[string, INodeParameters]>([
		['a record', {}],
		['a list', { paging: 'pages' }],
		['events', { response: 'events' }],
	])('has its headers if it reads %s', async (_what, parameters) => {
		await ask({ ...parameters, headerParameters: entries({ name: 'X-Site', value: 7 }) });
		expect(scripted().requests[0]?.headers).toMatchObject({ 'x-site': '7' });
	});

	test('has the body unchanged', async () => {
		scripted().respond = () => ({ body: { id: 1 } });
		const jsonBody = '{ "n": 12345678901234567890, "price": 1.50 }';
		await ask({ method: 'POST', sendBody: true, jsonBody });
		expect(scripted().requests[0]?.body).toBe('{"n":12345678901234567890,"price":1.50}');
	});

	test.each([
		['a list', '[1, 2]', '[1,2]'],
		['nothing but brackets', '{}', '{}'],
		['data of an expression', '={{ { a: $json.n } }}', '{"a":5}'],
		[
			'data that looks like a picker',
			'={{ { __rl: true, mode: "list", value: $json.n } }}',
			'{"__rl":true,"mode":"list","value":5}',
		],
	])('can have %s as its body', async (_what, jsonBody, body) => {
		await ask({ method: 'PUT', sendBody: true, jsonBody }, { items: [{ n: 5 }] });
		expect(scripted().requests[0]?.body).toBe(body);
	});

	test('has a path in any usual notation', async () => {
		const choices = { method: '={{ " get " }}', paging: '={{ "Pages" }}' };
		const run = await ask({ ...choices, response: '={{ "JSON" }}', sendBody: '={{ "no" }}' });
		expect(run.error?.message).toMatch(/^The service returned no list/);
		expect(scripted().requests[0]?.url).toBe('/stock/levels?page=1&pageSize=50');
	});

	test('has no body if Send Body is off', async () => {
		await ask({ method: 'POST', jsonBody: '{"a":1}' });
		expect(scripted().requests[0]).toMatchObject({ method: 'POST', body: '' });
	});
});

describe('the response', () => {
	test.each([
		['a record is one item', { id: 1, more: { deep: true } }, [{ id: 1, more: { deep: true } }]],
		['a list is one item for each record', [{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 2 }]],
		['a list inside a record is one item', { items: [{ id: 1 }] }, [{ items: [{ id: 1 }] }]],
		['an empty list is no item', [], []],
		[
			'values instead of records is one item for each value',
			[7, 'a'],
			[{ value: 7 }, { value: 'a' }],
		],
	])('with %s', async (_what, body, expected) => {
		scripted().respond = () => ({ body });
		const run = await ask({});
		expect(run.error).toBeUndefined();
		expect(records(run)).toEqual(expected);
	});

	test.each([200, 201, 202, 204])('without a body is returned as success: %d', async (status) => {
		scripted().respond = () => ({ status });
		expect(records(await ask({ method: 'DELETE' }))).toEqual([
			{ success: true, httpStatus: status },
		]);
	});

	test('with an error code or a missing scope is explained', async () => {
		const missing = `${row.path}/8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12`;
		const unknown = await node.run({ ...users, path: missing });
		expect(unknown.error).toMatchObject({ errorCode: 'user-not-found', httpStatus: 404 });
		const elsewhere = await node.run({ ...users, path: '/admin/user/nobody/here' });
		expect(elsewhere.error?.description).toContain("Check 'Path' and the IDs in it.");
		const foreign = await node.run({ ...users, scope: 'agent' });
		expect(foreign.error?.httpStatus).toBe(403);
		expect(foreign.error?.description).toContain("Check 'Scope'.");
		expect(foreign.error?.description).not.toContain('needs the scope');
	});
});

test.each<[string, INodeParameters]>([
	[`'Path' contains the invalid segment ".."`, { path: '=/users/{{ "../.." }}/tokens' }],
	['Path "["users",7]" is not text', { path: '={{ ["users", 7] }}' }],
	["'Scope' is empty", { scope: '={{ "" }}' }],
	['Response "xml" is not one of the choices', { response: '={{ "xml" }}' }],
	[
		'JSON Body is not a JSON object or list',
		{ method: 'POST', sendBody: true, jsonBody: '"text"' },
	],
	['JSON Body is empty', { method: 'POST', sendBody: true, jsonBody: ' ' }],
	[
		"'Send Body' is on, but GET requests have no body",
		{ method: '={{ "GET" }}', sendBody: true, jsonBody: '{}' },
	],
	[
		"'Paging' only works with GET, but 'Method' is POST",
		{ method: '={{ "POST" }}', paging: 'pages' },
	],
	[
		'Query Parameters, entry 2: Name is empty',
		{ queryParameters: entries({ name: 'a', value: '1' }, { name: '', value: '1' }) },
	],
	[
		'Query Parameters, entry 1: Value "{"b":1}" is not text',
		{ queryParameters: entries({ name: 'a', value: '={{ { b: 1 } }}' }) },
	],
	[
		"Query Parameters: pageSize is set by 'Paging'",
		{ paging: 'pages', queryParameters: entries({ name: 'pageSize', value: '5' }) },
	],
	[
		'Query Parameters: limit "many" is not a whole number of at least 1',
		{ paging: 'cursor', queryParameters: entries({ name: 'limit', value: 'many' }) },
	],
	[
		'Header Parameters, entry 1: Authorization is set by the node',
		{ headerParameters: entries({ name: 'Authorization', value: 'Bearer x' }) },
	],
])('the node refuses before a request: %s', async (message, parameters) => {
	const run = await ask(parameters, keepGoing);
	expect(errorItem(run)?.message).toContain(message);
	expect(errorItem(run)?.message).toMatch(/ \[item 0\]$/);
	expect(String(errorItem(run)?.description).length).toBeGreaterThan(10);
	expect(scripted().requests).toEqual([]);
});

test('marks fields as required that it refuses when empty', () => {
	const { description } = node.engine.nodeType('integrationServiceRequest');
	const required = description.properties.filter((field) => field.required);
	expect(required.map(({ name }) => name)).toEqual(['path', 'scope', 'jsonBody']);
});

describe('lists', () => {
	test('in pages end at the limit', async () => {
		const queryParameters = entries({ name: 'active', value: 'ALL' });
		const run = await node.run({ ...users, paging: 'pages', limit: 120, queryParameters });
		const all = [...node.sandbox.state.users.keys()];
		expect(records(run).map(({ userId }) => userId)).toEqual(all.slice(0, 120));
		const asked = node.sandbox.requests.map(({ query }) => ({ ...query }));
		expect(asked).toEqual([
			{ active: 'ALL', page: '1', pageSize: '60' },
			{ active: 'ALL', page: '2', pageSize: '60' },
		]);
	});

	const after = (name: string, count: number) => (request: { url: string }) => {
		const query = new URL(request.url, 'http://x').searchParams;
		const all = Array.from({ length: 25 }, (_record, index) => ({
			at: index,
			place: { [name]: `r${index}` },
			[name]: `r${index}`,
		}));
		const cursor = query.get('searchAfterId');
		const from = cursor === null ? 0 : all.findIndex((record) => record[name] === cursor) + 1;
		return { body: { items: all.slice(from, from + Number(query.get('limit') ?? count)) } };
	};

	test.each(['id', 'messageId', 'logId'])('by cursor continue after %s', async (name) => {
		scripted().respond = after(name, 10);
		const run = await ask({ paging: 'cursor', returnAll: true });
		expect(records(run).map(({ at }) => at)).toEqual(Array.from({ length: 25 }, (_r, at) => at));
		// A page of another list that was asked for ahead may arrive late.
		const asked = scripted().requests.map(({ url }) => url);
		expect(asked.filter((url) => url.startsWith('/stock/levels'))).toEqual([
			'/stock/levels',
			'/stock/levels?searchAfterId=r9',
			'/stock/levels?searchAfterId=r19',
			'/stock/levels?searchAfterId=r24',
		]);
	});

	test('by cursor send the limit if the operation has one', async () => {
		scripted().respond = after('id', 10);
		const queryParameters = entries(
			{ name: 'limit', value: '10' },
			{ name: 'searchAfterId', value: 'r3' },
		);
		const run = await ask({ paging: 'cursor', limit: 12, queryParameters });
		expect(records(run).map(({ id }) => id)).toEqual(
			Array.from({ length: 12 }, (_record, index) => `r${index + 4}`),
		);
		expect(scripted().requests.map(({ url }) => url)).toEqual([
			'/stock/levels?searchAfterId=r3&limit=10',
			'/stock/levels?searchAfterId=r13&limit=2',
		]);
	});

	test('by cursor continue after the value of ID Field', async () => {
		scripted().respond = after('uuid', 10);
		const unknown = await ask({ paging: 'cursor', returnAll: true });
		expect(unknown.error?.description).toContain("Set 'ID Field' to the field with the ID");
		const run = await ask({ paging: 'cursor', returnAll: true, idField: 'place.uuid' });
		expect(run.items).toHaveLength(25);
	});
});

describe('events', () => {
	const { method, path, scope } = operationRow('thread.create');
	const question = {
		...{ method, path, scope, response: 'events' },
		...{ sendBody: true, jsonBody: '{"question":"How are sales?"}' },
	};
	const script = (chunks: StreamChunk[], more: StreamScript = {}) =>
		node.sandbox.scriptStream({ chunks, ...more });
	const chunks = [
		'event: delta\nid: 7\ndata: {"delta":"Hi"}\n\n',
		'data: plain\n\n',
		eventText('done', { n: 1 }),
	];
	const events = [
		{ event: 'delta', id: '7', data: { delta: 'Hi' } },
		{ event: 'message', data: 'plain' },
		{ event: 'done', data: { n: 1 } },
	];

	test('are one item each, as in the Integration Service Agent node', async () => {
		script(chunks);
		const run = await node.run(question);
		expect(records(run)).toEqual(events);
		expect(node.lastRequest()).toMatchObject({ accept: 'text/event-stream' });
		script(chunks);
		const agent = await node.run(
			{ resource: 'thread', operation: 'create', question: 'How are sales?', output: 'events' },
			{ type: 'integrationServiceAgent' },
		);
		expect(agent.items).toEqual(run.items);
	});

	test('have their original data with Include Raw Data', async () => {
		script(chunks);
		const run = await node.run({ ...question, options: { includeRaw: true } });
		expect(records(run).map(({ raw }) => raw)).toEqual(['{"delta":"Hi"}', undefined, '{"n":1}']);
	});

	test.each<[string, StreamScript, INodeParameters, string]>([
		['network', { ending: 'reset' }, {}, 'The connection was lost in the middle of the stream'],
		['answer-too-large', {}, { maxEvents: 2 }, 'The stream has more than 2 events'],
	])(
		'are kept if the stream fails (%s), and requested once',
		async (code, more, options, message) => {
			node.sandbox.scriptStream({ chunks, ...more });
			const error = errorItem(await node.run({ ...question, options }, keepGoing));
			expect(error).toMatchObject({ errorCode: code, message: `${message} [item 0]` });
			expect(error.complete).toBe(false);
			const kept = error.events as IDataObject[];
			expect(kept.length).toBeGreaterThanOrEqual(2);
			// The last one may be cut.
			expect(kept.slice(0, 2)).toEqual(events.slice(0, 2));
			expect(error.eventCount).toBe(kept.length);
			expect(error.description).not.toContain('agent');
			expect(node.sandbox.requests).toHaveLength(1);
		},
	);

	test('are reported as missing if the response is JSON', async () => {
		scripted().respond = () => ({ body: { id: 1 } });
		const error = errorItem(await ask({ response: 'events' }, keepGoing));
		expect(error.message).toContain('instead of an event stream');
		expect(error.description).toContain("set 'Response' to 'JSON'");
	});

	test.each([
		['GET', false],
		['POST', true],
	])('that %s does not return may follow a change: %s', async (method, expected) => {
		scripted().respond = () => ({ body: { id: 1 } });
		const error = errorItem(await ask({ method, response: 'events' }, keepGoing));
		expect(String(error.description).includes('whether the change was made')).toBe(expected);
	});
});

describe('items', () => {
	const { path } = operationRow('user.getAll');
	const userPath = `=${path}/{{ $json.id }}`;
	const userIds = () => [...node.sandbox.state.users.keys()];

	const written = (id: string) =>
		node.sandbox.requests
			.filter((request) => request.path.includes(id))
			.map(({ body }) => (body as { firstName: string }).firstName);

	test.each([{}, { concurrency: 12 }])(
		'are changed in order under one path, with %j',
		async (options) => {
			node.sandbox.faults.add({ until: untilUnderWay(node.sandbox, 2) });
			const [one = '', other = ''] = userIds();
			const items = Array.from({ length: 12 }, (_item, index) => ({
				id: index % 2 === 0 ? one : other,
				name: `Name ${index}`,
			}));
			await node.run(
				{
					...{ method: 'PATCH', path: userPath, scope: 'user:update', sendBody: true, options },
					jsonBody: '={{ JSON.stringify({ firstName: $json.name }) }}',
				},
				{ items },
			);
			for (const id of [one, other]) {
				expect(written(id)).toEqual(items.filter((item) => item.id === id).map(({ name }) => name));
			}
			expect(node.sandbox.log.peakInFlight).toBe(2);
		},
	);

	const creation = {
		...{ method: 'POST', path: '/stock/places', scope: 'stock:write', sendBody: true },
		jsonBody: '={{ JSON.stringify({ name: $json.name }) }}',
	};
	const places = Array.from({ length: 8 }, (_item, index) => ({ name: `Place ${index}` }));

	test.each([
		['follow the order of the items', {}, 1],
		['are made side by side where Concurrency says so', { concurrency: 4 }, 4],
	])('are created %s', async (_what, options, atOnce) => {
		let most = 0;
		let underWay = 0;
		const answering = async () => {
			await until(() => most >= atOnce);
			// More than that would arrive in the meantime.
			await sleep(30);
			underWay -= 1;
		};
		scripted().respond = () => {
			most = Math.max(most, ++underWay);
			return { status: 201, body: { id: 1 }, after: answering() };
		};
		await ask({ ...creation, options }, { items: places });
		const sent = scripted().requests.map(({ body }) => JSON.parse(body) as object);
		if (atOnce === 1) expect(sent).toEqual(places);
		expect(sent).toHaveLength(places.length);
		expect(most).toBe(atOnce);
	});

	test('use the token of the person if Authentication is User', async () => {
		const { path: threads, scope } = operationRow('thread.getAll');
		const run = await node.run(
			{ authentication: 'user', method: 'GET', path: threads, scope },
			node.credentialsWith({}),
		);
		expect(run.error).toBeUndefined();
		expect(node.sandbox.tokenRequests).toEqual([]);
	});
});
