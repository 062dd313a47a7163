/** Every operation of the service through the Request node: the same bytes as by its own node. */
import type { INodeParameters } from 'n8n-workflow';
import { type OperationId, operationRow, operations } from '../../../src/api/operations';
import { operationCases } from '../../cases';
import { Engine } from '../../engine/engine';
import { type Sandbox, startSandbox } from '../../sandbox';
import { addressOf } from '../../sandbox/client';
import { nodeTypeOf } from '../runCase';
import { type RecordedRequest, type Recorder, startRecorder } from './recorder';

const ids = Object.keys(operations) as OperationId[];

let engine: Engine;
let sandbox: Sandbox;
let recorder: Recorder;
let signIn: object;

beforeAll(async () => {
	engine = await Engine.load();
	sandbox = await startSandbox({ streamDelayMs: 0 });
	recorder = await startRecorder(sandbox.baseUrl);
	signIn = sandbox.issueUserTokenAnswer();
});
afterAll(async () => {
	await recorder.close();
	await sandbox.close();
});

/** Runs a node from a fresh start of the service, and gives what it sent. */
async function sentBy(type: string, parameters: () => INodeParameters) {
	sandbox.reset();
	recorder.requests.length = 0;
	const address = { baseUrl: recorder.baseUrl };
	const run = await engine.runNode({
		type,
		parameters: parameters(),
		credentials: {
			integrationServiceOAuth2Api: { ...sandbox.credential, ...address },
			integrationServiceUserOAuth2Api: {
				...sandbox.userCredential,
				...address,
				oauthTokenData: { ...signIn },
			},
		},
	});
	expect(run.error).toBeUndefined();
	return { requests: [...recorder.requests], items: run.items };
}

const ownNode = async (id: OperationId, further: INodeParameters = {}) => {
	const [resource = '', operation = ''] = id.split('.');
	return await sentBy(nodeTypeOf(engine, id), () => ({
		resource,
		operation,
		...operationCases[id].success(sandbox).parameters,
		...further,
	}));
};

/** What a user fills in who has the documentation of the service before them. */
function filledIn(id: OperationId, { url, body }: RecordedRequest): INodeParameters {
	const { method, scope, streams, interactiveUser } = operationRow(id);
	const { path } = operationCases[id].success(sandbox);
	const { searchParams } = new URL(url, recorder.baseUrl);
	return {
		authentication: interactiveUser ? 'user' : 'clientCredentials',
		method,
		path: new URL(addressOf(sandbox, id, { path })).pathname,
		scope,
		queryParameters: {
			parameter: [...searchParams].map(([name, value]) => ({ name, value })),
		},
		sendBody: body !== '',
		jsonBody: Buffer.from(body, 'latin1').toString(),
		response: streams ? 'events' : 'json',
	};
}

const lists = ids.filter((id) => operationRow(id).paging !== undefined);

test.each(ids)('%s', async (id) => {
	const own = await ownNode(id);
	expect(own.requests).toHaveLength(1);
	const [expected] = own.requests;
	if (!expected) throw new Error('nothing was sent');
	// The token is the same one only where its scope is.
	expect(expected.headers.authorization).toMatch(/^Bearer \S+/);
	const other = await sentBy('integrationServiceRequest', () => filledIn(id, expected));
	expect(other.requests).toEqual([expected]);
	expect(other.items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(
		true,
	);
});

test.each(lists)('all of %s, in as many requests and with the same records', async (id) => {
	const { paging } = operationRow(id);
	const own = await ownNode(id, { returnAll: true, filters: {} });
	const [first] = own.requests;
	if (!first || !paging) throw new Error('nothing was sent');
	const isByCursor = paging.by === 'cursor';
	const most = isByCursor ? paging.maximum : undefined;
	const other = await sentBy('integrationServiceRequest', () => ({
		...filledIn(id, { ...first, url: '/' }),
		queryParameters: {
			parameter: most === undefined ? [] : [{ name: 'limit', value: String(most) }],
		},
		paging: isByCursor ? 'cursor' : 'pages',
		returnAll: true,
	}));
	expect(other.items.length).toBeGreaterThan(5);
	expect(other.items).toEqual(own.items);
	// What is asked for ahead of the end of a list is called off, now before it is sent, now after.
	const needed = (requests: RecordedRequest[]) =>
		new Set(
			requests.filter(({ url }) => {
				const { searchParams } = new URL(url, recorder.baseUrl);
				const page = Number(searchParams.get('page') ?? 1);
				return (page - 1) * Number(searchParams.get('pageSize') ?? 1) < own.items.length;
			}),
		);
	expect(needed(other.requests)).toEqual(needed(own.requests));
});
