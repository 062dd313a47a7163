import { InputError } from '../api/errors';
import type { PropertyKeyFields } from '../api/records';
import { readFields } from './collectionEntries';
import { entryProperty } from './formProperties';
import { propertyKeyName } from './fields/recordFields';
import type { FormItem } from './formItem';

export const propertyKeyNameField = entryProperty(propertyKeyName);

export function readPropertyKeyName(item: FormItem): Partial<PropertyKeyFields> {
	return readFields<PropertyKeyFields>({ name: item.parameter('name', '') }, [propertyKeyName]);
}

export function requirePropertyKeyName<Body extends PropertyKeyFields>(body: Partial<Body>): Body {
	if (String(body.name ?? '').trim() === '') throw InputError.of('invalid-property-key-name');
	return body as Body;
}
