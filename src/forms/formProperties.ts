/** How fields and lists of fields look in a form. */
import type { INodeProperties } from 'n8n-workflow';
import { type AnyField, entryNameOf, isList, type ListField, singularOf } from './fields/listField';
import type { Field } from './fields/field';
import { collectionParameter } from './parameters';

/** Labels of the fields in which a list is mapped. */
export const otherFieldsLabel = 'Other Fields (JSON)';
export const desiredTitle = 'Desired State';

/** A field as the form shows it. */
export function entryProperty(
	field: AnyField,
	isRequired = !isList(field) && field.required,
	mappedIn?: string,
): INodeProperties {
	if (isList(field)) return entryCollection(field, mappedIn);
	const { name, label, description } = field;
	const required = isRequired ? { required: true } : {};
	return { displayName: label, name, description, ...required, ...inputOf(field) };
}

type Input = Pick<INodeProperties, 'type' | 'default'> & Partial<INodeProperties>;

/** How a value is entered. A number is empty at first, so it is not sent as 0. */
function inputOf(field: Field): Input {
	const { type, minimum, placeholder, rows, choices } = field;
	if (field.loadOptionsMethod) return listInput(field);
	if (choices) return { type: 'options', options: [...choices], default: choices[0]?.value ?? '' };
	if (type === 'boolean') return { type, default: field.default ?? false };
	if (type === 'integer') {
		const typeOptions = { minValue: minimum, numberPrecision: 0 };
		return { type: 'number', typeOptions, default: '', placeholder };
	}
	const typeOptions = rows ? { typeOptions: { rows } } : {};
	return { type: 'string', ...typeOptions, default: field.default ?? '', placeholder };
}

/** A drop-down whose entries come from the service. */
function listInput({ loadOptionsMethod, multiple, description }: Field): Input {
	const list = `Choose from the list, or specify ${multiple ? 'IDs' : 'an ID'} using an <a href="https://docs.n8n.io/code/expressions/">expression</a>`;
	return {
		type: multiple ? 'multiOptions' : 'options',
		typeOptions: { loadOptionsMethod },
		default: multiple ? [] : '',
		description: description === undefined ? list : `${description}. ${list}.`,
	};
}

/** The collections with the optional fields of a form. */
export type CollectionName = 'additionalFields' | 'options' | 'updateFields';

/** A collection of fields that the user adds one by one. */
export function fieldCollection(
	name: CollectionName,
	fields: readonly Field[],
	others: readonly INodeProperties[] = [],
): INodeProperties {
	const properties = fields.map((field) => entryProperty(field, false));
	const description =
		name === 'updateFields'
			? 'Fields to change. A field you add and leave empty is cleared.'
			: undefined;
	return collectionParameter(name, 'field', [...properties, ...others], description);
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
	const { name, label, description = label, fields, key } = list;
	const displayName = singularOf(label);
	const values = fields.map((field) => entryProperty(field, key.includes(field.name)));
	return {
		displayName: label,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${displayName}`,
		default: {},
		description: withMapping(description, mappedIn),
		options: [{ displayName, name: entryNameOf(list), values }],
	};
}

/** The field with further entries of a list. */
export function jsonEntries({ jsonList, label, fields }: ListField): INodeProperties[] {
	if (!jsonList) return [];
	const names = fields.map(({ name }) => name).join(', ');
	const description = `List of objects to add to '${label}', usually an expression. Names: ${names}.`;
	return [{ ...jsonList, type: 'json', typeOptions: { rows: 2 }, default: '[]', description }];
}
