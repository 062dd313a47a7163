import { type ErrorDetails, InputError, ServiceError } from '../../src/api/errors';
import type { PollFailure } from '../../src/polling/failures';

export function deletedFailure({ details }: ServiceError): PollFailure {
	const error = new ServiceError({
		...details,
		message: 'The watched assignment does not exist',
		description:
			'It may have been deleted. Select another assignment, or unpublish the workflow. This error is shown once after each publishing.',
	});
	return { subject: 'deleted', message: error.message, error };
}

/** When it is unknown whether a run has ended. */
export function unknownFailure({ message, description }: ErrorDetails): PollFailure {
	return { subject: 'unknown', message: `${message}. ${description}` };
}

/** For a manual test that has nothing to show. */
export function noEventError(hasRuns: boolean, unknown?: ErrorDetails): InputError {
	if (!hasRuns) {
		return new InputError(
			'There is no run yet',
			'Start a run, for example with Assignment > Run of the Integration Service Agent node. Then test this trigger again.',
		);
	}
	const remedy =
		"Wait for a run to end, or select another event in 'Trigger On'. If a run has ended, set 'Finished Statuses', or add its status as \"run.finishedStatuses\" to 'Field Names (JSON)' in the credential.";
	return new InputError('No run has ended yet', unknown ? unknownFailure(unknown).message : remedy);
}
