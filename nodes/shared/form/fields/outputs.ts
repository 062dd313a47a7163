/** The fields of records with many of them (spec 2.1 to 2.3), and those most used. */
import type { RecordOutput } from '../simplify';

/** A property key: what an update may change, so that the record can be a Current State. */
export const propertyKeyOutput: RecordOutput = {
	simplified: [
		'propertyKeyId',
		'name',
		'keyGroup',
		'usedForFilter',
		'usedForPresentation',
		'allowUpdateInUI',
		'sendToShippingProvider',
		'sort',
		'translations',
		'values',
	],
	all: ['presentation'],
};

export const ticketOutput: RecordOutput = {
	simplified: [
		'ticketId',
		'ticketNumber',
		'version',
		'resolution',
		'centralUserId',
		'customerId',
		'messages.0.subject',
		'labels',
		'createdAt',
		'modifiedAt',
	],
	all: ['helpdeskAccountId', 'autoReply', 'activities', 'messages'],
};

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
