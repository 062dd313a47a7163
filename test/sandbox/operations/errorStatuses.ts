import { type ErrorCode, errorCodes, isErrorCode } from '../../../src/api/errorCodes';
import { ServiceError } from '../responses';

/** The HTTP statuses of codes; the spec does not show them, so the believable ones. */
const errorStatuses: Readonly<Record<number, readonly ErrorCode[]>> = {
	400: ['language-not-found'],
	403: ['api-client-must-be-a-user', 'usage-limit-exceeded'],
	406: ['stream-unacceptable'],
	409: [
		'cannot-delete-referenced-entity',
		'group-already-have-access-to-report',
		'group-already-have-access-to-role',
		'group-name-is-unavailable',
		'no-active-run',
		'property-key-name-already-exists',
		'run-already-active',
		'run-not-active',
		'ticket-is-not-assigned',
		'user-already-has-group',
		'user-already-in-tenant',
	],
};

function statusOfCode(code: ErrorCode): number {
	const listed = Object.entries(errorStatuses).find(([, codes]) => codes.includes(code));
	if (listed) return Number(listed[0]);
	return code.endsWith('not-found') ? 404 : 400;
}

/** The error for one of the spec's codes. */
export function codedError(code: ErrorCode, text?: string): ServiceError {
	return new ServiceError(statusOfCode(code), code, text ?? errorCodes[code].message);
}

/** The HTTP status of a code, or the fallback if the code is not one of the spec's. */
export function statusOf(code: string | undefined, fallback: number): number {
	return code !== undefined && isErrorCode(code) ? statusOfCode(code) : fallback;
}

/** Throws the error for a code if it applies. */
export function refuseIf(applies: boolean, code: ErrorCode): void {
	if (applies) throw codedError(code);
}

/** A record, or the error for a code if there is none. */
export function existing<T>(record: T | null | undefined, code: ErrorCode): T {
	if (!record) throw codedError(code);
	return record;
}
