import type { INodeProperties } from 'n8n-workflow';
import { runStateOptions } from '../shared/agent/runState';
import { optionsField } from '../shared/form/options';
import { assignmentPicker } from '../shared/form/pickers';

const { options: commonOptions = [], ...optionsCollection } = optionsField('run.getAll', [
	...runStateOptions,
	{
		displayName: 'Emit Existing Runs',
		name: 'emitExisting',
		type: 'boolean',
		default: false,
		description:
			'Whether the first activation also fires for the runs that exist by then. Otherwise it fires only for what happens afterwards.',
	},
	{
		displayName: 'Include Logs',
		name: 'includeLogs',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the log lines that the run has written since its last event. Each line comes once.',
	},
]);

/** The form of the trigger. */
export const fields: INodeProperties[] = [
	{
		displayName: 'Watch',
		name: 'watch',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'All Assignments',
				value: 'all',
				description: 'Runs of every assignment of the tenant, new assignments included',
			},
			{
				name: 'One Assignment',
				value: 'assignment',
				description: 'Runs of one assignment',
			},
		],
		default: 'assignment',
		description: 'Whose runs to watch',
	},
	{
		...assignmentPicker,
		description: 'The assignment whose runs to watch',
		displayOptions: { show: { watch: ['assignment'] } },
	},
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'multiOptions',
		required: true,
		options: [
			{
				name: 'Run Changed',
				value: 'runChanged',
				description: 'The record of a run changed, other than by its start or end',
			},
			{
				name: 'Run Finished',
				value: 'runFinished',
				description: 'A run ended, in whatever way',
			},
			{
				name: 'Run Started',
				value: 'runStarted',
				description: 'A run is there that was not there before',
			},
		],
		default: ['runFinished'],
		description: 'What starts the workflow',
	},
	{
		...optionsCollection,
		options: commonOptions.map((option) =>
			option.name === 'concurrency'
				? { ...option, description: 'How many assignments or logs to read at the same time' }
				: option,
		) as INodeProperties[],
	},
];
