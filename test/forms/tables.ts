import { propertyKeyChangeSets, userGroupChangeSets } from '../../src/forms/fields/changeSetFields';
import {
	propertyKeyFields,
	propertyKeyName,
	userGroupFields,
} from '../../src/forms/fields/recordFields';
import type { StateTable } from '../../src/forms/changeSet/recordState';

/** What updates of a property key and of a user group may change. */
export const propertyKey: StateTable = {
	label: 'property key',
	fields: [propertyKeyName, ...propertyKeyFields],
	changeSets: propertyKeyChangeSets,
	identifierNames: ['propertyKeyId'],
	readOnlyNames: ['presentation'],
};

export const userGroup: StateTable = {
	label: 'user group',
	fields: userGroupFields,
	changeSets: userGroupChangeSets,
	identifierNames: ['groupId', 'userGroupId', 'id'],
	readOnlyNames: [],
};
