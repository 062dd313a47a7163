/** The property keys and user groups of the specification (spec 2.1 and 2.5), as they travel. */

export interface Translation {
	languageCode: string;
	name?: string;
	description?: string;
}

export interface PropertyValue {
	propertyValueId?: number;
	value?: string;
	mediaURL?: string;
	filterTag?: string;
	sort?: number;
	translations?: Translation[];
}

export interface PropertyKeyFields {
	name: string;
	keyGroup?: string;
	usedForFilter?: boolean;
	usedForPresentation?: boolean;
	allowUpdateInUI?: boolean;
	sendToShippingProvider?: boolean;
	sort?: number;
}

export interface NewPropertyKey extends PropertyKeyFields {
	presentation: string;
	translations?: Translation[];
	values?: PropertyValue[];
}

export interface ChangeSet<Added, Removed, Modified = never> {
	added?: Added[];
	modified?: Modified[];
	removed?: Removed[];
}

export interface PropertyKeyUpdate extends PropertyKeyFields {
	translations?: ChangeSet<Translation, string, Translation>;
	values?: ChangeSet<PropertyValue, number, PropertyValue>;
}

export interface WarehouseRef {
	warehouseCompanyId: number;
	warehouseId: number;
}

export interface UserGroupUpdate {
	groupName?: string;
	active?: boolean;
	reports?: ChangeSet<number, number>;
	roles?: ChangeSet<string, string>;
	warehouses?: ChangeSet<WarehouseRef, WarehouseRef>;
	returnReasons?: ChangeSet<{ returnReasonId: number }, number>;
	webStores?: ChangeSet<{ storeId: number }, number>;
}
