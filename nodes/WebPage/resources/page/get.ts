import type { RecordOutput } from '../../../../src/forms/simplify';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { words } from '../../../../src/values/words';

/**
 * The fields of a page that are used most, and the others (spec 2.3).
 *
 * @internal
 */
export const pageOutput: RecordOutput = {
	simplified: words(`
		pageId categoryId title metaTitle metaDescription languageCode countryCode path status layout.layoutId
	`),
	all: words('contentLocaleId searchableContent layout'),
};

export const get: NodeOperation = {
	id: 'page.get',
	description: 'Get a web page in a draft, with its layout and sections',
	output: pageOutput,
};
