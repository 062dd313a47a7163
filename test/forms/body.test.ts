/** The body of a record whose fields the specification doesn't describe: its form and what is sent. */
import type { IDataObject, INodePropertyCollection } from 'n8n-workflow';
import { type BodyForm, bodyProperties, readBody, readContent } from '../../src/forms/body';
import type { Field } from '../../src/forms/fields/field';
import { filledIn, refusal } from './filledIn';

const title = { name: 'title', label: 'Title', type: 'string', required: true } as const;
const optional = [
	{ name: 'pages', label: 'Pages', type: 'integer' },
	{ name: 'note', label: 'Note', type: 'string' },
	{ name: 'genre', label: 'Genre', type: 'string', choices: [{ name: 'Novel', value: 'NOVEL' }] },
	{ name: 'tags', label: 'Tags', type: 'string', multiple: true },
] as const satisfies readonly Field[];
const create: BodyForm = {
	hasAssumedNames: true,
	fields: [title],
	collection: 'additionalFields',
	optional,
};
const update: BodyForm = {
	hasAssumedNames: true,
	fields: [],
	collection: 'updateFields',
	optional: [title, ...optional],
};

/** The body as JSON has it, without the marks of the nodes. */
const bodyOf = (parameters: IDataObject, form: BodyForm): unknown =>
	JSON.parse(JSON.stringify(readBody(filledIn(parameters), form)));

describe('the form', () => {
	test('has required fields on top, and all others in one collection', () => {
		const [top, collection, ...others] = bodyProperties(create);
		expect(top).toMatchObject({ name: 'title', required: true });
		expect(collection).toMatchObject({ name: 'additionalFields', type: 'collection', default: {} });
		const entries = collection?.options as INodePropertyCollection[];
		expect(entries.map((entry) => entry.displayName)).toEqual([
			...['Genre', 'Note', 'Other Fields (JSON)', 'Pages', 'Tags'],
		]);
		expect(entries.some((entry) => 'required' in entry)).toBe(false);
		expect(others).toEqual([]);
	});
});

describe('the body of a create', () => {
	test.each<[IDataObject, IDataObject]>([
		[
			{ title: ' Emma ', additionalFields: { pages: '474', tags: 'a, b' } },
			{ title: 'Emma', pages: 474, tags: ['a', 'b'] },
		],
		[{ title: '', additionalFields: { pages: null, tags: [], note: ' ' } }, {}],
		[
			{
				title: 'Emma',
				additionalFields: { pages: 4, additionalBody: '{ "pages": 5, "year": 1 }' },
			},
			{ title: 'Emma', pages: 5, year: 1 },
		],
		[{ title: 'Emma', additionalFields: { additionalBody: { title: null } } }, { title: null }],
	])('of %j is %j', (parameters, body) => {
		expect(bodyOf(parameters, create)).toEqual(body);
	});

	test.each([
		['{"pages":5}', ['title']],
		['{"title":"A","pages":5}', []],
	])('notes assumed names unless %s sets them', (additionalBody, assumed) => {
		const item = filledIn({ title: 'Emma', additionalFields: { pages: 4, additionalBody } });
		readBody(item, create);
		expect(item.assumed).toEqual(assumed);
	});

	test.each<[IDataObject, string]>([
		[{ title: { text: 'Emma' } }, 'Title "{"text":"Emma"}" is not text'],
		[{ additionalFields: { pages: 'many' } }, 'Pages "many" is not a whole number'],
		[{ additionalFields: { tags: ['a', {}] } }, 'Tags, entry 2: the value "{}" is not text'],
		[{ additionalFields: { additionalBody: '[]' } }, 'Other Fields (JSON) is not a JSON object'],
	])('refuses %j by the label of the field', (parameters, message) => {
		expect(refusal(() => readBody(filledIn(parameters), create)).message).toBe(message);
	});
});

describe('the body of an update', () => {
	test.each<[IDataObject, IDataObject]>([
		[{}, {}],
		[{ note: 'Read' }, { note: 'Read' }],
		[{ note: '' }, { note: '' }],
		[{ note: null }, { note: '' }],
		[{ note: undefined }, {}],
		[{ tags: [] }, { tags: [] }],
		[{ pages: 0 }, { pages: 0 }],
	])('of %j has the added fields, including empty ones: %j', (updateFields, body) => {
		expect(bodyOf({ updateFields }, update)).toEqual(body);
	});

	test.each([
		[{ title: ' ' }, "'Title' is empty"],
		[{ pages: '' }, "'Pages' is empty"],
		[{ genre: '' }, "'Genre' is empty"],
	])('refuses %j, which the service can’t clear', (updateFields, message) => {
		expect(refusal(() => readBody(filledIn({ updateFields }), update)).message).toBe(message);
	});

	test('is refused if it is empty', () => {
		expect(refusal(() => readContent(filledIn({}), update))).toMatchObject({
			message: 'There is nothing to send',
			description: expect.stringContaining("'Update Fields'") as string,
		});
		const cleared = filledIn({ updateFields: { note: '' } });
		expect({ ...readContent(cleared, update) }).toMatchObject({ note: '' });
	});
});
