/** The limits of what comes as a stream of events. */
import type { INodeProperties } from 'n8n-workflow';
import { readStreamOptions, streamOptions } from '../../src/forms/streamOptions';
import { filledIn, refusal } from './filledIn';

const read = (options?: object) => readStreamOptions(filledIn(options ? { options } : {}));

const defaults = { idleTimeout: 60_000, maxBytes: 100 * 1024 * 1024, maxEvents: 1_000_000 };

test('what is not set is as the form shows it', () => {
	expect(read()).toEqual(defaults);
	expect(read({ maxEvents: 7 })).toEqual({ ...defaults, maxEvents: 7 });
	const shown = streamOptions('stream').map(({ name, default: value }) => [name, value]);
	expect(Object.fromEntries(shown)).toEqual(defaults);
});

test('what is set counts, as a number or as a text', () => {
	expect(read({ idleTimeout: 1, maxBytes: '2', maxEvents: 3, timeout: 4 })).toEqual({
		idleTimeout: 1,
		maxBytes: 2,
		maxEvents: 3,
	});
});

test.each([
	['idleTimeout', 'Idle Timeout'],
	['maxBytes', 'Max Bytes'],
	['maxEvents', 'Max Events'],
])('%s takes whole numbers from 1, in the form too', (name, label) => {
	for (const value of [0, 1.5, -1, 'many']) {
		expect(refusal(() => read({ [name]: value })).message).toBe(
			`${label} "${value}" is not a whole number of at least 1`,
		);
	}
	expect(streamOptions('stream').find((field) => field.name === name)).toMatchObject({
		displayName: label,
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
	});
});

const textsOf = (fields: INodeProperties[]) =>
	fields.map(({ description, hint }) => [description, hint]);

test('the stream is called what it is to the user', () => {
	expect(textsOf(streamOptions('answer'))).toEqual([
		[
			'How long to wait for the next part of the answer. Timeout only limits the wait for its beginning.',
			'In milliseconds',
		],
		['How large an answer may be as it arrives, in bytes', undefined],
		['How many events an answer may have', undefined],
	]);
	expect(textsOf(streamOptions('stream')).slice(1)).toEqual([
		['How large a stream may be as it arrives, in bytes', undefined],
		['How many events a stream may have', undefined],
	]);
});
