/** A response with one of the service's error codes is an answer, whatever its status is. */
import type { INodeParameters } from 'n8n-workflow';
import { errorCodes } from '../../src/api/errorCodes';
import { picked } from '../cases/operationCase';
import { keepGoing } from '../nodes/nodeUnderTest';
import { scriptedNodes } from './scriptedService';

const { run, service } = scriptedNodes();

const codes = Object.keys(errorCodes);

/** An ID for each code. */
const ids = codes.map((_code, index) => `00000000-0000-4000-8000-0000000000${index + 10}`);
const [firstId = ''] = ids;

const userOf = (id: string) => ({ resource: 'user', userId: picked(id) });
const getUser = { ...userOf('={{ $json.id }}'), operation: 'get' };
const askInThread = {
	resource: 'message',
	operation: 'create',
	threadId: picked('={{ $json.id }}'),
	question: 'How are sales?',
};

/** Seconds: longer than a run takes that waits for nothing. */
const pause = 10;

const forms: Record<string, INodeParameters> = { User: getUser, Agent: askInThread };

type Case = [node: string, status: number, retryAfter?: number];

test.each<Case>([
	...[400, 403, 404, 409, 500, 503].map((status): Case => ['User', status]),
	...[401, 422, 429, 503].map((status): Case => ['User', status, pause]),
	['User', 429, 600],
	...[401, 429, 503].map((status): Case => ['Agent', status, pause]),
])(
	'%s reports each code at %i (Retry-After %s) after one request',
	async (...[node, status, retryAfter]) => {
		const parameters = forms[node] ?? {};
		const headers: Record<string, string> = retryAfter ? { 'retry-after': `${retryAfter}` } : {};
		service().respond = ({ url }) => ({
			status,
			headers,
			body: { code: codes[ids.findIndex((id) => url.includes(id))] },
		});
		const given = ids.map((id) => ({ id }));
		const { items } = await run(node, parameters, { items: given, ...keepGoing });
		expect(items.map(({ json: { error } }) => Object(error).errorCode as string)).toEqual(codes);
		expect(service().requests).toHaveLength(codes.length);
		expect(service().tokenRequests).toHaveLength(1);
	},
);

test.each([401, 429, 503])('does not name another cause for a code at %i', async (status) => {
	service().respond = () => ({ status, body: { code: 'user-not-found' } });
	const { error } = await run('User', { ...userOf(firstId), operation: 'get' });
	expect(error).toMatchObject({ failure: { cause: 'configuration-invalid' } });
});

test.each(['text/html', 'text/html; charset=utf-8', 'text/plain', 'application/problem+json'])(
	'a code in JSON is an answer, also as %s',
	async (contentType) => {
		const body = { code: 'user-not-found', message: 'Nobody' };
		service().respond = () => ({ status: 503, headers: { 'content-type': contentType }, body });
		const { error } = await run('User', { ...userOf(firstId), operation: 'get' });
		expect(error).toMatchObject({ errorCode: 'user-not-found', httpStatus: 503 });
		expect(error?.description).toContain('Service message: Nobody.');
		expect(service().requests).toHaveLength(1);
	},
);

test.each([
	['an unknown code', { code: 'slow-down' }],
	['a code on a web page', '<html>user-not-found</html>'],
	['no code', ''],
])('a response with %s is retried after 429', async (_name, body) => {
	service().respond = (_request, count) =>
		count === 1 ? { status: 429, body, headers: { 'retry-after': '0' } } : { body: {} };
	const { error } = await run('User', { ...userOf(firstId), operation: 'delete' });
	expect(error).toBeUndefined();
	expect(service().requests).toHaveLength(2);
});
