/** Fields and lists of a form: how they are shown, what is read of them, and what is refused. */
import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { readFields } from '../../src/forms/collectionEntries';
import { entryProperty, type ListField } from '../../src/forms/fields/field';
import { propertyValues as values } from '../../src/forms/fields/propertyKeyFields';
import { refusal } from './filledIn';

const entriesOf = ({ options = [] }: INodeProperties) =>
	(options[0] as INodePropertyCollection).values;

test('the form marks the required fields of an entry', () => {
	const entry = entriesOf(entryProperty(values));
	expect(entry.flatMap(({ name, required }) => (required ? [name] : []))).toEqual(['value']);
	const translation = entriesOf(entry.at(-1) as INodeProperties);
	expect(translation[0]).toMatchObject({ name: 'languageCode', required: true });
});

describe('an entry', () => {
	const read = (entry: IDataObject, position?: string) =>
		readFields(entry, values.fields, position);

	test('is read without empty and unknown fields, with numbers as numbers', () => {
		expect(
			read({ value: ' Red ', mediaURL: '', filterTag: null, sort: '0', translations: {}, more: 1 }),
		).toEqual({ value: 'Red', sort: 0 });
	});

	test.each<[string, IDataObject]>([
		['Values, entry 3: Sort "x" is not a whole number', { sort: 'x' }],
		[
			'Values, entry 3 > Translations, entry 2: Language Code is empty',
			{ translations: [{ languageCode: 'sv' }, { name: 'Röd' }] },
		],
	])('is refused with its position: %s', (message, entry) => {
		expect(refusal(() => read(entry, 'Values, entry 3')).message).toBe(message);
	});
});

describe('a list', () => {
	const read = (value: unknown, list: ListField = values) =>
		readFields({ values: value } as IDataObject, [list]).values;

	test.each<[string, unknown, unknown]>([
		[
			'the form, without unknown fields',
			{ value: [{ value: ' Red ', sort: '1', more: 1 }] },
			[{ value: 'Red', sort: 1 }],
		],
		['a list as the service has it', [{ value: 'Red' }], [{ value: 'Red' }]],
		['an empty text', ' ', undefined],
	])('is read from %s', (_title, value, entries) => {
		expect(read(value)).toEqual(entries);
	});

	test('is refused with an entry that another one repeats', () => {
		const repeated = [{ value: 'Red' }, { value: 'red' }, { value: ' Red' }];
		expect(refusal(() => read(repeated)).message).toBe(
			'"Red" appears twice: Values, entry 1 and Values, entry 3',
		);
	});

	test('without required fields refuses an empty entry', () => {
		const list: ListField = { ...values, key: [], mayRepeat: true };
		expect(read([{ value: 'Red' }, { value: 'Red' }], list)).toHaveLength(2);
		expect(refusal(() => read([{ value: 'Red' }, { value: ' ' }], list)).message).toBe(
			'Values, entry 2 is empty',
		);
	});
});
