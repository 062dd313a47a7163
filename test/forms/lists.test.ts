import type { IDataObject } from 'n8n-workflow';
import { listForms, readLimit } from '../../src/forms/lists';
import { filledIn, refusal } from './filledIn';

describe('Limit', () => {
	const limitOf = (parameters: object) => readLimit(filledIn(parameters as IDataObject));

	test.each<[object, number | undefined]>([
		[{}, 50],
		[{ limit: 1 }, 1],
		[{ limit: ' 3 ' }, 3],
		[{ limit: '' }, 50],
		[{ limit: null }, 50],
		[{ returnAll: true, limit: 0 }, undefined],
		[{ returnAll: 'yes', limit: 0 }, undefined],
	])('of %j is %j', (parameters, expected) => {
		expect(limitOf(parameters)).toBe(expected);
	});

	test.each([
		...[0, -1, 1.5, 'all', {}].map((limit) => [{ returnAll: 'no', limit }, 'Limit'] as const),
		[{ returnAll: 'some' }, 'Return All "some"'] as const,
	])('%j is refused', (parameters, message) => {
		expect(refusal(() => limitOf(parameters)).message).toContain(message);
	});
});

describe('the filters', () => {
	const read = (filters?: object) =>
		listForms.search.read(filledIn((filters ? { filters } : {}) as IDataObject)).query;

	test.each<[object | undefined, object]>([
		[undefined, {}],
		[{ keywords: ' ', active: '' }, {}],
		[{ keywords: ' anna berg ' }, { keywords: 'anna berg' }],
		[{ keywords: 12 }, { keywords: '12' }],
		[
			{ active: ' inactive ', keywords: 'a' },
			{ active: 'INACTIVE', keywords: 'a' },
		],
	])('%j become the query %j', (filters, query) => {
		expect(read(filters)).toEqual(query);
	});

	test('refuse an unknown Active', () => {
		const { message, description } = refusal(() => read({ active: ' yes ' }));
		expect(message).toContain('Active "yes"');
		expect(description).toContain('ACTIVE, ALL, INACTIVE');
	});
});

test.each<[object, object]>([
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
])('a list by cursor reads %j as %j', (parameters, request) => {
	expect(listForms.cursor.read(filledIn(parameters as IDataObject))).toEqual(request);
});
