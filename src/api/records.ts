/** The records whose fields the specification describes (spec 2.1 to 2.5), as they travel. */
import type { IDataObject } from 'n8n-workflow';

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

export interface ReturnRow {
	priceLookUpNumber?: string;
	quantity?: number;
	reasonCode?: string;
	reasonId?: number;
	stockKeepingUnitId?: number;
}

export interface CustomField {
	code: string;
	value: string;
}

export interface ReturnRequest {
	completed?: boolean;
	customFieldsToAdd?: CustomField[];
	deliveryId?: number;
	deliveryNumber?: string;
	note?: string;
	reasonCode?: string;
	reasonId?: number;
	rows?: ReturnRow[];
	warehouseId?: number;
	warehouseNumber?: string;
}

/** A page inside a draft; unknown fields pass through. */
export interface Page extends IDataObject {
	pageId?: string;
	layout?: IDataObject & { layoutId?: string; sections?: IDataObject[] };
}

/** The body of a ticket's unassignment (spec 4.7). */
export interface TicketUnassignment {
	version: number;
}

/** The bodies that the specification describes, by operation. */
interface DescribedBodies {
	'propertyKey.create': NewPropertyKey;
	'propertyKey.update': PropertyKeyUpdate;
	'return.create': ReturnRequest;
	'ticket.unassign': TicketUnassignment;
	'userGroup.update': UserGroupUpdate;
}

/** The body of an operation; the fields of the others are not shown (spec 2.6). */
export type RequestBody<Id> = Id extends keyof DescribedBodies ? DescribedBodies[Id] : IDataObject;
