/** One request with its retries, by a host that the test plays and a clock that it reads. */
import { type IHttpRequestOptions, type INode, sleep } from 'n8n-workflow';
import {
	type HttpMessage,
	isResponse,
	type RequestContext,
	send,
	type SendOptions,
} from '../../../nodes/shared/transport/send';
import { TenantLimitsRegistry } from '../../../nodes/shared/transport/tenantLimits';

const node = { name: 'Node', type: 'package.node' } as INode;
const message: HttpMessage = {
	method: 'POST',
	url: 'https://service.example.org/users?keywords=anna',
	headers: { Authorization: 'Bearer the-token' },
	body: '{"secret":"in the body"}',
	encoding: 'text',
	repeatable: true,
	kind: 'test',
};

type Answer = { statusCode: number; headers?: Record<string, string> } | Error;

/** A host that gives these answers in turn, the last one again and again. */
function hostWith(...answers: Answer[]) {
	const requests: IHttpRequestOptions[] = [];
	const logged: unknown[][] = [];
	const log = (...what: unknown[]) => void logged.push(what);
	const context = {
		getNode: () => node,
		logger: { debug: log, info: log, warn: log, error: log },
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => {
				const answer = answers[Math.min(requests.length, answers.length - 1)];
				requests.push(options);
				if (answer instanceof Error) throw answer;
				return { headers: {}, body: '', ...answer };
			},
		},
	} as unknown as RequestContext;
	return { context, requests, logged };
}

const fault = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });

beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] }));
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** Sends, and lets time go by as fast as it can; returns what came and when each request was sent. */
async function sendAll(
	host: ReturnType<typeof hostWith>,
	options: Partial<SendOptions> = {},
	more: Partial<HttpMessage> = {},
) {
	const started = Date.now();
	const times: number[] = [];
	const { httpRequest } = host.context.helpers;
	host.context.helpers.httpRequest = async (request) => {
		times.push(Date.now() - started);
		return await httpRequest(request);
	};
	const sending = send(
		host.context,
		{ ...message, ...more },
		{
			timeout: 60_000,
			maxRetries: 3,
			...options,
		},
	);
	await jest.runAllTimersAsync();
	return { outcome: await sending, times };
}

describe('pauses between two requests', () => {
	test('double', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(1);
		const { times } = await sendAll(hostWith({ statusCode: 500 }));
		expect(times).toEqual([0, 500, 1500, 3500]);
	});

	test('differ by chance, by up to a half', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const { times } = await sendAll(hostWith({ statusCode: 500 }));
		expect(times).toEqual([0, 250, 750, 1750]);
	});

	test('are as long as Retry-After says, up to two minutes', async () => {
		const busy = (seconds: number) => ({
			statusCode: 429,
			headers: { 'retry-after': String(seconds) },
		});
		const waited = await sendAll(hostWith(busy(120), { statusCode: 200 }));
		expect(waited.times).toEqual([0, 120_000]);
		const reported = await sendAll(hostWith(busy(121), { statusCode: 200 }));
		expect(reported.times).toEqual([0]);
		expect(reported.outcome).toMatchObject({ statusCode: 429, retryAfterSeconds: 121 });
	});
});

describe('what is sent again', () => {
	test.each<[string, number, Error]>([
		['a connection that is refused', 4, fault('ECONNREFUSED', 'connect')],
		['a connection that breaks', 4, fault('ECONNRESET', 'read')],
		['a certificate that is not trusted', 1, fault('CERT_HAS_EXPIRED')],
		['a host that does not speak https', 1, fault('EPROTO')],
		['a request that n8n blocks', 1, fault('')],
	])('after %s, a request that changes nothing goes out %d times', async (_what, count, error) => {
		expect((await sendAll(hostWith(error))).times).toHaveLength(count);
	});

	test.each<[string, number, Error]>([
		['a connection that is refused', 4, fault('ECONNREFUSED', 'connect')],
		['a connection that is not made in time', 4, fault('ETIMEDOUT', 'connect')],
		['a response that does not come in time', 1, fault('ETIMEDOUT')],
		['a request that axios gives up', 1, fault('ECONNABORTED')],
		['a connection that breaks', 1, fault('ECONNRESET', 'read')],
	])('after %s, one that changes something goes out %d times', async (_what, count, error) => {
		const { times } = await sendAll(hostWith(error), {}, { repeatable: false });
		expect(times).toHaveLength(count);
	});
});

test('nothing of a request is logged', async () => {
	const host = hostWith({ statusCode: 503 }, fault('ECONNRESET', 'read'), { statusCode: 200 });
	await sendAll(host);
	expect(host.logged.length).toBeGreaterThan(0);
	expect(JSON.stringify(host.logged)).not.toMatch(/the-token|in the body|anna|service\.example/);
});

test('no redirect is followed, which would take the token elsewhere', async () => {
	const host = hostWith({ statusCode: 302 });
	await sendAll(host);
	expect(host.requests).toEqual([expect.objectContaining({ disableFollowRedirect: true })]);
});

test('a response is let go of before the request goes out again', async () => {
	const host = hostWith({ statusCode: 503 }, { statusCode: 200 });
	await sendAll(host, {}, { encoding: 'stream' });
	expect(host.requests.map(({ abortSignal }) => Object(abortSignal).aborted)).toEqual([
		true,
		false,
	]);
});

describe('Timeout', () => {
	beforeEach(() => jest.useRealTimers());

	test('ends a request that never gets a response', async () => {
		const { context } = hostWith();
		context.helpers.httpRequest = async ({ abortSignal }) =>
			await new Promise((_resolve, reject) => {
				const signal = abortSignal as AbortSignal;
				signal.addEventListener('abort', () => reject(fault('ERR_CANCELED')));
			});
		const outcome = await send(context, message, { timeout: 20, maxRetries: 0 });
		expect(outcome).toMatchObject({ errorCode: 'timeout' });
		expect(outcome).toMatchObject({ message: expect.stringContaining('20 ms') as unknown });
	});

	test('does not cut a stream that has begun', async () => {
		const host = hostWith({ statusCode: 200 });
		const outcome = await send(
			host.context,
			{ ...message, encoding: 'stream' },
			{ timeout: 20, maxRetries: 0 },
		);
		await sleep(60);
		const [request] = host.requests;
		expect(Object(request?.abortSignal).aborted).toBe(false);
		if (isResponse(outcome)) outcome.close();
		expect(Object(request?.abortSignal).aborted).toBe(true);
	});
});

test("n8n's cancel signal ends a request", async () => {
	const controller = new AbortController();
	const host = hostWith({ statusCode: 200 });
	await sendAll(host, { signal: controller.signal });
	controller.abort();
	expect(Object(host.requests[0]?.abortSignal).aborted).toBe(true);
});

test.each([
	[429, 100],
	[503, 0],
])('a single %i without Retry-After holds others back for %i ms', async (statusCode, held) => {
	const { context } = hostWith({ statusCode });
	const limits = new TenantLimitsRegistry().get('tenant');
	const options = { timeout: 60_000, maxRetries: 0 };
	expect(await send(context, message, options, limits)).toMatchObject({ statusCode });
	const began = Date.now();
	const turn = limits.concurrency.acquire();
	await jest.runAllTimersAsync();
	expect(await turn).toMatchObject({ granted: true });
	expect(Date.now() - began).toBe(held);
});

test('what the service has refused says so when it waits again for its turn', async () => {
	const { context } = hostWith({ statusCode: 429 }, { statusCode: 200 });
	const limits = new TenantLimitsRegistry().get('tenant');
	const acquire = jest.spyOn(limits.concurrency, 'acquire');
	const sending = send(context, message, { timeout: 60_000, maxRetries: 3 }, limits);
	await jest.runAllTimersAsync();
	expect(await sending).toMatchObject({ statusCode: 200 });
	expect(acquire.mock.calls.map(([request]) => request?.again)).toEqual([false, true]);
});
