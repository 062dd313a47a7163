import type { IDataObject } from 'n8n-workflow';
import { listForms, readLimit } from '../../src/forms/lists';
import { filledIn } from './filledIn';

describe('Limit', () => {
	const limitOf = (parameters: object) => readLimit(filledIn(parameters as IDataObject));

	test.each<[string, object, number | undefined]>([
		['an empty text, as its default', { limit: '' }, 50],
		['null, as its default', { limit: null }, 50],
		['Return All, as no limit', { returnAll: true, limit: 0 }, undefined],
		['a text for Return All, as no limit', { returnAll: 'yes', limit: 0 }, undefined],
	])('is read from %s', (_title, parameters, expected) => {
		expect(limitOf(parameters)).toBe(expected);
	});
});

describe('the filters', () => {
	const read = (filters: object) =>
		listForms.search.read(filledIn({ filters } as IDataObject)).query;

	test.each<[string, object, object]>([
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
});
