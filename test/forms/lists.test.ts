/** How much of a list is wanted, and which of its records. */
import { type INode, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import {
	cursorFilters,
	idFieldOption,
	noteLimit,
	readCursorRequest,
	readLimit,
	readSearchFilters,
	returnAllFields,
	searchFilters,
	withinLimit,
} from '../../src/forms/lists';
import { aNode } from '../aNode';
import { filledIn, refusal } from './filledIn';

describe('Limit', () => {
	const limitOf = (parameters: Parameters<typeof filledIn>[0]) => readLimit(filledIn(parameters));

	test.each<[unknown, number]>([
		[1, 1],
		['25', 25],
		[' 3 ', 3],
		['', 50],
		[' ', 50],
		[null, 50],
	])('of %j means %j records', (limit, expected) => {
		expect(limitOf({ returnAll: false, limit: limit as number })).toBe(expected);
	});

	test('is 50 in a form that nobody has changed', () => {
		const shown = NodeHelpers.getNodeParameters(returnAllFields, {}, true, false, aNode, null);
		expect(shown).toEqual({ returnAll: false, limit: 50 });
		expect(limitOf(shown ?? {})).toBe(50);
		expect(limitOf({})).toBe(50);
	});

	test.each([true, 'true', 'yes'])('does not count where Return All is %j', (returnAll) => {
		expect(limitOf({ returnAll, limit: 0 })).toBeUndefined();
	});

	test.each([0, -1, 1.5, 'all', {}])('of %j is refused', (limit) => {
		expect(refusal(() => limitOf({ returnAll: 'no', limit }))).toEqual({
			message: `Limit "${String(limit)}" is not a whole number of at least 1`,
			description: 'Set Limit to how many records you want, or turn on Return All.',
			errorCode: 'invalid-input',
		});
	});

	test('is refused with Return All where that says neither yes nor no', () => {
		expect(refusal(() => limitOf({ returnAll: 'some' })).message).toBe(
			'Return All "some" is not true or false',
		);
	});
});

describe('the form of a list', () => {
	const [returnAll, limit] = returnAllFields as [INodeProperties, INodeProperties];

	test('asks for all or for so many', () => {
		expect(returnAll).toMatchObject({
			displayName: 'Return All',
			type: 'boolean',
			description: 'Whether to return all results or only up to a given limit',
		});
		expect(limit).toMatchObject({
			displayName: 'Limit',
			type: 'number',
			description: 'Max number of results to return',
			typeOptions: { minValue: 1 },
		});
	});

	test.each([
		[true, false],
		[false, true],
	])('with Return All %j shows Limit: %j', (value, isShown) => {
		const node: INode = { ...aNode, parameters: { returnAll: value } };
		expect(NodeHelpers.displayParameter(node.parameters, limit, node, null)).toBe(isShown);
	});
});

const records = [{ id: 1 }, { id: 2 }, { id: 3 }];

describe('of the records of a whole list', () => {
	test('as many come out as are wanted, and that there are more is said', () => {
		const item = filledIn({});
		expect(withinLimit(item, records, 2)).toEqual([{ id: 1 }, { id: 2 }]);
		expect(item.notes).toEqual([
			['Limit leaves out some of the records. Return All returns every one.'],
		]);
	});

	test.each([3, 4, undefined])('all come out with a limit of %j, without a word', (limit) => {
		const item = filledIn({});
		expect(withinLimit(item, records, limit)).toEqual(records);
		expect(item.notes).toEqual([]);
	});
});

test.each<[number | undefined, boolean]>([
	[2, false],
	[3, true],
	[4, false],
	[undefined, false],
])('where three records were read and %j wanted, there may be more: %j', (limit, isSaid) => {
	const item = filledIn({});
	noteLimit(item, records, limit);
	const note = [
		'Limit was reached, so that there may be more records. Return All returns every one.',
	];
	expect(item.notes).toEqual(isSaid ? [note] : []);
});

describe('the filters of a search', () => {
	const read = (filters?: Record<string, unknown>) =>
		readSearchFilters(filledIn(filters ? { filters: filters as object } : {}));

	test('are shown by name, and none is set at first', () => {
		expect(searchFilters).toMatchObject({
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Active',
					name: 'active',
					type: 'options',
					options: [
						{ name: 'Active Only', value: 'ACTIVE' },
						{ name: 'All', value: 'ALL' },
						{ name: 'Inactive Only', value: 'INACTIVE' },
					],
					default: 'ACTIVE',
					description: 'Which to return. Without this filter the service returns active ones only.',
				},
				{
					displayName: 'Keywords',
					name: 'keywords',
					type: 'string',
					default: '',
					placeholder: 'e.g. anna stockholm',
					description: 'Words to search for, separated by spaces',
				},
			],
		});
	});

	test.each<[Record<string, unknown> | undefined, object]>([
		[undefined, {}],
		[{}, {}],
		[{ keywords: ' ', active: '' }, {}],
		[{ keywords: null, active: ' ' }, {}],
		[{ keywords: ' anna berg ' }, { keywords: 'anna berg' }],
		[{ keywords: 12 }, { keywords: '12' }],
		[{ active: 'ALL' }, { active: 'ALL' }],
		[
			{ active: ' inactive ', keywords: 'a' },
			{ active: 'INACTIVE', keywords: 'a' },
		],
	])('of %j become the query %j', (filters, query) => {
		expect(read(filters)).toEqual(query);
	});

	test('refuse an Active that the service does not know', () => {
		expect(refusal(() => read({ active: ' yes ' }))).toEqual({
			message: 'Active "YES" is not a filter that the service knows',
			description: 'Use one of ALL, ACTIVE, INACTIVE.',
			errorCode: 'invalid-input',
		});
	});
});

describe('a list that is read from a record on', () => {
	test('asks after which record, and where that has its identifier', () => {
		expect(cursorFilters).toMatchObject({
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Search After ID',
					name: 'searchAfterId',
					type: 'string',
					default: '',
					description:
						'Return only what comes after the record with this ID, for example the last one of an earlier answer',
				},
			],
		});
		expect(idFieldOption).toMatchObject({
			displayName: 'ID Field',
			name: 'idField',
			type: 'string',
			default: '',
			placeholder: 'e.g. messageUuid',
			description:
				'Where a record holds its identifier, after which the list goes on. The specification does not show it; when empty, the usual names are tried.',
		});
	});

	test.each<[Parameters<typeof filledIn>[0], object]>([
		[{}, { limit: 50 }],
		[{ returnAll: true, filters: {}, options: {} }, {}],
		[{ limit: 5, filters: { searchAfterId: ' ' }, options: { idField: '' } }, { limit: 5 }],
		[
			{ limit: 5, filters: { searchAfterId: ' m-1 ' }, options: { idField: ' uuid ' } },
			{ limit: 5, searchAfterId: 'm-1', idField: 'uuid' },
		],
		[
			{ limit: 5, filters: { searchAfterId: 7 } },
			{ limit: 5, searchAfterId: '7' },
		],
	])('goes by its form: %j', (parameters, request) => {
		expect(readCursorRequest(filledIn(parameters))).toEqual(request);
	});
});
