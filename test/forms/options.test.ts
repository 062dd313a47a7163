/** The Options collection that every operation has. */
import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../../src/forms/options';

const option = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
});

const entriesOf = (further?: INodeProperties[]) =>
	optionsField(further).options as INodeProperties[];

test('every operation has three options, none of them set', () => {
	expect(optionsField()).toMatchObject({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
	});
	expect(entriesOf().map((each) => [each.displayName, each.name, each.default])).toEqual([
		['Concurrency', 'concurrency', 10],
		['Max Retries', 'maxRetries', 3],
		['Timeout', 'timeout', 60_000],
	]);
});

test('they take whole numbers, of which only that of the retries may be 0', () => {
	expect(entriesOf().map(({ type, typeOptions, hint }) => [type, typeOptions, hint])).toEqual([
		['number', { minValue: 1, numberPrecision: 0 }, undefined],
		['number', { minValue: 0, numberPrecision: 0 }, undefined],
		['number', { minValue: 1, numberPrecision: 0 }, 'In milliseconds'],
	]);
});

test('each says what it is about', () => {
	expect(entriesOf().map(({ description }) => description)).toEqual([
		expect.stringMatching(/^How many items to work on at the same time\. /),
		expect.stringMatching(/^How often to send a request again\. /),
		'How long one request may take',
	]);
});

test("an operation's own options stand among them by their label", () => {
	const further = [option('Zone', 'a'), option('ID Field', 'z'), option('batch size', 'b')];
	expect(entriesOf(further).map(({ displayName }) => displayName)).toEqual([
		'batch size',
		'Concurrency',
		'ID Field',
		'Max Retries',
		'Timeout',
		'Zone',
	]);
});

test('one of the same name takes the place of a common one', () => {
	const own = option('Time to Wait', 'timeout');
	const entries = entriesOf([own, option('Zone', 'zone')]);
	expect(entries.map(({ name }) => name)).toEqual(['concurrency', 'maxRetries', 'timeout', 'zone']);
	expect(entries[2]).toBe(own);
});
