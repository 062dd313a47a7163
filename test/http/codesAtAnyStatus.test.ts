/** A response with one of the service's error codes is an answer, whatever its status is. */
import type { INodeParameters } from 'n8n-workflow';
import { errorCodes } from '../../src/api/errorCodes';
import { picked } from '../cases/operationCase';
import { Engine } from '../engine/engine';
import { keepGoing } from '../nodes/nodeUnderTest';
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

const codes = Object.keys(errorCodes);
/** Seconds: longer than a run takes that waits for nothing. */
const retryAfter = 10;

const getUser = {
	resource: 'user',
	operation: 'get',
	userId: picked('={{ "00000000-0000-4000-8000-0000000000" + $json.position }}'),
};
const askInThread = {
	resource: 'message',
	operation: 'create',
	threadId: picked('={{ "00000000-0000-4000-8000-0000000000" + $json.position }}'),
	question: 'How are sales?',
};

/** Positions with two digits, for IDs. */
const positionOf = (index: number) => String(index + 10);

/** Runs an item for each code, which is what the service responds to this item. */
async function runForEachCode(
	type: string,
	parameters: INodeParameters,
	status: number,
	headers: Record<string, string>,
) {
	service.respond = ({ url }) => {
		const [, position] = url.match(/-0000000000(\d\d)/) ?? [];
		return { status, headers, body: { code: codes[Number(position) - 10] } };
	};
	const { items } = await engine.runNode({
		type,
		parameters,
		items: codes.map((_code, index) => ({ position: positionOf(index) })),
		credentials: { integrationServiceOAuth2Api: service.credential },
		...keepGoing,
	});
	return items.map(({ json: { error } }) => Object(error).errorCode as string);
}

const user = { type: 'integrationServiceUser', parameters: getUser };
const stream = { type: 'integrationServiceAgent', parameters: askInThread };

test.each([
	...[400, 401, 403, 404, 409, 422, 429, 500, 503].map((status) => ({
		...{ ...user, what: 'a record', status },
		// Half of them ask for a pause.
		retryAfter: [401, 422, 429, 503].includes(status) ? retryAfter : undefined,
	})),
	{ ...user, what: 'a record', status: 429, retryAfter: 600 },
	{ ...user, what: 'a record', status: 503, retryAfter: undefined },
	...[401, 429, 503].map((status) => ({ ...stream, what: 'a stream', status, retryAfter })),
])(
	'reports each code after one request of $what: $status, $retryAfter s',
	async ({ type, parameters, status, retryAfter: asked }) => {
		const headers: Record<string, string> = asked ? { 'retry-after': String(asked) } : {};
		const found = await runForEachCode(type, parameters, status, headers);
		expect(found).toEqual(codes);
		expect(service.requests).toHaveLength(codes.length);
		expect(service.tokenRequests).toHaveLength(1);
	},
);

test.each([401, 429, 503])('does not name another cause for a code at %i', async (status) => {
	service.respond = () => ({ status, body: { code: 'user-not-found' } });
	const { error } = await engine.runNode({
		...user,
		parameters: { ...getUser, userId: picked('00000000-0000-4000-8000-000000000010') },
		credentials: { integrationServiceOAuth2Api: service.credential },
	});
	expect(error).toMatchObject({ failure: { cause: 'configuration-invalid' } });
});

describe('a response without a code of the service', () => {
	const delete50 = {
		resource: 'user',
		operation: 'delete',
		userId: picked('00000000-0000-4000-8000-000000000050'),
	};

	test.each([
		['an unknown code', { code: 'slow-down' }],
		['a code on a web page', '<html>user-not-found</html>'],
		['no code', ''],
	])('is retried after 429 if it has %s', async (_name, body) => {
		service.respond = (_request, count) =>
			count === 1 ? { status: 429, body, headers: { 'retry-after': '0' } } : { body: {} };
		const { error } = await engine.runNode({
			type: 'integrationServiceUser',
			parameters: delete50,
			credentials: { integrationServiceOAuth2Api: service.credential },
		});
		expect(error).toBeUndefined();
		expect(service.requests).toHaveLength(2);
	});
});
