import { booleanParameter, textParameter } from '../../../../src/forms/parameters';

/** Of a new and a changed assignment. */
export const mainFields = [
	textParameter('name', 'Weekly sales summary'),
	{
		...textParameter(
			'instructions',
			'Sum up the sales of the last seven days by store',
			'What the agent does in each run, in plain language',
		),
		typeOptions: { rows: 4 },
	},
];

export const furtherFields = [
	textParameter('description', 'For the sales meeting on Monday', 'Purpose of the assignment'),
	booleanParameter('active', 'Whether the assignment is in use', true),
];
