import type { INodeProperties } from 'n8n-workflow';
import { unsent, type Writing } from '../../../shared/descriptions/body';

/** The name of a user group. */
export const groupNameField: INodeProperties = {
	displayName: 'Group Name',
	name: 'groupName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Warehouse Stockholm',
	description: 'The name of the user group, which no other group may have',
};

/** @param writing whether the user group is created or updated */
export function activeField(writing: Writing): INodeProperties {
	return {
		displayName: 'Active',
		name: 'active',
		type: 'options',
		options: [
			{ name: unsent[writing], value: '' },
			{ name: 'Active', value: true },
			{ name: 'Inactive', value: false },
		],
		default: '',
		description: 'Whether the user group is in use',
	};
}
