import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { maxRetries, optionsField, timeout } from '../forms/options';
import { choiceParameter } from '../forms/parameters';

/** @param records what the user calls them, in the plural */
export function startFromField(records: string): INodeProperties {
	const lower = records.toLowerCase();
	const description = `Which ${lower} to include when you first publish the workflow`;
	const choice = choiceParameter('startFrom', 'now', description, {
		existing: [`Existing ${records}`, `Also ${lower} that already exist`],
		now: ['Now', 'Only events after publishing'],
	});
	return { ...choice, noDataExpression: true };
}

/** @param events as the choices of {@link choiceParameter} */
export function triggerOnField<Event extends string>(
	initial: readonly [NoInfer<Event>, ...Array<NoInfer<Event>>],
	events: Readonly<Record<Event, readonly [name: string, description: string, action?: string]>>,
): INodeProperties {
	const choice = choiceParameter('triggerOn', initial[0], undefined, events);
	return { ...choice, type: 'multiOptions', required: true, default: [...initial] };
}

/** The Options collection of a trigger, without the common options that only make sense with items. */
export function pollOptionsField(own: readonly INodeProperties[]): INodeProperties {
	return optionsField(own, [maxRetries, timeout]);
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
