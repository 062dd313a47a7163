/**
 * The fields of a record or a body, and how a form shows them. Readers check, send and compare values
 * by them. How lists are sent differs from list to list (spec 2.1 and 2.5).
 */
import type { INodeProperties } from 'n8n-workflow';
import type { ErrorCode } from '../../api/errorCodes';

/** The type of a value. Numbers are whole. */
export type ValueType = Pick<INodeProperties, 'type' | 'typeOptions'>;

/** A field with one value, as n8n describes it, and what n8n doesn't know of it. */
export interface Field extends INodeProperties {
	/** Other names or paths of it in an entry that refers to a record, the likeliest first. */
	otherNames?: readonly string[];
	/** How a value is read that the user selects from a list, if not as text. */
	readAs?: ValueType;
	/** The service's code for an empty value. */
	emptyCode?: ErrorCode;
	/** The text that is sent, such as an address without the marks around it. Refuses a wrong one. */
	parse?: (text: string) => string;
}

/** A list inside a record or a body. */
export interface ListField {
	/** Name on the wire and in the form. */
	readonly name: string;
	readonly displayName: string;
	/** One line for the form. */
	readonly description?: string;
	/** Name of the list inside the form's parameter, if it is not the name without its last "s". */
	readonly entryName?: string;
	/** The fields of an entry, the identifier included. */
	readonly fields: readonly AnyField[];
	/** Names of the fields that together identify an entry. Each is required. */
	readonly key: readonly string[];
	/** The identifier that the service assigns; without one, the key identifies an entry. */
	readonly identifier?: Field;
	/** Whether an entry can be changed in place. */
	readonly modifiable?: true;
	/** Types of change whose entries travel as their key or identifier alone. */
	readonly bare?: ReadonlyArray<'added' | 'removed'>;
	/** Whether several entries may have the same key. */
	readonly mayRepeat?: true;
	/** The service's code for two entries with the same key. */
	readonly duplicateCode?: ErrorCode;
	/** A field of the collection with further entries as a JSON list. */
	readonly jsonList?: { readonly name: string; readonly displayName: string };
}

export type AnyField = Field | ListField;

export const isList = (field: object): field is ListField => 'fields' in field;

/** For example "Value", if the list is "Values". */
export const singularOf = (plural: string) => plural.replace(/s$/, '');

export function entryNameOf({ name, entryName = singularOf(name) }: ListField): string {
	return entryName;
}

/** Labels of the fields in which a list is mapped. */
export const otherFieldsLabel = 'Other Fields (JSON)';
export const desiredTitle = 'Desired State';

/** What n8n doesn't know of a field. */
const readerKeys = ['emptyCode', 'otherNames', 'parse', 'readAs'] as const;

/** A field as the form shows it. */
export function entryProperty(field: AnyField, isRequired = false, mappedIn?: string) {
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
