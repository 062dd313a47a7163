import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { defaultOptions, optionsField } from '../forms/options';
import { wholeNumber } from '../forms/value';
import { requestsAtOnce } from '../http/limits/concurrencyLimit';

/** What the user chose in the form of any trigger. */
export interface PollSettings {
	/** The kind of record, if a trigger has several. */
	readonly resource?: string;
	readonly startFrom: 'now' | 'existing';
	/** Requests at the same time. */
	readonly concurrency: number;
	/** For one request, in milliseconds. */
	readonly timeout: number;
	readonly maxRetries: number;
}

/** @param records what the user calls them, in the plural */
export function startFromField(records: string): INodeProperties {
	return {
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: `Existing ${records}`,
				value: 'existing',
				description: `Also ${records.toLowerCase()} that already exist`,
			},
			{ name: 'Now', value: 'now', description: 'Only events after publishing' },
		],
		default: 'now',
		description: `Which ${records.toLowerCase()} to include when you first publish the workflow`,
	};
}

/** The Options collection of a trigger, without common options that only make sense with items. */
export function pollOptionsField(own: readonly INodeProperties[]): INodeProperties {
	const { options = [], ...collection } = optionsField(own);
	const ownNames = own.map(({ name }) => name);
	const left = ['concurrency', 'tenantId'].filter((name) => !ownNames.includes(name));
	return { ...collection, options: options.filter(({ name }) => !left.includes(name)) };
}

/**
 * The selected events, in the order in which they happen.
 *
 * @throws InputError if there is none
 */
export function readTriggerOn<Event extends string>(
	functions: IPollFunctions,
	events: readonly Event[],
): readonly Event[] {
	const selected: unknown[] = [functions.getNodeParameter('triggerOn', [])].flat();
	const triggerOn = events.filter((event) => selected.includes(event));
	if (triggerOn.length > 0) return triggerOn;
	throw new InputError("'Trigger On' is empty", 'Select at least one event.');
}

/** @throws InputError if an option is wrong */
export function readPollSettings(functions: IPollFunctions): PollSettings {
	const {
		concurrency = requestsAtOnce.maximum,
		timeout = defaultOptions.timeout,
		maxRetries = defaultOptions.maxRetries,
	} = functions.getNodeParameter('options', {}) as IDataObject;
	return {
		startFrom: functions.getNodeParameter('startFrom', 'now') === 'existing' ? 'existing' : 'now',
		concurrency: wholeNumber('Concurrency', concurrency, 1),
		timeout: wholeNumber('Timeout', timeout, 1),
		maxRetries: wholeNumber('Max Retries', maxRetries, 0),
	};
}
