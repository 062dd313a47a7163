import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { readEntryList, readFields, readUpdateFields } from './collectionEntries';
import {
	type CollectionName,
	collectionLabels,
	entryCollection,
	type EntryList,
	entryProperty,
	fieldCollection,
} from './formProperties';
import type { Field } from './fields/field';
import type { FormItem } from './formItem';
import { jsonObject } from './jsonField';

const otherFieldsLabel = 'Other Fields (JSON)';

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
export interface BodyForm<Name extends string = string> {
	/** Names in the request body, if they are assumed (spec 2.6). */
	readonly names?: Readonly<Record<Name, string>>;
	/** Fields on top of the form. */
	readonly fields: readonly (Field & { readonly name: NoInfer<Name> })[];
	readonly lists?: readonly EntryList[];
	/** The collection with the optional fields and 'Other Fields (JSON)'. */
	readonly collection: CollectionName;
	readonly optional: readonly (Field & { readonly name: NoInfer<Name> })[];
}

/** The fields on top, the lists, and the collection unless it is 'Options'. */
export function bodyProperties(form: BodyForm): INodeProperties[] {
	const { fields, lists = [], collection, optional } = form;
	return [
		...fields.map((field) => entryProperty(field)),
		...lists.map(entryCollection),
		...(collection === 'options' ? [] : [fieldCollection(collection, optional, [otherFields])]),
	];
}

/** The form's fields under the names of the request, overridden by 'Other Fields (JSON)'. */
export function readBody(item: FormItem, form: BodyForm): IDataObject {
	const { names, fields, lists = [], collection, optional } = form;
	const top = Object.fromEntries(
		fields.map(({ name }) => [name, item.parameter<IDataObject[string]>(name, '')]),
	);
	const values = {
		...readFields(top, fields),
		...(collection === 'updateFields'
			? readUpdateFields(item, optional)
			: readFields(item.parameter<IDataObject>(collection, {}), optional)),
	};
	const body = Object.fromEntries(
		Object.entries(values).map(([name, value]) => [names?.[name] ?? name, value]),
	);
	const others = jsonObject(item, otherFieldsLabel, `${collection}.${otherFields.name}`);
	const assumed = Object.keys(body).filter((name) => !Object.hasOwn(others, name));
	if (names && assumed.length > 0) {
		item.hint(
			`The API documentation doesn't list these field names: ${assumed.join(', ')}. If the service ignores them, set its own field names in '${otherFieldsLabel}'.`,
			'building',
		);
	}
	const entries = lists.flatMap((list) => {
		const read = readEntryList(item, list, others);
		return read ? [[list.name, read]] : [];
	});
	return { ...body, ...others, ...Object.fromEntries(entries) };
}

export function requireContent<Body extends object>(body: Body, collection: CollectionName): Body {
	if (Object.keys(body).length > 0) return body;
	throw new InputError(
		'There is nothing to send',
		`Add at least one field to '${collectionLabels[collection]}'. If a value comes from an expression, check this item.`,
	);
}
