/** Reading a stream of events, fed chunk by chunk without a network. */
import type { ServiceError } from '../../src/api/errors';
import {
	megabyte,
	readEventBatches,
	type StreamEvent,
	type StreamLimits,
} from '../../src/http/eventStream';
import { readStreamOptions } from '../../src/forms/streamOptions';
import { filledIn } from '../forms/filledIn';
import { ByteSource, readStreamEvents } from './byteSource';

const generousFor = (subject: 'answer' | 'stream') => ({
	...readStreamOptions(filledIn({}), subject),
	idleTimeout: 60_000,
	maxEvents: 1_000_000,
	maxBytes: 1_000_000_000,
});
const generous = generousFor('answer');
const bytesOf = (text: string) => new TextEncoder().encode(text);

const gather = async (
	source: ByteSource,
	limits: StreamLimits = generous,
	signal?: AbortSignal,
) => {
	const events: StreamEvent[] = [];
	let error: ServiceError | undefined;
	try {
		for await (const event of readStreamEvents(source.response, limits, signal)) events.push(event);
	} catch (reason) {
		error = reason as ServiceError;
	}
	return { events, error, closed: source.closings > 0 };
};

const event = (data: string, more: Partial<StreamEvent> = {}): StreamEvent => ({
	id: undefined,
	event: undefined,
	data,
	...more,
});

/** Multibyte text, comments, retry, several lines of data, empty data and unknown fields. */
const stream = (end: string) =>
	[
		'\uFEFF: a comment with ünïcödé',
		'retry: 3000',
		'event: delta',
		'id: 1',
		'data: {"delta":"Grüße 👋🏽 "}',
		'',
		':',
		'',
		'data: first line',
		'data:  second line',
		'data:third 日本',
		'unknown: field',
		'',
		'event: only-a-kind',
		'',
		'event: delta',
		'data',
		'',
		'data: [DONE]',
		'',
		'',
	].join(end);

const parsed = [
	event('{"delta":"Grüße 👋🏽 "}', { event: 'delta', id: '1' }),
	event('first line\n second line\nthird 日本'),
	event('', { event: 'delta' }),
	event('[DONE]'),
];

test.each([
	['line feeds', '\n'],
	['carriage returns', '\r'],
	['both', '\r\n'],
])('reads the same events with %s wherever the stream is split', async (_name, end) => {
	const bytes = bytesOf(stream(end));
	for (let cut = 0; cut <= bytes.length; cut++) {
		const { events, error } = await gather(
			new ByteSource([bytes.subarray(0, cut), bytes.subarray(cut)]),
		);
		expect({ cut, events, error }).toEqual({ cut, events: parsed, error: undefined });
	}
});

test('yields the received events if the stream is interrupted anywhere', async () => {
	const bytes = bytesOf(stream('\r\n'));
	for (let cut = 0; cut < bytes.length; cut++) {
		const { events, error } = await gather(new ByteSource([bytes.subarray(0, cut)], 'reset'));
		expect(error?.errorCode).toBe('network');
		expect(events).toEqual(parsed.slice(0, events.length));
		expect(JSON.stringify(events)).not.toContain('\uFFFD');
	}
});

test.each([
	['data: a', [], true],
	['data: a\n', [], true],
	['data: a\r\n', [], true],
	['data: a\n\n', [event('a')], false],
	['data: a\n\nevent: done\n', [event('a')], false],
	['data: a\n\n: still there\r', [event('a')], false],
	['data: a\n\n: still there', [event('a')], true],
	['data: a\n\ndat', [event('a')], true],
])('drops an event at the end without a blank line: %j', async (text, whole, isCutOff) => {
	const batches = [];
	const { response } = new ByteSource([bytesOf(text)]);
	for await (const batch of readEventBatches(response, generous)) batches.push(batch);
	expect(batches.at(-1)?.isCutOff).toBe(isCutOff);
	const events = batches.flatMap((batch) => batch.events);
	expect(events).toEqual(whole);
});

const raise = (option: string) => `To receive more, raise '${option}' in the options.`;

test.each([
	['answer', 'reset', {}, 'Message > Get Many'],
	['answer', 'stall', { idleTimeout: 20 }, raise('Idle Timeout')],
	['answer', 'stall', { maxDuration: 20 }, raise('Max Duration')],
	['answer', 'stall', { maxEvents: 1 }, raise('Max Events')],
	['answer', 'stall', { maxBytes: 15 }, raise('Max Response Size (MB)')],
	['stream', 'reset', {}, 'The service may have finished anyway'],
	['stream', 'stall', { maxEvents: 1 }, raise('Max Events')],
] as const)(
	'an incomplete %s explains what to do: %s, %j',
	async (subject, ending, limits, remedy) => {
		const begun = bytesOf('data: begun\n\n');
		const { error } = await gather(new ByteSource([begun, begun], ending), {
			...generousFor(subject),
			...limits,
		});
		expect(error?.message).toContain(subject);
		expect(error?.description).toContain(
			`The ${subject} is incomplete. The error contains the part that arrived. `,
		);
		expect(error?.description).toContain(remedy);
	},
);

test.each([
	[1200, '0.02 minutes'],
	[60_000, '1 minute'],
	[90_000, '1.5 minutes'],
])('an answer of more than %i ms took longer than %s', async (maxDuration, time) => {
	const began = jest.spyOn(performance, 'now').mockReturnValueOnce(-maxDuration);
	const source = new ByteSource([bytesOf('data: begun\n\n')], 'stall');
	const { error } = await gather(source, { ...generousFor('answer'), maxDuration });
	began.mockRestore();
	expect(error?.message).toBe(`The answer took longer than ${time}`);
});

describe('limits', () => {
	const events = bytesOf('data: one\n\ndata: two\n\ndata: three\n\n');

	test('allow exactly Max Events, in any chunks', async () => {
		const single = Array.from(events, (_byte, index) => events.subarray(index, index + 1));
		for (const chunks of [[events], single]) {
			const within = await gather(new ByteSource(chunks), { ...generous, maxEvents: 3 });
			expect(within.error).toBeUndefined();
			const beyond = await gather(new ByteSource(chunks), { ...generous, maxEvents: 2 });
			expect(beyond.error?.errorCode).toBe('answer-too-large');
			expect(beyond.events).toHaveLength(2);
		}
	});

	test('stop exactly at the maximum size, in any chunks', async () => {
		for (let maxBytes = 1; maxBytes < events.length; maxBytes++) {
			for (const chunks of [[events], [events.subarray(0, 9), events.subarray(9)]]) {
				const limits = { ...generous, maxBytes };
				const { events: seen, error, closed } = await gather(new ByteSource(chunks), limits);
				expect(error?.message).toBe(`The answer has more than ${maxBytes / megabyte} MB`);
				expect(seen).toHaveLength([11, 22].filter((end) => maxBytes >= end).length);
				expect(closed).toBe(true);
			}
		}
		const limits = { ...generous, maxBytes: events.length };
		expect((await gather(new ByteSource([events]), limits)).error).toBeUndefined();
	});
});

test('distinguishes a canceled execution from a lost connection', async () => {
	const begun = new ByteSource([bytesOf('data: begun\n\ndata: half')], 'reset');
	const { error } = await gather(begun, generous, AbortSignal.abort());
	expect(error?.errorCode).toBe('cancelled');
});
