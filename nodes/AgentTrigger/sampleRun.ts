import type { IDataObject } from 'n8n-workflow';
import { compareStarts, isFinished } from '../shared/agent/runState';
import { type LogSource, tellRun } from './firedRuns';
import type { TriggerSettings } from './settings';
import { compareRuns, type RunEvent } from './runTracker';
import type { AssignmentRuns } from './watchedRuns';

/** What a manual test shows where there is nothing to show. */
export const noRunMessage =
	'There is no run yet. Start one, for example with Assignment > Run of the Integration Service Agent node, then test this trigger again.';

/**
 * The newest run as an event, for a manual test.
 *
 * @param assignments the runs that are watched
 * @param settings what the user chose
 * @param logs where to read the log, where the user wants it
 * @returns the event's record, or one that says what to do where there is no run
 */
export async function sampleRun(
	assignments: readonly AssignmentRuns[],
	settings: TriggerSettings,
	logs?: LogSource,
): Promise<IDataObject> {
	const { names, triggerOn } = settings;
	const newest = assignments
		.flatMap(({ assignmentId, runs = [] }) =>
			compareRuns(undefined, runs, names, 'old').map((seen) => ({ assignmentId, seen })),
		)
		.sort((a, b) => compareStarts(a.seen.run, b.seen.run))
		.at(-1);
	if (newest === undefined) return { message: noRunMessage };
	const likely: readonly RunEvent[] = isFinished(newest.seen.run, names)
		? ['runFinished', 'runChanged', 'runStarted']
		: ['runStarted', 'runChanged', 'runFinished'];
	const event = likely.find((name) => triggerOn.includes(name));
	const { records } = await tellRun({ ...newest, events: event ? [event] : [] }, logs);
	return records[0] ?? { message: noRunMessage };
}
