/** The body of a record whose fields the specification does not describe: its form and what is sent. */
import { type IDataObject, type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { bodyFields, readBody, readFormBody, requireContent } from '../../src/forms/body';
import type { Field } from '../../src/forms/fields/field';
import { aNode } from '../aNode';
import { filledIn, refusal } from './filledIn';

describe('the form', () => {
	const title: INodeProperties = {
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { kind: ['book'] }, hide: { draft: [true] } },
	};
	const pages: INodeProperties = {
		displayName: 'Pages',
		name: 'pages',
		type: 'number',
		default: '',
		displayOptions: { hide: { draft: [true] } },
	};
	const plain: INodeProperties = {
		displayName: 'Author',
		name: 'author',
		type: 'string',
		default: '',
		required: true,
	};
	const form = bodyFields([title, pages, plain]);
	const whole: INodeProperties[] = [
		{ displayName: 'Kind', name: 'kind', type: 'string', default: '' },
		{ displayName: 'Draft', name: 'draft', type: 'boolean', default: false },
		...form,
	];

	/** The fields that n8n shows, and whether it wants each to be filled in. */
	const shown = (parameters: IDataObject) => {
		const node: INode = { ...aNode, parameters: parameters as INode['parameters'] };
		const values = NodeHelpers.getNodeParameters(whole, node.parameters, true, false, node, null);
		return form
			.filter((field) => NodeHelpers.displayParameter(values ?? {}, field, node, null))
			.map(({ displayName, required }) => `${displayName}${required ? '*' : ''}`);
	};

	test('marks its required fields', () => {
		expect(shown({ kind: 'book' })).toEqual([
			'Specify Body',
			'Title*',
			'Pages',
			'Author*',
			'Additional Body',
		]);
	});

	test.each(['{ "name": "Emma" }', '={{ $json.more }}'])(
		'requires none when %j may contain another name',
		(additionalBody) => {
			expect(shown({ kind: 'book', additionalBody })).toEqual([
				'Specify Body',
				'Title',
				'Pages',
				'Author',
				'Additional Body',
			]);
		},
	);

	test('has a field twice only when it is required', () => {
		expect(form.map(({ name }) => name)).toEqual([
			'specifyBody',
			...['title', 'title', 'pages', 'author', 'author'],
			...['additionalBody', 'jsonBody'],
		]);
	});

	test.each(['{}', '{ "name": "Emma" }'])(
		'keeps the display options of a field with %j',
		(additionalBody) => {
			const names = (parameters: IDataObject) =>
				shown({ ...parameters, additionalBody }).map((label) => label.replace('*', ''));
			const around = ['Author', 'Additional Body'];
			expect(names({ kind: 'map' })).toEqual(['Specify Body', 'Pages', ...around]);
			expect(names({ kind: 'book', draft: true })).toEqual(['Specify Body', ...around]);
		},
	);

	test('has only the JSON when that is the whole body', () => {
		expect(shown({ kind: 'book', specifyBody: 'json' })).toEqual(['Specify Body', 'JSON Body*']);
	});
});

const fields = [
	{ name: 'title', label: 'Title', type: 'string' },
	{ name: 'pages', label: 'Pages', type: 'integer' },
	{ name: 'tags', label: 'Tags', type: 'string', multiple: true },
] as const satisfies readonly Field[];
const names = { title: 'bookTitle', pages: 'pages', tags: 'tagNames' };

const sent = (parameters: IDataObject) => {
	const item = filledIn({ specifyBody: 'fields', ...parameters });
	return { ...readBody(item, names, fields), hints: item.hints };
};
const assumed = (list: string) => [
	`These field names are assumed: ${list}. If the service takes no notice of them, give its own names in Additional Body.`,
	'building',
];

describe('a body', () => {
	test('has the filled-in fields under assumed names, with a hint', () => {
		expect(sent({ title: ' Emma ', pages: '474', tags: 'a, b', additionalBody: '{}' })).toEqual({
			body: { bookTitle: 'Emma', pages: 474, tagNames: ['a', 'b'] },
			ownNames: false,
			hints: [assumed('bookTitle, pages, tagNames')],
		});
	});

	test.each<IDataObject>([
		{},
		{ title: '', pages: null, tags: [] },
		{ title: ' ', tags: ' , ', additionalBody: ' ' },
	])('of %j is empty, without a hint', (parameters) => {
		expect(sent(parameters)).toEqual({ body: {}, ownNames: false, hints: [] });
	});

	test('is overridden by Additional Body', () => {
		expect(
			sent({ title: 'Emma', pages: 474, additionalBody: { bookTitle: 'Persuasion', year: 1817 } }),
		).toEqual({
			body: { bookTitle: 'Persuasion', pages: 474, year: 1817 },
			ownNames: true,
			hints: [assumed('pages')],
		});
	});

	test('has no hint when Additional Body has all names', () => {
		expect(sent({ title: 'Emma', additionalBody: { bookTitle: null } })).toEqual({
			body: { bookTitle: null },
			ownNames: true,
			hints: [],
		});
	});

	test.each<[IDataObject, string]>([
		[{ title: { text: 'Emma' } }, 'Title "{"text":"Emma"}" is not text'],
		[{ pages: 'many' }, 'Pages "many" is not a whole number'],
		[{ tags: ['a', {}] }, 'Tags, entry 2: the value "{}" is not text'],
		[{ additionalBody: '[]' }, 'Additional Body is not a JSON object'],
	])('of %j is refused by the label of the field', (parameters, message) => {
		expect(refusal(() => sent(parameters)).message).toBe(message);
	});

	test('written as JSON is sent unchanged, whatever the form has', () => {
		const parameters = {
			specifyBody: 'json',
			jsonBody: '{ "bookTitle": " Emma " }',
			title: 'Persuasion',
			additionalBody: '{ "year": 1817 }',
		};
		expect(sent(parameters)).toEqual({
			body: { bookTitle: ' Emma ' },
			ownNames: true,
			hints: [],
		});
	});

	test.each(['', '{}', {}, null])('written as JSON refuses %j', (jsonBody) => {
		expect(refusal(() => sent({ specifyBody: 'json', jsonBody, title: 'Emma' }))).toEqual({
			message: 'JSON Body is empty',
			description: 'Write the body to send, or set Specify Body to "Using Fields Below".',
			errorCode: 'invalid-input',
		});
	});

	test('written as JSON refuses a list', () => {
		expect(refusal(() => sent({ specifyBody: 'json', jsonBody: '[1]' })).message).toBe(
			'JSON Body is not a JSON object',
		);
	});

	test('can be required to have content', () => {
		expect(refusal(() => requireContent({ body: {}, ownNames: false }))).toEqual({
			message: 'There is nothing to send',
			description:
				'Fill in at least one field. If the values come from expressions, check this item.',
			errorCode: 'invalid-input',
		});
		expect(() => requireContent({ body: { a: null }, ownNames: false })).not.toThrow();
	});
});

describe('the body of a described record', () => {
	const read = (parameters: IDataObject) => {
		const item = filledIn({ specifyBody: 'fields', ...parameters });
		const body = readFormBody(item, (form) => ({
			title: form.parameter<string>('title'),
			rows: [1],
		}));
		return { body, hints: item.hints };
	};

	test('is the form with Additional Body over it', () => {
		expect(read({ title: 'Emma', additionalBody: '{ "rows": [2], "year": 1815 }' })).toEqual({
			body: { title: 'Emma', rows: [2], year: 1815 },
			hints: [],
		});
		expect(read({ title: 'Emma' }).body).toEqual({ title: 'Emma', rows: [1] });
	});

	test('is the JSON alone', () => {
		expect(read({ title: 'Emma', specifyBody: 'json', jsonBody: { year: 1815 } }).body).toEqual({
			year: 1815,
		});
	});

	test('refuses JSON that is empty or no object', () => {
		expect(refusal(() => read({ specifyBody: 'json', jsonBody: '{}' })).message).toBe(
			'JSON Body is empty',
		);
		expect(refusal(() => read({ additionalBody: 'year' })).message).toBe(
			'Additional Body is not a JSON object',
		);
	});
});
