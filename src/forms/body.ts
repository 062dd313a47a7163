import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { withWritten } from '../api/fieldNames';
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
export interface BodyForm {
	/** Whether the specification doesn't show the names of the fields (spec 2.6). */
	readonly hasAssumedNames?: true;
	/** Fields on top of the form. */
	readonly fields: readonly Field[];
	readonly lists?: readonly EntryList[];
	/** The collection with the optional fields and 'Other Fields (JSON)'. */
	readonly collection: CollectionName;
	readonly optional: readonly Field[];
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

/** The form's fields overridden by 'Other Fields (JSON)'. */
export function readBody(item: FormItem, form: BodyForm): IDataObject {
	const { fields, lists = [], collection, optional } = form;
	const top = Object.fromEntries(
		fields.map(({ name }) => [name, item.parameter<IDataObject[string]>(name, '')]),
	);
	const body = {
		...readFields(top, fields),
		...(collection === 'updateFields'
			? readUpdateFields(item, optional)
			: readFields(item.parameter<IDataObject>(collection, {}), optional)),
	};
	const others = jsonObject(item, otherFieldsLabel, `${collection}.${otherFields.name}`);
	const assumed = Object.keys(body).filter((name) => !Object.hasOwn(others, name));
	if (form.hasAssumedNames && assumed.length > 0) {
		item.hint(
			`The API documentation doesn't list these field names: ${assumed.join(', ')}. If the service ignores them, set its own field names in '${otherFieldsLabel}'.`,
			'building',
		);
	}
	const entries = lists.flatMap((list) => {
		const read = readEntryList(item, list, others);
		return read ? [[list.name, read]] : [];
	});
	return { ...withWritten(body, others), ...Object.fromEntries(entries) };
}

export function requireContent<Body extends object>(body: Body, collection: CollectionName): Body {
	if (Object.keys(body).length > 0) return body;
	throw new InputError(
		'There is nothing to send',
		`Add at least one field to '${collectionLabels[collection]}'. If a value comes from an expression, check this item.`,
	);
}
