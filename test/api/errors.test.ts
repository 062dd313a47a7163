import { type ErrorDetails, InputError, ServiceError } from '../../src/api/errors';

const details: ErrorDetails = {
	message: 'It happened',
	description: 'Do this.',
	errorCode: 'the-code',
};

test.each([
	[0.4, '1 second'],
	[1, '1 second'],
	[1.2, '2 seconds'],
	[119, '119 seconds'],
	[119.5, '120 seconds'],
	[120, '2 minutes'],
	[121, '3 minutes'],
	[7199, '120 minutes'],
	[7200, '2 hours'],
	[7201, '3 hours'],
])('a wait of %d seconds is told as %s', (retryAfterSeconds, words) => {
	const error = new ServiceError({ ...details, retryAfterSeconds });
	expect(error.description).toBe(`Do this. Wait ${words} before the next request.`);
});

test('the way out stands alone where there is nothing to wait for', () => {
	expect(new ServiceError(details).description).toBe('Do this.');
	expect(new ServiceError({ ...details, retryAfterSeconds: 0 }).description).toBe('Do this.');
});

test('retries that are used up are told after the wait', () => {
	const error = new ServiceError({ ...details, retryAfterSeconds: 2, retriesUsedUp: true });
	expect(error.description).toBe(
		'Do this. Wait 2 seconds before the next request. The request was not retried because too many requests to this service are failing.',
	);
});

test('what the service said is kept, where n8n and workflows look for it', () => {
	const error = new ServiceError({ ...details, httpStatus: 418 }, { part: 'of it' });
	expect(error).toMatchObject({
		message: 'It happened',
		errorCode: 'the-code',
		httpStatus: 418,
		received: { part: 'of it' },
	});
	expect(new ServiceError(details)).toMatchObject({ httpStatus: null, received: {} });
});

test('input that no code of the service is for has a code of its own', () => {
	expect(new InputError('m', 'd').errorCode).toBe('invalid-input');
	expect(new InputError('m', 'd').httpStatus).toBeNull();
});

test('a value that a drop-down does not have is named, with those that it has', () => {
	expect(InputError.notAChoice('Mode', 'slow', ['fast', 'safe'])).toMatchObject({
		message: 'Mode "slow" is not one of the choices',
		description: 'Use one of fast, safe.',
		errorCode: 'invalid-input',
	});
});
