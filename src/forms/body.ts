import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { withWritten } from '../api/fieldNames';
import { InputError } from '../api/errors';
import { readEntryList, readFields, readUpdateFields } from './collectionEntries';
import {
	type CollectionName,
	entryProperty,
	fieldCollection,
	jsonEntries,
	otherFieldsLabel,
} from './formProperties';
import { type AnyField, type Field, isList } from './fields/field';
import type { FormItem } from './formItem';
import { jsonObject } from './jsonField';
import { titleOf } from './parameters';

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
	/** Whether the specification shows the names of the fields. If not, they are assumed (spec 2.6). */
	readonly isDescribed?: true;
	/** Fields and lists on top of the form. */
	readonly fields?: readonly AnyField[];
	/** The collection with the optional fields and 'Other Fields (JSON)'. */
	readonly collection: CollectionName;
	readonly optional?: readonly Field[];
	/** Other entries of the collection. */
	readonly others?: readonly INodeProperties[];
}

/** The fields on top, and the collection unless it is 'Options'. */
export function bodyProperties(form: BodyForm): INodeProperties[] {
	const { fields = [], collection, optional = [], others = [] } = form;
	const further = [...others, otherFields, ...fields.filter(isList).flatMap(jsonEntries)];
	return [
		...fields.map((field) => entryProperty(field)),
		...(collection === 'options' ? [] : [fieldCollection(collection, optional, further)]),
	];
}

/** The form's fields overridden by 'Other Fields (JSON)'. */
export function readBody(item: FormItem, form: BodyForm): IDataObject {
	const { fields = [], collection, optional = [] } = form;
	const single = fields.filter((field) => !isList(field));
	const top = Object.fromEntries(
		single.map(({ name }) => [name, item.parameter<IDataObject[string]>(name, '')]),
	);
	const body = {
		...readFields(top, single),
		...(collection === 'updateFields'
			? readUpdateFields(item, optional)
			: readFields(item.parameter<IDataObject>(collection, {}), optional)),
	};
	const others = jsonObject(item, otherFieldsLabel, `${collection}.${otherFields.name}`);
	const assumed = Object.keys(body).filter((name) => !Object.hasOwn(others, name));
	if (!form.isDescribed) item.noteAssumed(assumed);
	const entries = fields.filter(isList).flatMap((list) => {
		const read = readEntryList(item, list, others);
		return read ? [[list.name, read]] : [];
	});
	return { ...withWritten(body, others), ...Object.fromEntries(entries) };
}

/**
 * As {@link readBody}.
 *
 * @throws InputError if the form is empty
 */
export function readContent(item: FormItem, form: BodyForm): IDataObject {
	const body = readBody(item, form);
	if (Object.keys(body).length > 0) return body;
	throw new InputError(
		'There is nothing to send',
		`Fill in a field of the form, or add one to '${titleOf(form.collection)}'. If a value comes from an expression, check this item.`,
	);
}

/** The hint about assumed names that a response doesn't show. */
export function assumedNamesHint(names: readonly string[]): string {
	return `The API documentation doesn't list these field names: ${names.join(', ')}. The response doesn't show them either. If the service ignores them, set its own field names in 'Field Names (JSON)' of the credential, or in '${otherFieldsLabel}'.`;
}
