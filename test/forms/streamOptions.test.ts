import { readStreamOptions, streamOptions } from '../../src/forms/streamOptions';
import { filledIn, refusal } from './filledIn';

const read = (options?: object) =>
	readStreamOptions(filledIn(options ? { options } : {}), 'answer');

test('options that are not set have the default of the form', () => {
	const defaults = streamOptions('stream').map(({ name, default: value }) => [name, value]);
	expect(read()).toMatchObject(Object.fromEntries(defaults));
	expect(read({ maxEvents: 7, maxBytes: '2' })).toEqual({ ...read(), maxEvents: 7, maxBytes: 2 });
});

test.each([
	['idleTimeout', 'Idle Timeout'],
	['maxBytes', 'Max Bytes'],
	['maxEvents', 'Max Events'],
])('%s is a whole number from 1', (name, label) => {
	for (const value of [0, 1.5, -1, 'many']) {
		expect(refusal(() => read({ [name]: value })).message).toContain(`${label} "${value}"`);
	}
});
