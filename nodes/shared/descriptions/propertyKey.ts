import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { readEntry } from '../execution/entries';
import type { ItemContext } from '../execution/operation';
import { errorCodes } from '../service/errorCodes';
import { propertyKeyFields, propertyKeyName } from '../service/recordFields';
import { InputError } from '../transport/serviceError';
import { entryProperty, fieldCollection } from './changeSet';

/** The name of a property key; an empty one is refused item by item, with the service's code. */
export const propertyKeyNameField: INodeProperties = entryProperty(propertyKeyName);

/** The other fields of a property key. */
export const propertyKeyAdditionalFields = fieldCollection(
	'additionalFields',
	'Additional Fields',
	propertyKeyFields,
);

/**
 * The name and the additional fields that the user filled in, as they travel.
 *
 * @param item the item
 * @throws InputError where a field is of another kind
 */
export function readPropertyKeyFields(item: ItemContext): IDataObject {
	return {
		...readEntry(item.node, { name: item.parameter('name', '') }, [propertyKeyName]),
		...readEntry(item.node, item.parameter<IDataObject>('additionalFields', {}), propertyKeyFields),
	};
}

/**
 * Refuses a property key without a name, as the service would.
 *
 * @param item the item
 * @param body what would be sent
 * @throws InputError with the service's own code
 */
export function requirePropertyKeyName(item: ItemContext, body: IDataObject): void {
	const name = body[propertyKeyName.name];
	if (name !== undefined && name !== null && String(name).trim() !== '') return;
	const code = 'invalid-property-key-name';
	throw new InputError(item.node, errorCodes[code].message, errorCodes[code].description, code);
}
