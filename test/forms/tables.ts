import {
	type ChangeSetField,
	propertyKeyChangeSets,
	userGroupChangeSets,
} from '../../src/forms/fields/changeSetFields';
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
	shownNames: ['presentation'],
};

export const userGroup: StateTable = {
	label: 'user group',
	fields: userGroupFields,
	changeSets: userGroupChangeSets,
	identifierNames: ['groupId', 'userGroupId', 'id'],
	shownNames: [],
};

/** A list of one of the two. */
export function listNamed(name: string): ChangeSetField {
	const lists = [...propertyKeyChangeSets, ...userGroupChangeSets];
	const found = lists.find((list) => list.name === name);
	if (!found) throw new Error(`there is no list ${name}`);
	return found;
}
