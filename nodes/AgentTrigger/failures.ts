import { InputError, ServiceError } from '../../src/api/errors';
import { getRunId } from './changes';
import type { Poll, RunChange } from './types';

/** Something that a poll could not do. */
export interface PollFailure {
	/** The ID of an assignment, the key of a run, or what else failed. It is reported once. */
	readonly subject: string;
	readonly message: string;
	/** Thrown if the poll has nothing to emit. */
	readonly error?: unknown;
}

/** Logs failures that are new, or throws one if the poll has nothing to emit. */
export function reportFailures(
	{ functions }: Poll,
	failures: readonly PollFailure[],
	mayThrow: boolean,
): void {
	const thrown = mayThrow ? failures.find(({ error }) => error !== undefined) : undefined;
	for (const failure of failures) {
		if (failure === thrown) continue;
		functions.logger.warn(failure.message, {
			workflowId: functions.getWorkflow().id,
			nodeName: functions.getNode().name,
		});
	}
	if (thrown) throw thrown.error;
}

const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function listFailures(lists: ReadonlyMap<string, unknown>): PollFailure[] {
	return [...lists].map(([assignmentId, error]) => ({
		subject: assignmentId,
		message: `The next poll reads the runs of assignment ${assignmentId} again: ${getMessage(error)}`,
	}));
}

export function logFailures(logs: ReadonlyMap<RunChange, unknown>): PollFailure[] {
	return [...logs].map(([{ key, run }, error]) => ({
		subject: key,
		message: `The next poll emits the event of run ${getRunId(run)}: ${getMessage(error)}`,
		error,
	}));
}

export function deletedFailure({ details }: ServiceError): PollFailure {
	const error = new ServiceError({
		...details,
		message: 'The watched assignment does not exist',
		description:
			'It may have been deleted. Select another assignment, or unpublish the workflow. This error is shown once after each publishing.',
	});
	return { subject: 'deleted', message: error.message, error };
}

/** When the time that n8n allows for a poll is over before the service has responded. */
export function pollTimeout(milliseconds: number): ServiceError {
	return new ServiceError({
		message: `The service did not respond within the ${Math.round(milliseconds / 1000)} s that n8n allows for a poll`,
		description:
			"No event is lost: the next poll catches up. If this happens again, lower 'Timeout'.",
		errorCode: 'timeout',
	});
}

/** For a manual test that has nothing to show. */
export function noRunError(): InputError {
	return new InputError(
		'There is no run yet',
		'Start a run, for example with Assignment > Run of the Integration Service Agent node. Then test this trigger again.',
	);
}

export function noEndedRunError(): InputError {
	return new InputError(
		'No run has ended yet',
		"Wait for a run to end, or select another event in 'Trigger On'. If a run has ended, set 'Finished Statuses' or 'Status Field' in the options.",
	);
}
