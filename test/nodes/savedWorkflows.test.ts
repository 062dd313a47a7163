/** Workflows that were saved with a published version stay valid. */
import type { INodeProperties, INodeType } from 'n8n-workflow';
import taken from './savedNames.json';
import {
	compareSavedNames,
	savedNamesOfCredential,
	savedNamesOfNode,
	savedNamesOfPackage,
} from './savedNames';

/** The way out stands in CONTRIBUTING.md, under "Change what workflows store". */
const ways = {
	gone: 'Saved workflows hold this. Bring it back; what has to change goes into a new version of its node.',
	added: 'This stays for good once it is published. If so: npx gulp --series build writeSavedNames',
};

test('saved workflows fit the package', () => {
	const { gone, added } = compareSavedNames(taken, savedNamesOfPackage());
	expect({ way: ways.gone, gone }).toEqual({ way: ways.gone, gone: [] });
	expect({ way: ways.added, added }).toEqual({ way: ways.added, added: [] });
});

describe('a comparison', () => {
	const show = (resource: string, ...operation: string[]) => ({
		displayOptions: { show: { resource: [resource], ...(operation[0] && { operation }) } },
	});
	const option = (value: string) => ({ name: value, value });

	/** The form of a small node. Every field of it differs from what the node next to it has. */
	const form = (): INodeProperties[] => [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			options: [option('shelf'), option('book')],
			default: 'book',
		},
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			...show('shelf'),
			options: [option('get')],
			default: 'get',
		},
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			...show('book'),
			options: [option('get'), option('lend')],
			default: 'get',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			...show('shelf', 'get'),
			default: 50,
		},
		{
			displayName: 'Book',
			name: 'bookId',
			type: 'resourceLocator',
			...show('book', 'get', 'lend'),
			modes: [
				{ displayName: 'List', name: 'list', type: 'list' },
				{ displayName: 'ID', name: 'id', type: 'string' },
			],
			default: { mode: 'list', value: '' },
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			...show('book', 'lend'),
			default: {},
			options: [{ displayName: 'Days', name: 'days', type: 'number', default: 14 }],
		},
		{
			displayName: 'Readers',
			name: 'readers',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			...show('book', 'lend'),
			default: {},
			options: [
				{
					displayName: 'Reader',
					name: 'reader',
					values: [
						{
							displayName: 'Kind',
							name: 'kind',
							type: 'options',
							options: [option('adult'), option('child')],
							default: 'adult',
						},
					],
				},
			],
		},
		{ displayName: 'Be quick', name: 'advice', type: 'notice', default: '' },
	];
	const library = (properties = form()): INodeType => ({
		description: {
			displayName: 'Library',
			name: 'library',
			group: ['transform'],
			version: 1,
			description: 'Lends books',
			defaults: { name: 'Library' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'libraryCard' }],
			properties,
		},
		methods: { loadOptions: { getGenres: async () => [] } },
	});
	const before = savedNamesOfNode(library());
	const change = (act: (properties: INodeProperties[], node: INodeType) => void) => {
		const node = library();
		act(node.description.properties, node);
		return compareSavedNames(before, savedNamesOfNode(node));
	};
	const field = (properties: INodeProperties[], name: string) => {
		const found = properties.find((property) => property.name === name);
		if (!found) throw new Error(`there is no ${name}`);
		return found;
	};

	test('ignores texts and order', () => {
		const { gone, added } = change((properties, { description }) => {
			description.displayName = 'Public Library';
			field(properties, 'limit').description = 'How many';
			field(properties, 'advice').displayName = 'Be slow';
			field(properties, 'resource').options?.reverse();
			properties.reverse();
		});
		expect([...gone, ...added]).toEqual([]);
	});

	test.each<[string, (properties: INodeProperties[], node: INodeType) => void, string[]]>([
		['node', (_, { description }) => (description.name = 'books'), Object.values(before).flat()],
		['version', (_, { description }) => (description.version = 2), Object.values(before).flat()],
		['input', (_, { description }) => (description.inputs = []), ['input 0: "main"']],
		[
			'output',
			(_, { description }) => (description.outputs = ['ai_tool', 'main']),
			['output 0: "main"'],
		],
		[
			'credential',
			(_, { description }) => (description.credentials = []),
			['credential: libraryCard'],
		],
		['method', (_, node) => (node.methods = {}), ['loadOptions: getGenres']],
		[
			'parameter',
			(properties) => (field(properties, 'limit').name = 'maximum'),
			['shelf.get limit: number, default 50'],
		],
		[
			'type',
			(properties) => (field(properties, 'limit').type = 'string'),
			['shelf.get limit: number, default 50'],
		],
		[
			'default',
			(properties) => (field(properties, 'limit').default = 20),
			['shelf.get limit: number, default 50'],
		],
		[
			'operation of one resource',
			(properties) => properties.splice(1, 1),
			[
				'shelf operation = "get"',
				'shelf operation: options, default "get"',
				'shelf.get limit: number, default 50',
			],
		],
		[
			'parameter of one operation',
			(properties) => Object.assign(field(properties, 'bookId'), show('book', 'get')),
			[
				'book.lend bookId by id',
				'book.lend bookId by list',
				'book.lend bookId: resourceLocator, default {"mode":"list","value":""}',
			],
		],
		[
			'mode of a picker',
			(properties) => field(properties, 'bookId').modes?.pop(),
			['book.get bookId by id', 'book.lend bookId by id'],
		],
		[
			'field of a collection',
			(properties) => (field(properties, 'options').options = []),
			['book.lend options.days: number, default 14'],
		],
		[
			'list that becomes a single value',
			(properties) => delete field(properties, 'readers').typeOptions,
			['book.lend readers: fixedCollection[], default {}'],
		],
		[
			'value deep in a form',
			(properties) => {
				const [group] = field(properties, 'readers').options ?? [];
				if (group && 'values' in group) group.values[0]?.options?.pop();
			},
			['book.lend readers.reader.kind = "child"'],
		],
	])('names the %s that is gone or has changed', (_, act, expected) => {
		expect(change(act).gone).toEqual(expected.map((line) => `library 1: ${line}`));
	});

	test('names additions and separates a new version', () => {
		const node = library();
		const next: INodeType = { ...node, description: { ...node.description, version: 2 } };
		next.description.properties = [
			...form().filter(({ name }) => name !== 'limit'),
			{ displayName: 'Mood', name: 'mood', type: 'string', default: '' },
		];
		const versions = savedNamesOfNode({
			currentVersion: 2,
			description: node.description,
			nodeVersions: { 1: node, 2: next },
			getNodeType: () => next,
		} as unknown as Parameters<typeof savedNamesOfNode>[0]);
		const { gone, added } = compareSavedNames(before, versions);
		expect(gone).toEqual([]);
		expect(added).toContain('library 2: book.get mood: string, default ""');
		expect(added.filter((line) => line.startsWith('library 1'))).toEqual([]);
	});

	test('separates the versions of one description', () => {
		const node = library();
		node.description.version = [1, 1.1];
		node.description.properties.push({
			displayName: 'Mood',
			name: 'mood',
			type: 'string',
			displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }] } },
			default: '',
		});
		const { gone, added } = compareSavedNames(before, savedNamesOfNode(node));
		expect(gone).toEqual([]);
		expect(added).toContain('library 1.1: shelf.get mood: string, default ""');
		expect(added.filter((line) => line.startsWith('library 1:'))).toEqual([]);
	});

	test('names the field of a credential', () => {
		const card = (name: string) =>
			savedNamesOfCredential({
				name: 'libraryCard',
				displayName: 'Library Card',
				extends: ['oAuth2Api'],
				properties: [{ displayName: 'Number', name, type: 'string', default: '' }],
			});
		expect(compareSavedNames(card('number'), card('cardNumber'))).toEqual({
			gone: ['libraryCard: number: string, default ""'],
			added: ['libraryCard: cardNumber: string, default ""'],
		});
	});
});
