import type { INodeProperties } from 'n8n-workflow';

export const groupNameField: INodeProperties = {
	displayName: 'Group Name',
	name: 'groupName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Warehouse Stockholm',
	description: 'The name of the user group, which no other group may have',
};

export const activeField: INodeProperties = {
	displayName: 'Active',
	name: 'active',
	type: 'options',
	options: [
		{ name: 'Leave to the Service', value: '' },
		{ name: 'Active', value: true },
		{ name: 'Inactive', value: false },
	],
	default: '',
	description: 'Whether the user group is in use',
};
