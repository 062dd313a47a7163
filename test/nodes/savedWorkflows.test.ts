/** Workflows that were saved with a published version stay valid. */
import type { INodeProperties, INodeType } from 'n8n-workflow';
import taken from './savedNames.json';
import {
	compareSavedNames,
	savedNamesOfCredential,
	savedNamesOfNode,
	savedNamesOfPackage,
} from './savedNames';

/** docs/engineering/changes.md explains it under "Change what workflows store". */
const ways = {
	missing:
		'Saved workflows hold this. Bring it back; what has to change goes into a new version of its node.',
	added: 'This stays for good once it is published. If so: npx gulp --series build writeSavedNames',
};

test('saved workflows fit the package', () => {
	const { missing, added } = compareSavedNames(taken, savedNamesOfPackage());
	expect({ way: ways.missing, missing }).toEqual({ way: ways.missing, missing: [] });
	expect({ way: ways.added, added }).toEqual({ way: ways.added, added: [] });
});

describe('the comparison', () => {
	const option = (value: string) => ({ name: value, value });
	const show = (...operation: string[]) => ({
		displayOptions: { show: { resource: ['book'], operation } },
	});
	const days: INodeProperties = { displayName: 'Days', name: 'days', type: 'number', default: 14 };
	const library = (...more: INodeProperties[]): INodeType => ({
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
			properties: [
				{
					displayName: 'Resource',
					name: 'resource',
					type: 'options',
					options: [option('book')],
					default: 'book',
				},
				{
					displayName: 'Operation',
					name: 'operation',
					type: 'options',
					displayOptions: { show: { resource: ['book'] } },
					options: [option('get'), option('lend')],
					default: 'get',
				},
				{
					displayName: 'Book',
					name: 'bookId',
					type: 'resourceLocator',
					...show('get', 'lend'),
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
					...show('lend'),
					default: {},
					options: [days],
				},
				...more,
			],
		},
		methods: { loadOptions: { getGenres: async () => [] } },
	});
	const before = savedNamesOfNode(library());
	const change = (act: (node: INodeType, fields: Record<string, INodeProperties>) => void) => {
		const node = structuredClone({ description: library().description }) as INodeType;
		node.methods = library().methods;
		const fields = node.description.properties.map((field) => [field.name, field] as const);
		act(node, Object.fromEntries(fields));
		return compareSavedNames(before, savedNamesOfNode(node));
	};

	test('ignores texts and order', () => {
		const { missing, added } = change(({ description }, { operation }) => {
			description.displayName = 'Public Library';
			operation?.options?.reverse();
			description.properties.reverse();
		});
		expect([...missing, ...added]).toEqual([]);
	});

	test.each<[string, Parameters<typeof change>[0], string[]]>([
		['version', ({ description }) => (description.version = 2), Object.values(before).flat()],
		['output', ({ description }) => (description.outputs = []), ['output 0: "main"']],
		['credential', (node) => (node.description.credentials = []), ['credential: libraryCard']],
		['method', (node) => (node.methods = {}), ['loadOptions: getGenres']],
		[
			'default',
			(_, { options }) => (options!.default = { days: 1 }),
			['book.lend options: collection, default {}'],
		],
		[
			'parameter of one operation',
			(_, { bookId }) => Object.assign(bookId!, show('get')),
			[
				'book.lend bookId by id',
				'book.lend bookId by list',
				'book.lend bookId: resourceLocator, default {"mode":"list","value":""}',
			],
		],
		[
			'mode of a picker',
			(_, { bookId }) => bookId?.modes?.pop(),
			['book.get bookId by id', 'book.lend bookId by id'],
		],
		[
			'field of a collection',
			(_, { options }) => (options!.options = []),
			['book.lend options.days: number, default 14'],
		],
	])('reports a %s that is missing or has changed', (_, act, expected) => {
		expect(change(act).missing).toEqual(expected.map((line) => `library 1: ${line}`));
	});

	test('reports additions, and separates versions', () => {
		const mood: INodeProperties = {
			displayName: 'Mood',
			name: 'mood',
			type: 'string',
			displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }] } },
			default: '',
		};
		const node = library(mood);
		node.description.version = [1, 1.1];
		const { missing, added } = compareSavedNames(before, savedNamesOfNode(node));
		expect(missing).toEqual([]);
		expect(added).toContain('library 1.1: book.get mood: string, default ""');
		expect(added.filter((line) => line.startsWith('library 1:'))).toEqual([]);
	});

	test('reports the field of a credential', () => {
		const card = (name: string) =>
			savedNamesOfCredential({
				name: 'libraryCard',
				displayName: 'Library Card',
				properties: [{ displayName: 'Number', name, type: 'string', default: '' }],
			});
		expect(compareSavedNames(card('number'), card('cardNumber'))).toEqual({
			missing: ['libraryCard: number: string, default ""'],
			added: ['libraryCard: cardNumber: string, default ""'],
		});
	});
});
