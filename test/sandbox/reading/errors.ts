import { isErrorCode } from '../../../src/api/errorCodes';
import { jsonPayload, type Payload, ServiceError } from '../responses';
import type { Reading } from './index';

/** An error at the status that its code has in a reading. */
export function atStatusOf(reading: Reading, error: ServiceError): ServiceError {
	const { code, message, headers } = error;
	const status = isErrorCode(code) ? reading.errorStatuses[code] : undefined;
	if (status === undefined) return error;
	const isLate = reading.errorRetryAfter !== 'never' && (status === 429 || status === 503);
	const retryAfter: Record<string, string> = isLate
		? { 'retry-after': reading.errorRetryAfter }
		: {};
	return new ServiceError(status, code, message, { ...headers, ...retryAfter });
}

const bodies: Readonly<
	Record<Reading['errorBody'], (code: string, message: string, status: number) => unknown>
> = {
	code: (code, message) => ({ code, message }),
	errorCode: (errorCode, errorMessage) => ({ errorCode, errorMessage }),
	nested: (code, message) => ({ error: { code, message } }),
	list: (code, message) => ({ errors: [{ code, message }] }),
	problem: (type, detail, status) => ({ type, title: 'Refused', status, detail }),
	text: (code, message) => `${code}: ${message}`,
};

const contentTypes: Partial<Record<Reading['errorBody'], string>> = {
	problem: 'application/problem+json',
	text: 'text/plain; charset=utf-8',
};

/** An error as the service of a reading writes it. */
export function writeError(reading: Reading, error: ServiceError): Payload {
	const { status, code, message, headers } = error;
	const body = bodies[reading.errorBody](code, message, status);
	const payload = jsonPayload(status, body, headers);
	return {
		...payload,
		contentType: contentTypes[reading.errorBody] ?? payload.contentType,
		...(typeof body === 'string' && { body }),
	};
}
