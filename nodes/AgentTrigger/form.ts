import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { fingerprint } from '../../src/agent/runs/fingerprint';
import { readRunStateOptions, runStateOptions } from '../../src/agent/runs/runState';
import { InputError } from '../../src/api/errors';
import { defaultOptions, optionsField } from '../../src/forms/options';
import { assignmentPicker } from '../../src/forms/pickers';
import { wholeNumber } from '../../src/forms/value';
import { requestsAtOnce } from '../../src/http/limits/concurrencyLimit';
import { runEvents, type TriggerSettings } from './types';

const { options: allOptions = [], ...optionsCollection } = optionsField([
	...runStateOptions,
	{
		displayName: 'Include Logs',
		name: 'includeLogs',
		type: 'boolean',
		default: false,
		description: 'Whether to include the log lines since the last event of the run',
	},
]);

const concurrencyDescription = 'How many assignments or logs to read in parallel';

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
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Existing Runs',
				value: 'existing',
				description: 'Also runs that already exist',
			},
			{
				name: 'Now',
				value: 'now',
				description: 'Only events after publishing',
			},
		],
		default: 'now',
		description: 'Which runs to include when you first publish the workflow',
	},
	{
		...optionsCollection,
		options: (allOptions as INodeProperties[])
			// A trigger has no items, which could belong to other tenants.
			.filter(({ name }) => name !== 'tenantId')
			.map((option) => ({
				...option,
				description: option.name === 'concurrency' ? concurrencyDescription : option.description,
			})),
	},
];

/** @throws InputError if a field is empty or wrong */
export function readSettings(functions: IPollFunctions): TriggerSettings {
	const options = functions.getNodeParameter('options', {}) as IDataObject;
	const selected: unknown[] = [functions.getNodeParameter('triggerOn', [])].flat();
	const triggerOn = runEvents.filter((event) => selected.includes(event));
	if (triggerOn.length === 0) {
		throw new InputError("'Trigger On' is empty", 'Select at least one event.');
	}
	const watchesAll = functions.getNodeParameter('watch', 'assignment') === 'all';
	const assignmentId = watchesAll
		? undefined
		: String(functions.getNodeParameter('assignmentId', '', { extractValue: true }) ?? '').trim();
	const stateOptions = readRunStateOptions(options);
	const {
		concurrency = requestsAtOnce.maximum,
		timeout = defaultOptions.timeout,
		maxRetries = defaultOptions.maxRetries,
	} = options;
	return {
		assignmentId,
		watchesAll,
		triggerOn,
		startFrom: functions.getNodeParameter('startFrom', 'now') === 'existing' ? 'existing' : 'now',
		includeLogs: options.includeLogs === true,
		stateOptions,
		readBy: fingerprint(stateOptions),
		concurrency: wholeNumber('Concurrency', concurrency, 1),
		timeout: wholeNumber('Timeout', timeout, 1),
		maxRetries: wholeNumber('Max Retries', maxRetries, 0),
	};
}
