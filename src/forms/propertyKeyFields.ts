import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../api/errors';
import type { PropertyKeyFields } from '../api/records';
import { entryProperty, fieldCollection, readEntry } from './collectionEntries';
import { propertyKeyFields, propertyKeyName } from './fields/recordFields';
import type { FormItem } from './formItem';

/** The name of a property key; an empty one is refused item by item, with the service's code. */
export const propertyKeyNameField: INodeProperties = {
	...entryProperty(propertyKeyName),
	required: true,
};

/** The other fields of a property key. */
export const propertyKeyAdditionalFields = fieldCollection(
	'additionalFields',
	'Additional Fields',
	propertyKeyFields,
);

/**
 * The name and the additional fields that the user filled in, as they travel.
 *
 * @throws InputError where a field is of another kind
 */
export function readPropertyKeyFields(item: FormItem): Partial<PropertyKeyFields> {
	return {
		...readEntry<PropertyKeyFields>({ name: item.parameter('name', '') }, [propertyKeyName]),
		...readEntry<PropertyKeyFields>(
			item.parameter<IDataObject>('additionalFields', {}),
			propertyKeyFields,
		),
	};
}

/**
 * Refuses a property key without a name, as the service would.
 *
 * @throws InputError with the service's own code
 */
export function requirePropertyKeyName<Body extends PropertyKeyFields>(
	body: Partial<Body>,
): asserts body is Body {
	if (String(body.name ?? '').trim() === '') throw InputError.of('invalid-property-key-name');
}
