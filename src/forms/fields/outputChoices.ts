/** The fields of records with many of them, and those most used. */
import { fullNames, identifierNames, requestNames } from '../../api/assumedNames';
import type { RecordOutput } from '../simplify';

/** A property key (spec 2.1): what an update can change, so the record can be a Current State. */
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

const { firstName, lastName, ...otherNames } = requestNames.user;

/**
 * A user or member in a list: little enough that fifty of them fit into a model's context. The
 * names are assumed (spec 2.6).
 */
export const listedUserOutput: RecordOutput = {
	simplified: [...identifierNames.user, firstName, lastName, ...fullNames],
	all: Object.values(otherNames),
	identifiers: identifierNames.user,
};
