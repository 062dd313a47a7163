import { readStreamOptions, streamOptions } from '../../src/forms/streamOptions';
import { filledIn, refusal } from './filledIn';

const read = (options?: object) =>
	readStreamOptions(filledIn(options ? { options } : {}), 'answer');

test('options that are not set have the default of the form', () => {
	const defaults = streamOptions('stream').map(({ name, default: value }) => [name, value]);
	const { maxBytes, ...others } = Object.fromEntries(defaults);
	expect(read()).toMatchObject({ ...others, maxBytes: maxBytes * 1_048_576 });
	const changed = { ...read(), maxEvents: 7, maxBytes: 2_097_152 };
	expect(read({ maxEvents: 7, maxBytes: '2' })).toEqual(changed);
});

test.each([
	['idleTimeout', 'Idle Timeout'],
	['maxBytes', 'Max Response Size (MB)'],
	['maxEvents', 'Max Events'],
])('%s is a whole number from 1', (name, label) => {
	for (const value of [0, 1.5, -1, 'many']) {
		expect(refusal(() => read({ [name]: value })).message).toContain(`${label} "${value}"`);
	}
});
