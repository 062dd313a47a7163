import { type ErrorDetails, ServiceError } from '../../nodes/shared/errors';
import { aNode } from '../aNode';

const failureOf = (details: Partial<ErrorDetails>) =>
	new ServiceError(aNode, { message: 'm', description: 'd', errorCode: 'code', ...details })
		.failure;

test.each([
	[{ httpStatus: 401 }, { cause: 'credential-invalid' }],
	[{ httpStatus: 429 }, { cause: 'rate-limited' }],
	[
		{ httpStatus: 429, retryAfterSeconds: 3 },
		{ cause: 'rate-limited', retryAfterMs: 3000 },
	],
	[{ httpStatus: 429, errorCode: 'usage-limit-exceeded' }, { cause: 'quota-exhausted' }],
	[{}, { cause: 'temporarily-unavailable' }],
	[
		{ httpStatus: 503, retryAfterSeconds: 60 },
		{ cause: 'temporarily-unavailable', retryAfterMs: 60_000 },
	],
	[{ httpStatus: 500 }, { cause: 'temporarily-unavailable' }],
	[{ httpStatus: 404 }, { cause: 'configuration-invalid' }],
])('n8n is told the cause of %j', (details, failure) => {
	expect(failureOf(details)).toEqual(failure);
});
