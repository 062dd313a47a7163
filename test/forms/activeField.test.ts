/** The active flag of a record. */
import { activeField, readActive } from '../../src/forms/activeField';
import { filledIn, refusal } from './filledIn';

const read = (active: unknown) =>
	readActive(filledIn(active === undefined ? {} : ({ active } as never)));

test.each([undefined, null, '', ' '])('nothing is sent where nothing is chosen: %j', (value) => {
	expect(read(value)).toEqual({});
});

test.each([true, 'true', 'Active', ' yes ', 1])('%j is active', (value) => {
	expect(read(value)).toEqual({ active: true });
});

test.each([false, 'false', 'INACTIVE', 'no', 0])('%j is inactive', (value) => {
	expect(read(value)).toEqual({ active: false });
});

test('what is neither is refused', () => {
	expect(refusal(() => read('dormant')).message).toBe('Active "dormant" is not true or false');
});

test.each([
	['create', 'Leave to the Service'],
	['update', 'Keep as It Is'],
] as const)('to %s, nothing is chosen at first', (writing, unchanged) => {
	const field = activeField(writing, 'What it means');
	expect(field).toEqual({
		displayName: 'Active',
		name: 'active',
		type: 'options',
		options: [
			{ name: unchanged, value: '' },
			{ name: 'Active', value: true },
			{ name: 'Inactive', value: false },
		],
		default: '',
		description: 'What it means',
	});
	expect(read(field.default)).toEqual({});
});
