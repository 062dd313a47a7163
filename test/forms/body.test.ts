/** The body of a record whose fields the specification doesn't describe: its form and what is sent. */
import type { IDataObject } from 'n8n-workflow';
import { type BodyForm, readBody } from '../../src/forms/body';
import type { Field } from '../../src/forms/fields/field';
import { filledIn, refusal } from './filledIn';

const title: Field = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	required: true,
};
const optional: Field[] = [
	{ displayName: 'Pages', name: 'pages', type: 'number', default: '' },
	{ displayName: 'Note', name: 'note', type: 'string', default: '' },
	{ displayName: 'Genre', name: 'genre', type: 'options', options: [], default: '' },
	{ displayName: 'Tags', name: 'tags', type: 'multiOptions', options: [], default: [] },
];
const create: BodyForm = { fields: [title], collection: 'additionalFields', optional };
const update: BodyForm = { fields: [], collection: 'updateFields', optional: [title, ...optional] };

/** The body as JSON has it, without the marks of the nodes. */
const bodyOf = (parameters: IDataObject, form: BodyForm): unknown =>
	JSON.parse(JSON.stringify(readBody(filledIn(parameters), form)));

describe('the body of a create', () => {
	test.each<[string, IDataObject, IDataObject]>([
		[
			'fields without surrounding spaces, in their types',
			{ title: ' Emma ', additionalFields: { pages: '474', tags: 'a, b' } },
			{ title: 'Emma', pages: 474, tags: ['a', 'b'] },
		],
		[
			'no empty fields',
			{ title: 'Emma', additionalFields: { pages: null, tags: [], note: ' ' } },
			{ title: 'Emma' },
		],
	])('has %s', (_title, parameters, body) => {
		expect(bodyOf(parameters, create)).toEqual(body);
	});
});

describe('the body of an update', () => {
	test.each<[string, IDataObject, IDataObject]>([
		['an empty text for an invisible character', { note: '\u200B' }, { note: '' }],
		['an empty list for empty entries', { tags: ['', null] }, { tags: [] }],
	])('has %s', (_title, updateFields, body) => {
		expect(bodyOf({ updateFields }, update)).toEqual(body);
	});

	test.each([
		["'Pages' is empty", { pages: '' }],
		["'Genre' is empty", { genre: '' }],
	])('is refused if the service can’t clear the field: %s', (message, updateFields) => {
		expect(refusal(() => readBody(filledIn({ updateFields }), update)).message).toBe(message);
	});
});
