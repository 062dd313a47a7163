/** One request with its retries, by a host that the test plays and a clock that it reads. */
import { sleep } from 'n8n-workflow';
import {
	type HttpMessage,
	type HttpResponse,
	send,
	type SendOptions,
} from '../../src/http/request';
import { maxBodyBytes } from '../../src/http/responseBody';
import { ByteSource } from './byteSource';
import { type Answer, fakeHost } from './fakeHost';
import { ServiceError } from '../../src/api/errors';
import { ConcurrencyLimit, requestsAtOnce } from '../../src/http/limits/concurrencyLimit';

const message: HttpMessage = {
	method: 'POST',
	url: 'https://service.example.org/users?keywords=anna',
	headers: { Authorization: 'Bearer the-token' },
	body: '{"secret":"in the body"}',
	changes: false,
	toError: ({ statusCode: httpStatus, retryAfterSeconds, body }) => {
		const words = {
			message: 'Failed',
			description: 'Try later.',
			errorCode: 'unexpected',
		} as const;
		return new ServiceError({ ...words, httpStatus, retryAfterSeconds }, { body: String(body) });
	},
};

/** A host that returns these responses in turn, and then the last one. */
const hostWith = (...answers: Answer[]) =>
	fakeHost((count) => answers[Math.min(count, answers.length) - 1]);

/** A rejection for so many seconds. */
const busy = (seconds: number) => ({
	statusCode: 429,
	headers: { 'retry-after': String(seconds) },
});

const fault = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });

/** The TLS handshake is under way. */
const handshake = { request: { socket: { secureConnecting: true } } };

beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] }));
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** The response, or the error. */
async function outcomeOf(sending: Promise<HttpResponse>): Promise<unknown> {
	return await sending.catch((error: unknown) => error);
}

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
	const sending = outcomeOf(
		send(host.context, { ...message, ...more }, { timeout: 60_000, maxRetries: 3, ...options }),
	);
	await jest.runAllTimersAsync();
	return { outcome: await sending, times };
}

describe('the wait between two attempts', () => {
	test.each([
		['doubles', 1, [0, 500, 1500, 3500]],
		['varies at random by up to a half', 0, [0, 250, 750, 1750]],
	])('%s', async (_how, random, expected) => {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		expect((await sendAll(hostWith({ statusCode: 500 }))).times).toEqual(expected);
	});

	test('follows Retry-After up to two minutes', async () => {
		const waited = await sendAll(hostWith(busy(120), { statusCode: 200 }));
		expect(waited.times).toEqual([0, 120_000]);
		const reported = await sendAll(hostWith(busy(121), { statusCode: 200 }));
		expect(reported.times).toEqual([0]);
		expect(reported.outcome).toMatchObject({
			httpStatus: 429,
			details: { retryAfterSeconds: 121 },
		});
	});
});

test.each<[string, number, number, Error]>([
	['a connection that is refused', 4, 4, fault('ECONNREFUSED', 'connect')],
	['a connection that is not made in time', 4, 4, fault('ETIMEDOUT', 'connect')],
	['a name that is not found', 4, 4, fault('ENOTFOUND', 'getaddrinfo')],
	['a host without a route', 4, 4, fault('EHOSTUNREACH', 'connect')],
	['a connection that breaks', 4, 1, fault('ECONNRESET', 'read')],
	['a host that loses its route', 4, 1, fault('EHOSTUNREACH', 'read')],
	['a response that does not come in time', 4, 1, fault('ETIMEDOUT')],
	['a request that axios gives up', 4, 1, fault('ECONNABORTED')],
	['a certificate that is not trusted', 1, 1, fault('CERT_HAS_EXPIRED')],
	['a certificate of another host', 1, 1, fault('ERR_TLS_CERT_ALTNAME_INVALID')],
	['a host that does not speak https', 1, 1, Object.assign(fault('EPROTO'), handshake)],
	['a TLS fault after the handshake', 4, 1, fault('EPROTO')],
	['a host that does not speak http', 1, 1, fault('HPE_INVALID_CONSTANT')],
	['a request that n8n blocks', 1, 1, fault('')],
])('after %s, a read is sent %i times and a write %i', async (_what, reads, changes, error) => {
	expect((await sendAll(hostWith(error))).times).toHaveLength(reads);
	const change = await sendAll(hostWith(error), {}, { changes: true });
	expect(change.times).toHaveLength(changes);
});

test.each<[number, string | undefined, number, number]>([
	[400, undefined, 1, 1],
	[409, '0', 1, 1],
	// A 429 is safe to repeat, so it is repeated twice as often.
	[429, undefined, 7, 7],
	[429, '0', 7, 7],
	[500, undefined, 4, 1],
	[500, '0', 4, 1],
	[501, undefined, 1, 1],
	[502, undefined, 4, 1],
	[503, undefined, 4, 1],
	[503, '0', 4, 4],
	[504, '0', 4, 1],
])(
	'after %i with Retry-After %s, a read is sent %i times and a write %i',
	async (statusCode, retryAfter, reads, changes) => {
		const headers: Record<string, string> =
			retryAfter === undefined ? {} : { 'retry-after': retryAfter };
		const answer = { statusCode, headers };
		expect((await sendAll(hostWith(answer))).times).toHaveLength(reads);
		const change = await sendAll(hostWith(answer), {}, { changes: true });
		expect(change.times).toHaveLength(changes);
		expect((await sendAll(hostWith(answer), { maxRetries: 0 })).times).toHaveLength(1);
	},
);

test('logs how long it waits, and nothing of a request', async () => {
	jest.spyOn(Math, 'random').mockReturnValue(1);
	const host = hostWith({ statusCode: 503 }, fault('ECONNRESET', 'read'), { statusCode: 200 });
	await sendAll(host);
	expect(host.logged).toEqual([
		['Sending the request again in 500 ms'],
		['Sending the request again in 1000 ms'],
	]);
});

test('refuses a success without an end, and cuts an error', async () => {
	jest.replaceProperty(maxBodyBytes as { success: number }, 'success', 2_000_000);
	function* endless() {
		for (;;) yield new Uint8Array(40_000).fill(32);
	}
	const receive = async (statusCode: number) => {
		const source = new ByteSource(endless());
		const host = hostWith({ statusCode, body: source.response.body });
		const { outcome } = await sendAll(host);
		expect([host.requests.length, source.taken]).toEqual([1, statusCode === 200 ? 51 : 26]);
		return outcome;
	};
	expect(await receive(200)).toMatchObject({ errorCode: 'invalid-response' });
	expect(Object(await receive(400)).received.body).toHaveLength(1_000_000);
});

test('reads again after the connection was lost within a response', async () => {
	const half = new ByteSource([new TextEncoder().encode('{"a":')], 'reset');
	const whole = { statusCode: 200, body: '{"a":1}' };
	const host = hostWith({ statusCode: 200, body: half.response.body }, whole);
	expect((await sendAll(host)).outcome).toMatchObject(whole);
});

test('frees its place in the limit whatever sending throws', async () => {
	const limit = new ConcurrencyLimit();
	const { context } = hostWith();
	context.helpers.httpRequest = () => {
		throw undefined;
	};
	const url = 'no URL';
	const options = { timeout: 60_000, maxRetries: 0 };
	await outcomeOf(send(context, { ...message, url }, options, limit));
	expect(limit.inFlight).toBe(0);
});

test.each([-3_600_000, 3_600_000])(
	'is not affected by a step of the clock by %i ms',
	async (step) => {
		const limit = new ConcurrencyLimit();
		const host = hostWith({ statusCode: 200 });
		const options = { timeout: 60_000, maxRetries: 0 };
		for (let count = 0; count < 3; count++) await send(host.context, message, options, limit);
		jest.setSystemTime(Date.now() + step);
		const sending = send(host.context, message, options, limit);
		await jest.advanceTimersByTimeAsync(10);
		expect(host.requests).toHaveLength(4);
		await sending;
	},
);

test('Timeout ends the wait for the rest of an error', async () => {
	jest.useRealTimers();
	const source = new ByteSource([Buffer.from('{"code":"user-not-found"')], 'stall');
	const { body, close } = source.response;
	const host = hostWith({ statusCode: 400, body });
	const { httpRequest } = host.context.helpers;
	host.context.helpers.httpRequest = async (request) => {
		Object(request.abortSignal).addEventListener('abort', close);
		return (await httpRequest(request)) as unknown;
	};
	const sending = send(host.context, message, { timeout: 20, maxRetries: 0 });
	const received = { body: '{"code":"user-not-found"' };
	expect(await outcomeOf(sending)).toMatchObject({ httpStatus: 400, received });
});

test('Timeout does not cut a stream that has begun', async () => {
	jest.useRealTimers();
	const host = hostWith({ statusCode: 200 });
	const streamed = { ...message, streams: true };
	const outcome = await send(host.context, streamed, { timeout: 20, maxRetries: 0 });
	await sleep(60);
	const [request] = host.requests;
	expect(Object(request?.abortSignal).aborted).toBe(false);
	outcome.close();
	expect(Object(request?.abortSignal).aborted).toBe(true);
});

test('waits for Retry-After once, and lets others go meanwhile', async () => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
	const limit = new ConcurrencyLimit();
	const host = hostWith(busy(5), { statusCode: 200 });
	const sent: number[] = [];
	const { httpRequest } = host.context.helpers;
	host.context.helpers.httpRequest = async (request) => {
		sent.push(Date.now() - began);
		return await httpRequest(request);
	};
	const began = Date.now();
	const options = { timeout: 60_000, maxRetries: 3 };
	const first = send(host.context, message, options, limit);
	await jest.advanceTimersByTimeAsync(1000);
	await send(host.context, message, options, limit);
	await jest.runAllTimersAsync();
	await first;
	expect(sent).toEqual([0, 1000, 5000]);
});

describe('other requests at the same tenant', () => {
	const once = { timeout: 60_000, maxRetries: 0 };
	let limit: ConcurrencyLimit;

	beforeEach(() => (limit = new ConcurrencyLimit()));

	test.each<[string, Answer, number]>([
		['a response', { statusCode: 200 }, requestsAtOnce.initial],
		['a connection that breaks', fault('ECONNRESET', 'read'), requestsAtOnce.initial],
		['a request that is cancelled', fault('ERR_CANCELED'), requestsAtOnce.initial],
		['a response that does not come in time', fault('ETIMEDOUT'), requestsAtOnce.initial - 1],
		['a service that is unavailable', { statusCode: 503 }, requestsAtOnce.initial - 1],
	])('adapt their number after %s', async (_name, answer, atOnce) => {
		await outcomeOf(send(hostWith(answer).context, message, once, limit));
		expect(limit.limit).toBe(atOnce);
		expect(limit.inFlight).toBe(0);
	});

	test('are not sent during a long Retry-After', async () => {
		const host = hostWith(busy(3600));
		for (let count = 0; count < 2; count++) {
			await outcomeOf(send(host.context, message, once, limit));
		}
		const error = await outcomeOf(send(host.context, message, once, limit));
		const { retryAfterSeconds, ...outcome } = (error as ServiceError).details;
		expect(retryAfterSeconds).toBe(3600);
		expect(outcome).toEqual({
			message: "The request wasn't sent because the service accepts no requests at the moment",
			description: 'Run the workflow again later.',
			errorCode: 'rate-limited',
			notSent: true,
			httpStatus: 429,
		});
		expect(host.requests).toHaveLength(2);
	});

	test('are not sent while nothing accepts connections', async () => {
		const host = hostWith(fault('ECONNREFUSED', 'connect'));
		const untilOutage = { ...once, maxRetries: 20 };
		const failure = outcomeOf(send(host.context, message, untilOutage, limit));
		await jest.runAllTimersAsync();
		expect(await failure).toMatchObject({ errorCode: 'network' });
		const count = host.requests.length;
		const error = await outcomeOf(send(host.context, message, once, limit));
		expect(error).toMatchObject({ errorCode: 'rate-limited', details: { notSent: true } });
		expect(host.requests).toHaveLength(count);
	});

	test('report a cancellation while they wait', async () => {
		for (let count = 0; count < 2; count++) {
			const slot = await limit.acquire(true);
			slot?.release({ status: 'rejected', retryAfterMs: 5000 });
		}
		const stop = new AbortController();
		const host = hostWith({ statusCode: 200 });
		const sending = send(host.context, message, { ...once, signal: stop.signal }, limit);
		stop.abort();
		await expect(sending).rejects.toMatchObject({ errorCode: 'cancelled' });
		expect(host.requests).toHaveLength(0);
	});

	test('report what they failed with when their retry is cancelled', async () => {
		const stop = new AbortController();
		const host = hostWith(busy(60));
		host.context.logger.debug = () => stop.abort();
		const options = { ...once, maxRetries: 1, signal: stop.signal };
		const sending = outcomeOf(send(host.context, message, options, limit));
		expect(await sending).toMatchObject({ httpStatus: 429 });
		expect(host.requests).toHaveLength(1);
	});
});
