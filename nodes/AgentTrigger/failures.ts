import { InputError, ServiceError } from '../../src/api/errors';
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
