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
		[
			'other fields in place of those of the form',
			{
				title: 'Emma',
				additionalFields: { pages: 4, additionalBody: '{ "pages": 5, "year": 1 }' },
			},
			{ title: 'Emma', pages: 5, year: 1 },
		],
		[
			'null from other fields',
			{ title: 'Emma', additionalFields: { additionalBody: { note: null } } },
			{ title: 'Emma', note: null },
		],
		[
			'no other fields that an expression left undefined',
			{
				title: 'Emma',
				additionalFields: { note: 'Old', additionalBody: { note: undefined, year: 1 } },
			},
			{ title: 'Emma', note: 'Old', year: 1 },
		],
	])('has %s', (_title, parameters, body) => {
		expect(bodyOf(parameters, create)).toEqual(body);
	});

	test.each<[string, IDataObject]>([
		["'Title' is empty", { title: ' ' }],
		["'Title' is empty", { title: 'Emma', additionalFields: { additionalBody: { title: null } } }],
		['Pages "many" is not a whole number', { additionalFields: { pages: 'many' } }],
		['Other Fields (JSON) is not a JSON object', { additionalFields: { additionalBody: '[]' } }],
	])('is refused: %s', (message, parameters) => {
		expect(refusal(() => readBody(filledIn(parameters), create)).message).toBe(message);
	});
});

describe('the body of an update', () => {
	test.each<[string, IDataObject, IDataObject]>([
		['no field that was not added', { note: 'Read' }, { note: 'Read' }],
		['an empty text', { note: '' }, { note: '' }],
		['an empty text for spaces', { note: ' ' }, { note: '' }],
		['an empty text for an invisible character', { note: '\u200B' }, { note: '' }],
		[
			'no field that an expression left undefined or null',
			{ note: undefined, tags: null, genre: null, title: null, pages: 1 },
			{ pages: 1 },
		],
		['an empty list', { tags: [] }, { tags: [] }],
		['an empty list for an empty text', { tags: '' }, { tags: [] }],
		['an empty list for empty entries', { tags: ['', null] }, { tags: [] }],
		['the number 0', { pages: 0 }, { pages: 0 }],
	])('has %s', (_title, updateFields, body) => {
		expect(bodyOf({ updateFields }, update)).toEqual(body);
	});

	test.each([
		["'Title' is empty", { title: ' ' }],
		["'Pages' is empty", { pages: '' }],
		["'Genre' is empty", { genre: '' }],
	])('is refused if the service can’t clear the field: %s', (message, updateFields) => {
		expect(refusal(() => readBody(filledIn({ updateFields }), update)).message).toBe(message);
	});

	test.each<IDataObject>([{}, { updateFields: null }, { updateFields: { note: null } }])(
		'is refused if it has no field: %j',
		(parameters) => {
			expect(refusal(() => readBody(filledIn(parameters), update))).toMatchObject({
				message: 'There is nothing to send',
				description: expect.stringContaining("or add one to 'Update Fields'.") as string,
			});
		},
	);
});
