import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { fieldNamesLabel, ownNamesOf } from '../api/assumedNames';
import { InputError } from '../api/errors';
import { recordOf } from '../api/fieldNames';
import { readEntryList, readFields, readUpdateFields } from './collectionEntries';
import {
	entryProperty,
	type Field,
	jsonEntries,
	type ListField,
	otherFieldsLabel,
} from './fields/field';
import type { FormItem } from './formItem';
import { jsonObject } from './jsonField';
import { type CollectionName, collectionParameter, titleOf } from './parameters';
import { isEmpty } from '../values/scalars';

/** Names that the form doesn't have, or that the service calls otherwise. */
export const otherFields: INodeProperties = {
	displayName: otherFieldsLabel,
	name: 'additionalBody',
	type: 'json',
	typeOptions: { rows: 2 },
	default: '{}',
	description:
		'Extra fields as a JSON object. They override the fields above. Use this if your service has other field names.',
};

/** The form of the body of a request. */
export interface BodyForm {
	/** On top of the form. */
	readonly fields?: readonly Field[];
	/** Below them. */
	readonly lists?: readonly ListField[];
	/** The collection with the optional fields and 'Other Fields (JSON)', if the form has them. */
	readonly collection?: CollectionName;
	readonly optional?: readonly Field[];
	/** Other entries of the collection. */
	readonly others?: readonly INodeProperties[];
}

/** The fields on top, and the collection unless it is 'Options'. */
export function bodyProperties(form: BodyForm): INodeProperties[] {
	const { fields = [], lists = [], collection, optional = [], others = [] } = form;
	const entries = [
		...optional.map((field) => entryProperty(field)),
		...others,
		otherFields,
		...lists.flatMap(jsonEntries),
	];
	// 'Options' has entries of every operation.
	const isOwn = collection !== undefined && collection !== 'options';
	return [
		...fields.map((field) => entryProperty(field, field.required)),
		...lists.map((list) => entryProperty(list)),
		...(isOwn ? [collectionParameter(collection, entries)] : []),
	];
}

/** The fields on top of a form, without empty ones. */
export function readTopFields(item: FormItem, fields: readonly Field[]): IDataObject {
	const given = fields.map(({ default: initial, name }) => [
		name,
		item.parameter<unknown>(name, initial),
	]);
	return readFields(Object.fromEntries(given) as IDataObject, fields);
}

/** @throws InputError if a body has no value for the field */
export function requireValue(body: IDataObject, field: Field): IDataObject {
	if (!isEmpty(body[field.name])) return body;
	throw field.emptyCode ? InputError.of(field.emptyCode) : InputError.empty(field.displayName);
}

/**
 * The form's fields under the names of the service, overridden by 'Other Fields (JSON)' as written.
 *
 * @throws InputError if there is nothing to send, a required field on top is empty, or a value is wrong
 */
export function readBody(item: FormItem, form: BodyForm): IDataObject {
	const { fields = [], lists = [], collection } = form;
	const body = { ...readTopFields(item, fields), ...readOptional(item, form) };
	const others = collection
		? jsonObject(item, otherFieldsLabel, `${collection}.${otherFields.name}`)
		: {};
	const record = recordOf(item.operation);
	const renamed = item.fieldNames.toService(record, body);
	const assumed = Object.keys(renamed).filter((name) => !Object.hasOwn(others, name));
	// The specification shows the fields of other records.
	if (ownNamesOf(record).length > 0) item.noteAssumed(assumed);
	const entries = lists.map((list) => [list.name, readEntryList(item, list, others)] as const);
	const filled = Object.fromEntries(entries.filter(([, list]) => list !== undefined));
	checkBody({ ...body, ...others, ...filled }, form);
	return { ...renamed, ...others, ...filled };
}

function readOptional(item: FormItem, { collection, optional = [] }: BodyForm): IDataObject {
	if (collection === undefined) return {};
	if (collection === 'updateFields') return readUpdateFields(item, optional);
	return readFields(item.parameter<IDataObject>(collection, {}), optional);
}

function checkBody(body: IDataObject, form: BodyForm): void {
	const { fields = [], lists = [], collection } = form;
	for (const field of fields.filter(({ required }) => required)) requireValue(body, field);
	if (collection === undefined || Object.keys(body).length > 0) return;
	throw new InputError(
		'There is nothing to send',
		`${missingList(lists)}Fill in a field of the form, or add one to '${titleOf(collection)}'. If a value comes from an expression, check this item.`,
	);
}

/** The first list, if a form has some: it is what is missing. */
function missingList([list]: readonly ListField[]): string {
	if (!list) return '';
	const { displayName, jsonList } = list;
	const places = [displayName, ...(jsonList ? [jsonList.displayName] : [])];
	return `Add ${displayName.toLowerCase()} in ${places.map((each) => `'${each}'`).join(' or ')}. `;
}

/** The hint about assumed names that a response doesn't show. */
export function assumedNamesHint(names: readonly string[]): string {
	return `The API documentation doesn't list these field names: ${names.join(', ')}. The response doesn't show them either. If the service ignores them, set its own field names in '${fieldNamesLabel}' of the credential, or in '${otherFieldsLabel}'.`;
}
