import type { INodeProperties } from 'n8n-workflow';

/** The name of a user group. */
export const groupNameField: INodeProperties = {
	displayName: 'Group Name',
	name: 'groupName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Warehouse Stockholm',
	description: 'Unique name of the user group',
};

/** What being active means for a user group. */
export const activeMeaning = 'Whether the user group is in use';
