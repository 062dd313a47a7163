/** How fields and lists of fields look in a form. */
import type { INodeProperties } from 'n8n-workflow';
import {
	type AnyField,
	entryNameOf,
	type Field,
	isList,
	type ListField,
	singularOf,
} from './fields/field';

/** Labels of the fields in which a list is mapped. */
export const otherFieldsLabel = 'Other Fields (JSON)';
export const desiredTitle = 'Desired State';

/** What n8n doesn't know of a field. */
const readerKeys = ['check', 'emptyCode', 'otherNames', 'readAs'] as const;

/** A field as the form shows it. */
export function entryProperty(
	field: AnyField,
	isRequired = false,
	mappedIn?: string,
): INodeProperties {
	if (isList(field)) return entryCollection(field, mappedIn);
	const property: Field = { ...field, required: isRequired || undefined };
	for (const name of readerKeys) delete property[name];
	return property;
}

/** The form takes entries one by one. A list is mapped in another field. */
export function withMapping(description: string, mappedIn: string): string {
	return `${description}. To map a list, use '${mappedIn}'.`;
}

/** A list as the form shows it. */
function entryCollection(
	list: ListField,
	mappedIn = list.jsonList?.displayName ?? otherFieldsLabel,
): INodeProperties {
	const { name, displayName, description = displayName, fields, key } = list;
	const entry = singularOf(displayName);
	const values = fields.map((field) => entryProperty(field, key.includes(field.name)));
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${entry}`,
		default: {},
		description: withMapping(description, mappedIn),
		options: [{ displayName: entry, name: entryNameOf(list), values }],
	};
}

/** The field with further entries of a list. */
export function jsonEntries({ jsonList, displayName, fields }: ListField): INodeProperties[] {
	if (!jsonList) return [];
	const names = fields.map(({ name }) => name).join(', ');
	const description = `List of objects to add to '${displayName}', usually an expression. Names: ${names}.`;
	return [{ ...jsonList, type: 'json', typeOptions: { rows: 2 }, default: '[]', description }];
}
