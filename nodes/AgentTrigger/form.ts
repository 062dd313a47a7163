import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { fingerprint } from '../../src/api/fingerprint';
import { readRunStateOptions, runStateOptions } from '../../src/agent/runs/runState';
import { assignmentPicker } from '../../src/forms/pickers';
import {
	pollOptionsField,
	readPollSettings,
	readTriggerOn,
	startFromField,
} from '../../src/polling/form';
import { runEvents, type TriggerSettings } from './types';

const concurrency: INodeProperties = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 10,
	description: 'How many assignments or logs to read in parallel',
};

const includeLogs: INodeProperties = {
	displayName: 'Include Logs',
	name: 'includeLogs',
	type: 'boolean',
	default: false,
	description: 'Whether to include the log lines since the last event of the run',
};

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
				description: 'Runs of all assignments of the tenant, including new ones',
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
				description: 'A run changed, other than by its start or end',
			},
			{
				name: 'Run Finished',
				value: 'runFinished',
				description: 'A run ended, for any reason. Triggers once per run.',
			},
			{
				name: 'Run Started',
				value: 'runStarted',
				description: 'A new run appeared',
			},
		],
		default: ['runFinished'],
	},
	startFromField('Runs'),
	pollOptionsField([...runStateOptions, concurrency, includeLogs]),
];

/** @throws InputError if a field is empty or wrong */
export function readSettings(functions: IPollFunctions): TriggerSettings {
	const options = functions.getNodeParameter('options', {}) as IDataObject;
	const triggerOn = readTriggerOn(functions, runEvents);
	const watchesAll = functions.getNodeParameter('watch', 'assignment') === 'all';
	const assignmentId = watchesAll
		? undefined
		: String(functions.getNodeParameter('assignmentId', '', { extractValue: true }) ?? '').trim();
	const stateOptions = readRunStateOptions(options);
	return {
		...readPollSettings(functions),
		assignmentId,
		watchesAll,
		triggerOn,
		includeLogs: options.includeLogs === true,
		stateOptions,
		readBy: fingerprint(stateOptions),
	};
}
