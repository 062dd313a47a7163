import { NodeApiError } from 'n8n-workflow';
import { type ErrorDetails, InputError, ServiceError } from '../../src/api/errors';
import { toNodeError } from '../../src/runtime/nodeErrors';
import { aNode } from '../aNode';

const details: ErrorDetails = {
	message: 'It happened',
	description: 'Do this.',
	errorCode: 'unexpected',
};

const causeOf = (other: Partial<ErrorDetails>) =>
	(toNodeError(aNode, new ServiceError({ ...details, ...other })) as NodeApiError).failure;

test.each<[string, Partial<ErrorDetails>, NodeApiError['failure']]>([
	['an expired token', { httpStatus: 401 }, { cause: 'credential-invalid' }],
	['too many requests', { httpStatus: 429 }, { cause: 'rate-limited' }],
	[
		'too many requests, with the time to wait',
		{ httpStatus: 429, retryAfterSeconds: 3 },
		{ cause: 'rate-limited', retryAfterMs: 3000 },
	],
	[
		'a used up limit',
		{ httpStatus: 429, errorCode: 'usage-limit-exceeded' },
		{ cause: 'quota-exhausted' },
	],
	['a response that never came', {}, { cause: 'temporarily-unavailable' }],
	[
		'an outage, with the time to wait',
		{ httpStatus: 503, retryAfterSeconds: 60 },
		{ cause: 'temporarily-unavailable', retryAfterMs: 60_000 },
	],
	['an outage', { httpStatus: 500 }, { cause: 'temporarily-unavailable' }],
	['a rejected request', { httpStatus: 404 }, { cause: 'configuration-invalid' }],
])('n8n learns the cause of %s', (_title, details, failure) => {
	expect(causeOf(details)).toEqual(failure);
});

test.each([
	['a rejected request', new ServiceError({ ...details, httpStatus: 418 })],
	['rejected input', new InputError('It happened', 'Do this.', 'unexpected')],
])('%s names its item for n8n and keeps the error unchanged', (_name, error) => {
	expect(toNodeError(aNode, error, 3)).toMatchObject({
		message: 'It happened [item 3]',
		description: 'Do this.',
		context: { itemIndex: 3, data: { errorCode: 'unexpected' } },
	});
	expect(error.message).toBe('It happened');
});

test.each(['ECONNREFUSED is the name of a page', 'A ticket ETIMEDOUT', 'timeout'])(
	'"%s" is unchanged by n8n',
	(message) => {
		for (const error of [new ServiceError({ ...details, message }), new InputError(message, 'd')]) {
			expect(toNodeError(aNode, error).message).toBe(message);
		}
	},
);
