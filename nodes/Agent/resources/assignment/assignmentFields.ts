import { requestNames } from '../../../../src/api/assumedNames';
import type { BodyForm } from '../../../../src/forms/body';
import { active, type Field } from '../../../../src/forms/fields/field';

const mainFields = [
	{
		name: 'name',
		label: 'Name',
		type: 'string',
		placeholder: 'e.g. Weekly sales summary',
	},
	{
		name: 'instructions',
		label: 'Instructions',
		type: 'string',
		rows: 4,
		placeholder: 'e.g. Sum up the sales of the last seven days by store',
		description: 'What the agent does in each run, in plain language',
	},
] as const satisfies readonly Field[];

const furtherFields = [
	{
		name: 'description',
		label: 'Description',
		type: 'string',
		placeholder: 'e.g. For the sales meeting on Monday',
		description: 'Purpose of the assignment',
	},
	{ ...active, description: 'Whether the assignment is in use' },
] as const satisfies readonly Field[];

const names = requestNames.assignment;

export const newAssignment: BodyForm<keyof typeof names> = {
	names,
	fields: mainFields,
	collection: 'additionalFields',
	optional: furtherFields,
};

export const changedAssignment: BodyForm<keyof typeof names> = {
	names,
	fields: [],
	collection: 'updateFields',
	optional: [...mainFields, ...furtherFields],
};
