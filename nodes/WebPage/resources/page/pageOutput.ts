import type { RecordOutput } from '../../../../src/forms/simplify';

/** The fields of a page that are used most, and the others (spec 2.3). */
export const pageOutput: RecordOutput = {
	simplified: [
		'pageId',
		'categoryId',
		'title',
		'metaTitle',
		'metaDescription',
		'languageCode',
		'countryCode',
		'path',
		'status',
		'layout.layoutId',
	],
	all: ['contentLocaleId', 'searchableContent', 'layout'],
	displayOptions: { show: { output: ['page'] } },
	outputName: 'toolOutput',
};
