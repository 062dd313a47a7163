import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { fieldNamesLabel } from '../api/assumedNames';
import { InputError } from '../api/errors';
import { recordOf } from '../api/fieldNames';
import { formList, readFields, readJsonEntries, readUpdateFields } from './collectionEntries';
import {
	type AnyField,
	entryProperty,
	type Field,
	isList,
	jsonEntries,
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
	readonly fields?: readonly AnyField[];
	/** The collection with the optional fields and 'Other Fields (JSON)', if the form has them. */
	readonly collection?: CollectionName;
	readonly optional?: readonly Field[];
	/** Other entries of the collection. */
	readonly others?: readonly INodeProperties[];
}

/** The fields on top, and the collection unless it is 'Options'. */
export function bodyProperties(form: BodyForm): INodeProperties[] {
	const { fields = [], collection, optional = [], others = [] } = form;
	const entries = [
		...optional.map((field) => entryProperty(field)),
		...others,
		otherFields,
		...fields.filter(isList).flatMap(jsonEntries),
	];
	// 'Options' has entries of every operation.
	const isOwn = collection !== undefined && collection !== 'options';
	return [
		...fields.map((field) => entryProperty(field, isRequired(field))),
		...(isOwn ? [collectionParameter(collection, entries)] : []),
	];
}

const isRequired = (field: AnyField): field is Field => !isList(field) && field.required === true;

/** The fields on top of a form, without empty ones. */
export function readTopFields(item: FormItem, fields: readonly AnyField[]): IDataObject {
	const given = fields.map((field) => [
		field.name,
		isList(field) ? formList(item, field.name) : item.parameter<unknown>(field.name, field.default),
	]);
	return readFields(Object.fromEntries(given) as IDataObject, fields);
}

/**
 * @param name under which the field is sent
 * @throws InputError if a body has no value for the field
 */
export function requireValue(body: IDataObject, field: Field, name = field.name): IDataObject {
	if (!isEmpty(body[name])) return body;
	throw field.emptyCode ? InputError.of(field.emptyCode) : InputError.empty(field.displayName);
}

/**
 * The form's fields under the names of the service, overridden by 'Other Fields (JSON)' as written.
 *
 * @throws InputError if there is nothing to send, a required field on top is empty, or a value is wrong
 */
export function readBody(item: FormItem, form: BodyForm): IDataObject {
	const { fields = [], collection } = form;
	const body = { ...readTopFields(item, fields), ...readOptional(item, form) };
	for (const list of fields.filter(isList)) {
		const further = readJsonEntries(item, list);
		if (further.length > 0) body[list.name] = [body[list.name] ?? [], further].flat();
	}
	const others = collection ? readOtherFields(item, collection) : {};
	const named = item.fieldNames.toService(recordOf(item.operation), body);
	const sent = { ...named, ...others };
	checkBody(item, sent, form);
	return sent;
}

function readOtherFields(item: FormItem, collection: CollectionName): IDataObject {
	const others = jsonObject(item, otherFieldsLabel, `${collection}.${otherFields.name}`);
	// JSON has no undefined, so an expression that has no value sends nothing.
	const given = Object.entries(others).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given);
}

function readOptional(item: FormItem, { collection, optional = [] }: BodyForm): IDataObject {
	if (collection === undefined) return {};
	if (collection === 'updateFields') return readUpdateFields(item, optional);
	return readFields(item.parameter<IDataObject>(collection, {}), optional);
}

function checkBody(
	{ fieldNames, operation }: FormItem,
	sent: IDataObject,
	{ fields = [], collection }: BodyForm,
): void {
	for (const field of fields.filter(isRequired)) {
		requireValue(sent, field, fieldNames.sentName(recordOf(operation), field.name));
	}
	if (collection === undefined || Object.keys(sent).length > 0) return;
	throw new InputError(
		'There is nothing to send',
		`${missingList(fields, titleOf(collection))}Fill in a field of the form, or add one to '${titleOf(collection)}'. If a value comes from an expression, check this item.`,
	);
}

/** The list with a JSON field, if a form has one: it is what is missing. */
function missingList(fields: readonly AnyField[], collectionTitle: string): string {
	const { displayName = '', jsonList } = fields.filter(isList)[0] ?? {};
	if (!jsonList) return '';
	return `Add ${displayName.toLowerCase()} in '${displayName}', or use '${jsonList.displayName}' in '${collectionTitle}'. `;
}

/** The hint about assumed names that a response doesn't show. */
export function assumedNamesHint(names: readonly string[]): string {
	return `The API documentation doesn't list these field names: ${names.join(', ')}. The response doesn't show them either. If the service ignores them, set its own field names in '${fieldNamesLabel}' of the credential, or in '${otherFieldsLabel}'.`;
}
