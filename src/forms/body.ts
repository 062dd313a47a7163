import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { readFields, readUpdateFields } from './collectionEntries';
import {
	type CollectionName,
	collectionLabels,
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

export function readOtherFields(item: FormItem, collection: CollectionName): IDataObject {
	return jsonObject(item, otherFieldsLabel, `${collection}.${otherFields.name}`);
}

/** The form of a record whose fields the specification doesn't describe (spec 2.6). */
export interface BodyForm<Name extends string = string> {
	/** Names in the request body, which are assumed. */
	readonly names: Readonly<Record<Name, string>>;
	/** Fields on top of the form. */
	readonly fields: readonly (Field & { readonly name: NoInfer<Name> })[];
	/** The collection with the optional fields and 'Other Fields (JSON)'. */
	readonly collection: CollectionName;
	readonly optional: readonly (Field & { readonly name: NoInfer<Name> })[];
}

/** The fields on top, and the collection unless it is 'Options'. */
export function bodyProperties({ fields, collection, optional }: BodyForm): INodeProperties[] {
	return [
		...fields.map((field) => entryProperty(field)),
		...(collection === 'options' ? [] : [fieldCollection(collection, optional, [otherFields])]),
	];
}

/** The form's fields under the assumed names, overridden by 'Other Fields (JSON)'. */
export function readBody(item: FormItem, form: BodyForm): IDataObject {
	const { names, fields, collection, optional } = form;
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
		Object.entries(values).map(([name, value]) => [names[name] ?? name, value]),
	);
	const others = readOtherFields(item, collection);
	const assumed = Object.keys(body).filter((name) => !Object.hasOwn(others, name));
	if (assumed.length > 0) {
		item.hint(
			`The API documentation doesn't list these field names: ${assumed.join(', ')}. If the service ignores them, set its own field names in '${otherFieldsLabel}'.`,
			'building',
		);
	}
	return { ...body, ...others };
}

export function requireContent<Body extends object>(body: Body, collection: CollectionName): Body {
	if (Object.keys(body).length > 0) return body;
	throw new InputError(
		'There is nothing to send',
		`Add at least one field to '${collectionLabels[collection]}'. If a value comes from an expression, check this item.`,
	);
}
