import type { IPollFunctions } from 'n8n-workflow';
import { ServiceError } from '../api/errors';

/** Something that a poll could not do. */
export interface PollFailure {
	/** What failed, for example a record's ID. It is reported once. */
	readonly subject: string;
	readonly message: string;
	/** Thrown if the poll has nothing to emit. */
	readonly error?: unknown;
}

/** Logs failures that are new, or throws one if the poll has nothing to emit. */
export function reportFailures(
	functions: IPollFunctions,
	failures: readonly PollFailure[],
	mayThrow: boolean,
): void {
	const thrown = mayThrow ? failures.find(({ error }) => error !== undefined) : undefined;
	for (const { message } of failures.filter((failure) => failure !== thrown)) {
		functions.logger.warn(message, {
			workflowId: functions.getWorkflow().id,
			nodeName: functions.getNode().name,
		});
	}
	if (thrown) throw thrown.error;
}

/** Failures to be tried again by the next poll. */
export function retryLater<Task>(
	failures: ReadonlyMap<Task, unknown>,
	subjectOf: (task: Task) => string,
	whatIsRetried: (task: Task) => string,
): PollFailure[] {
	return [...failures].map(([task, error]) => {
		const reason = error instanceof Error ? error.message : String(error);
		const message = `The next poll ${whatIsRetried(task)}: ${reason}`;
		return { subject: subjectOf(task), message, error };
	});
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

/** A list that can't be watched as it is. */
export function invalidResponse(message: string, description: string): ServiceError {
	return new ServiceError({ message, description, errorCode: 'invalid-response' });
}
