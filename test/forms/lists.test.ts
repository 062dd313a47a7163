import type { IDataObject } from 'n8n-workflow';
import { listForms, readLimit } from '../../src/forms/lists';
import { filledIn, refusal } from './filledIn';

describe('Limit', () => {
	const limitOf = (parameters: object) => readLimit(filledIn(parameters as IDataObject));

	test.each<[string, object, number | undefined]>([
		['its default', {}, 50],
		['a number', { limit: 1 }, 1],
		['a number as text', { limit: ' 3 ' }, 3],
		['an empty text, as its default', { limit: '' }, 50],
		['null, as its default', { limit: null }, 50],
		['Return All, as no limit', { returnAll: true, limit: 0 }, undefined],
		['a text for Return All, as no limit', { returnAll: 'yes', limit: 0 }, undefined],
	])('is read from %s', (_title, parameters, expected) => {
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

	test.each<[string, object | undefined, object]>([
		['no filters', undefined, {}],
		['empty filters', { keywords: ' ', active: '' }, {}],
		['keywords with surrounding spaces', { keywords: ' anna berg ' }, { keywords: 'anna berg' }],
		['keywords that are a number', { keywords: 12 }, { keywords: '12' }],
		[
			'a choice in other case',
			{ active: ' inactive ', keywords: 'a' },
			{ active: 'INACTIVE', keywords: 'a' },
		],
	])('become a query from %s', (_title, filters, query) => {
		expect(read(filters)).toEqual(query);
	});

	test('refuse an unknown Active', () => {
		const { message, description } = refusal(() => read({ active: ' yes ' }));
		expect(message).toContain('Active "yes"');
		expect(description).toContain('ACTIVE, ALL, INACTIVE');
	});
});
