import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { fingerprintOf } from '../../src/agent/runs/fingerprint';
import {
	readRunStateNames,
	type RunStateNames,
	runStateOptions,
} from '../../src/agent/runs/runState';
import { InputError } from '../../src/api/errors';
import { defaultOptions, optionsField } from '../../src/forms/options';
import { assignmentPicker } from '../../src/forms/pickers';
import { wholeNumber } from '../../src/forms/value';
import { requestsAtOnce } from '../../src/http/limits/concurrencyLimit';
import { type RunEvent, runEvents } from './runChanges';

const { options: commonOptions = [], ...optionsCollection } = optionsField([
	...runStateOptions,
	{
		displayName: 'Emit Existing Runs',
		name: 'emitExisting',
		type: 'boolean',
		default: false,
		description:
			'Whether to start from the runs that exist already, as Start From = Existing Runs does. It is here for workflows that were saved with it.',
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
				description:
					'A run ended, in whatever way. One that is resumed does not end a second time.',
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
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Existing Runs',
				value: 'existing',
				description: 'The first Publish also fires for the runs that exist by then',
			},
			{
				name: 'Now',
				value: 'now',
				description: 'Only what happens after the first Publish fires',
			},
		],
		default: 'now',
		description:
			'Where to start when the workflow is published for the first time. Later it goes on where it stopped.',
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

/** What the user chose in the form of the trigger. */
export interface TriggerSettings {
	/** The one assignment to watch; undefined for all. */
	readonly assignmentId?: string;
	readonly watchesAll: boolean;
	/** The events that start the workflow. */
	readonly triggerOn: readonly RunEvent[];
	/** Whether the runs that are there at the first look are news. */
	readonly startFrom: 'now' | 'existing';
	readonly includeLogs: boolean;
	readonly names: RunStateNames;
	/** A fingerprint of `names`. */
	readonly readBy: string;
	/** Assignments or logs read at the same time. */
	readonly concurrency: number;
	/** Milliseconds a request may take. */
	readonly timeout: number;
	readonly maxRetries: number;
}

/**
 * Reads the form of the trigger.
 *
 * @param functions n8n's context of the poll
 * @throws InputError naming the field that is wrong
 */
export function readSettings(functions: IPollFunctions): TriggerSettings {
	const options = functions.getNodeParameter('options', {}) as IDataObject;
	const chosen: unknown[] = [functions.getNodeParameter('triggerOn', [])].flat();
	const triggerOn = runEvents.filter((event) => chosen.includes(event));
	if (triggerOn.length === 0) {
		throw new InputError(
			'Trigger On is empty',
			'Choose at least one kind of event that starts the workflow.',
		);
	}
	const watchesAll = functions.getNodeParameter('watch', 'assignment') === 'all';
	const assignmentId = watchesAll
		? undefined
		: String(functions.getNodeParameter('assignmentId', '', { extractValue: true }) ?? '').trim();
	const startsFromExisting =
		functions.getNodeParameter('startFrom', 'now') === 'existing' || options.emitExisting === true;
	const names = readRunStateNames(options);
	const {
		concurrency = requestsAtOnce.maximum,
		timeout = defaultOptions.timeout,
		maxRetries = defaultOptions.maxRetries,
	} = options;
	return {
		assignmentId,
		watchesAll,
		triggerOn,
		startFrom: startsFromExisting ? 'existing' : 'now',
		includeLogs: options.includeLogs === true,
		names,
		readBy: fingerprintOf(names),
		concurrency: wholeNumber('Concurrency', concurrency, 1),
		timeout: wholeNumber('Timeout', timeout, 1),
		maxRetries: wholeNumber('Max Retries', maxRetries, 0),
	};
}
