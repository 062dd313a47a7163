/** Every operation of the service through the Request node: the same bytes as by its own node. */
import type { INodeParameters } from 'n8n-workflow';
import { type OperationId, operationRow, operations } from '../../../src/api/operations';
import { operationCases } from '../../cases';
import { addressOf } from '../../sandbox/client';
import { packageUnderTest } from '../nodeUnderTest';
import { nodeTypeOf } from '../runCase';
import { type RecordedRequest, type Recorder, startRecorder } from './recorder';

const ids = Object.keys(operations) as OperationId[];

const setup = packageUnderTest();
let recorder: Recorder;
let signIn: object;
beforeAll(async () => {
	recorder = await startRecorder(setup.sandbox.baseUrl);
	signIn = setup.sandbox.issueUserTokenAnswer();
});
afterAll(async () => await recorder.close());

/** Runs a node after a reset of the service, and returns its requests. */
async function sentBy(type: string, parameters: () => INodeParameters) {
	setup.sandbox.reset();
	recorder.requests.length = 0;
	const { baseUrl } = recorder;
	const { credential, userCredential } = setup.sandbox;
	const run = await setup.engine.runNode({
		type,
		parameters: parameters(),
		credentials: {
			integrationServiceOAuth2Api: { ...credential, baseUrl },
			integrationServiceUserOAuth2Api: {
				...userCredential,
				baseUrl,
				oauthTokenData: { ...signIn },
			},
		},
	});
	expect(run.error).toBeUndefined();
	return { requests: [...recorder.requests], items: run.items };
}

const ownNode = async (id: OperationId, further: INodeParameters = {}) => {
	const [resource = '', operation = ''] = id.split('.');
	return await sentBy(nodeTypeOf(setup.engine, id), () => ({
		resource,
		operation,
		...operationCases[id].success(setup.sandbox).parameters,
		...further,
	}));
};

/** What a user fills in who has the documentation of the service before them. */
function filledIn(id: OperationId, { url, body }: RecordedRequest): INodeParameters {
	const { method, scope, streams, interactiveUser } = operationRow(id);
	const { path } = operationCases[id].success(setup.sandbox);
	const { searchParams } = new URL(url, recorder.baseUrl);
	return {
		authentication: interactiveUser ? 'user' : 'clientCredentials',
		method,
		path: new URL(addressOf(setup.sandbox, id, { path })).pathname,
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

test.each(ids)('sends the same request as %s', async (id) => {
	const own = await ownNode(id);
	expect(own.requests).toHaveLength(1);
	const [expected] = own.requests;
	if (!expected) throw new Error('nothing was sent');
	// Only tokens of the same scope are equal.
	expect(expected.headers.authorization).toMatch(/^Bearer \S+/);
	const other = await sentBy('integrationServiceRequest', () => filledIn(id, expected));
	expect(other.requests).toEqual([expected]);
	expect(other.items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(
		true,
	);
});

test.each(lists)('returns all of %s with the same requests and records', async (id) => {
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
	// Fewer would show nothing of the order of pages.
	if (other.items.length < 6) throw new Error(`test/sandbox/seed.ts: ${id} lists fewer than six`);
	// Records of a node have the IDs of the path, too.
	expect(own.items).toMatchObject(other.items);
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
