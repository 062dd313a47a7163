/** What the forms of records take whose fields the specification does not describe (spec 2.6). */
import { activeWords, type Field } from './field';

/** The active flag, however an expression writes it. */
export const active = {
	name: 'active',
	label: 'Active',
	type: 'boolean',
	words: activeWords,
} as const satisfies Field;

export const groupName = {
	name: 'groupName',
	label: 'Group Name',
	type: 'string',
} as const satisfies Field;

export const emailAddress = {
	name: 'emailAddress',
	label: 'Email Address',
	type: 'string',
} as const satisfies Field;

export const userBody = [
	emailAddress,
	{ name: 'firstName', label: 'First Name', type: 'string' },
	{ name: 'lastName', label: 'Last Name', type: 'string' },
	{ name: 'kind', label: 'Kind', type: 'string' },
	active,
	{
		name: 'groupIds',
		label: 'User Group Names or IDs',
		type: 'integer',
		minimum: 0,
		multiple: true,
	},
	{ name: 'tenantIds', label: 'Connected Tenant Names or IDs', type: 'string', multiple: true },
] as const satisfies readonly Field[];

export const groupBody = [groupName, active] as const;

export const assignmentBody = [
	{ name: 'name', label: 'Name', type: 'string' },
	{ name: 'description', label: 'Description', type: 'string' },
	{ name: 'instructions', label: 'Instructions', type: 'string' },
	active,
] as const satisfies readonly Field[];

export const threadBody = [
	{ name: 'name', label: 'Name', type: 'string' },
] as const satisfies readonly Field[];

export const messageBody = [
	{ name: 'question', label: 'Question', type: 'string' },
] as const satisfies readonly Field[];
