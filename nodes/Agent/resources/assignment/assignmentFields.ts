import type { BodyForm } from '../../../../src/forms/body';
import { active, type Field, stringField } from '../../../../src/forms/fields/field';

const mainFields = [
	stringField('name', 'Weekly sales summary'),
	{
		...stringField(
			'instructions',
			'Sum up the sales of the last seven days by store',
			'What the agent does in each run, in plain language',
		),
		rows: 4,
	},
] as const satisfies readonly Field[];

const furtherFields = [
	stringField('description', 'For the sales meeting on Monday', 'Purpose of the assignment'),
	{ ...active, description: 'Whether the assignment is in use' },
] as const satisfies readonly Field[];

export const newAssignment: BodyForm = {
	fields: mainFields,
	collection: 'additionalFields',
	optional: furtherFields,
};

export const changedAssignment: BodyForm = {
	collection: 'updateFields',
	optional: [...mainFields, ...furtherFields],
};
