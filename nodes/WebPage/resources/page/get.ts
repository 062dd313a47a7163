import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../src/api/errors';
import type { PathValues } from '../../../../src/api/operations';
import { readOutput, type RecordOutput } from '../../../../src/forms/simplify';
import { choiceParameter, readChoice } from '../../../../src/forms/parameters';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { toRecord } from '../../../../src/values/jsonObject';
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
	outputName: 'toolOutput',
	displayOptions: { show: { output: ['page'] } },
};

/** The sections of a page in order, each with the identifiers of its page and its layout. */
function sectionsOf(page: IDataObject, { pageId }: PathValues): IDataObject[] {
	const { layoutId, sections } = Object(page.layout) as IDataObject;
	// The JSON may have null for none.
	if (sections === null) return [];
	if (!Array.isArray(sections)) {
		throw ServiceError.invalidResponse(
			'The response contains no list of sections',
			"Set 'Output' to 'Page' to see the response.",
		);
	}
	const identified = { pageId: page.pageId ?? pageId, layoutId };
	return sections.map((section: unknown) => ({ ...identified, ...toRecord(section) }));
}

const output = choiceParameter('output', 'page', 'What each item contains', {
	page: ['Page', 'One item with the page, its layout, and its sections'],
	sections: ['Sections', 'One item per section, with the IDs of the page and the layout'],
});

export const get: NodeOperation = {
	id: 'page.get',
	description: 'Get a web page in a draft, with its layout and sections',
	fields: [output],
	output: pageOutput,
	async execute(item) {
		const returnsSections = readChoice(item, output) === 'sections';
		const shown = returnsSections ? undefined : readOutput(item, pageOutput);
		const { record } = await item.request();
		return shown ? [shown(record)] : sectionsOf(record, item.path);
	},
};
