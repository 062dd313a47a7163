import { InputError, ServiceError } from '../../src/api/errors';

export type Failure = InputError | ServiceError;

/** What was read, or why that failed. Faults of our own are thrown. */
export async function orFailure<Read>(work: Promise<Read>): Promise<Failure | Read> {
	return await work.catch((error: unknown) => {
		if (error instanceof InputError || error instanceof ServiceError) return error;
		throw error;
	});
}
