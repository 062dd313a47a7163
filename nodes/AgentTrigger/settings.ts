import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { readRunStateNames, type RunStateNames } from '../shared/agent/runState';
import { InputError } from '../shared/errors';
import { defaultConcurrency, defaultOptions } from '../shared/form/options';
import { wholeNumber } from '../shared/form/value';
import { type RunEvent, runEvents } from './runTracker';

/** What the user chose in the form of the trigger. */
export interface TriggerSettings {
	/** The one assignment to watch; undefined for all. */
	readonly assignmentId?: string;
	/** The events that start the workflow. */
	readonly triggerOn: readonly RunEvent[];
	readonly includeLogs: boolean;
	readonly emitExisting: boolean;
	readonly names: RunStateNames;
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
	const node = functions.getNode();
	const options = functions.getNodeParameter('options', {}) as IDataObject;
	const chosen: unknown[] = [functions.getNodeParameter('triggerOn', [])].flat();
	const triggerOn = runEvents.filter((event) => chosen.includes(event));
	if (triggerOn.length === 0) {
		throw new InputError(
			node,
			'Trigger On is empty',
			'Choose at least one kind of event that starts the workflow.',
		);
	}
	const watchesAll = functions.getNodeParameter('watch', 'assignment') === 'all';
	const assignmentId = watchesAll
		? undefined
		: String(functions.getNodeParameter('assignmentId', '', { extractValue: true }) ?? '').trim();
	const { concurrency = defaultConcurrency('run.getAll') } = options;
	return {
		assignmentId,
		triggerOn,
		includeLogs: options.includeLogs === true,
		emitExisting: options.emitExisting === true,
		names: readRunStateNames(options),
		concurrency: wholeNumber(node, 'Concurrency', concurrency, 1),
		timeout: wholeNumber(node, 'Timeout', options.timeout ?? defaultOptions.timeout, 1),
		maxRetries: wholeNumber(
			node,
			'Max Retries',
			options.maxRetries ?? defaultOptions.maxRetries,
			0,
		),
	};
}
