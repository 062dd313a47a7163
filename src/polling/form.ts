import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { maxRetries, optionsField, timeout } from '../forms/options';
import { choiceParameter } from '../forms/parameters';

/**
 * The fields that every trigger has: its events, where to start, and its options.
 *
 * @param records what the user calls them, in the plural
 * @param initial events that are selected at first
 * @param events as the choices of {@link choiceParameter}
 * @param options its own
 */
export function pollFields<Event extends string>(
	records: string,
	initial: readonly [NoInfer<Event>, ...Array<NoInfer<Event>>],
	events: Readonly<Record<Event, readonly [name: string, description: string, action?: string]>>,
	options: readonly INodeProperties[],
): [triggerOn: INodeProperties, startFrom: INodeProperties, options: INodeProperties] {
	const lower = records.toLowerCase();
	const description = `Which ${lower} to include when you first publish the workflow`;
	const triggerOn = choiceParameter('triggerOn', initial[0], undefined, events);
	const startFrom = choiceParameter('startFrom', 'now', description, {
		existing: [`Existing ${records}`, `Also ${lower} that already exist`],
		now: ['Now', 'Only events after publishing'],
	});
	return [
		{ ...triggerOn, type: 'multiOptions', required: true, default: [...initial] },
		{ ...startFrom, noDataExpression: true },
		optionsField(options, [maxRetries, timeout]),
	];
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
