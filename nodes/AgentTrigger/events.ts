/** The items of the trigger. */
import type { IDataObject } from 'n8n-workflow';
import type { FieldTypes } from '../../src/api/outputFields';
import { toEventId } from '../../src/polling/state';
import { hasEnded } from './knownRuns';
import type { RunChange, TriggerSettings } from './types';

/** The newest of these runs that can show a selected event, for a manual test. */
export function findTestEvent(
	changes: readonly RunChange[],
	{ triggerOn }: TriggerSettings,
): RunChange | undefined {
	const shown = changes.flatMap((change) => {
		const latest = hasEnded(change.after) ? 'runFinished' : 'runStarted';
		const likely = [latest, 'runChanged', 'runStarted'] as const;
		const event = likely.find((each) => triggerOn.includes(each));
		return event ? [{ ...change, events: [event] }] : [];
	});
	return shown.at(-1);
}

/**
 * The fields of every event, of which the build makes the output schema.
 *
 * @public
 */
export const itemFields: FieldTypes = {
	event: 'string',
	eventId: 'string',
	assignmentId: 'string',
	runId: 'string',
	run: 'object',
};

/**
 * The items of a change, one for each event. The last one has the log lines, so each is emitted once.
 *
 * @param source a fingerprint of Base URL and tenant
 */
export function toEventItems(
	change: RunChange,
	source: string,
	{ readBy }: TriggerSettings,
): IDataObject[] {
	const { assignmentId, key, runId = null, run, events, before, after, logs } = change;
	// A run starts once, and ends once unless the options change.
	const occurrences = {
		runStarted: '',
		runFinished: readBy,
		runChanged: `${after.changes ?? 0} ${after.hash}`,
	};
	const status = before?.status;
	return events.map((event, index) => ({
		event,
		eventId: toEventId(source, assignmentId, key, event, occurrences[event]),
		assignmentId,
		runId,
		run,
		...(event === 'runChanged' && status ? { previous: { status } } : {}),
		...(logs ? { logs: index === events.length - 1 ? logs : [] } : {}),
	}));
}
