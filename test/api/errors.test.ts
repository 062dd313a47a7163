import { type ErrorDetails, InputError, ServiceError } from '../../src/api/errors';
import { aNode } from '../aNode';

const details: ErrorDetails = {
	message: 'It happened',
	description: 'Do this.',
	errorCode: 'the-code',
};

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
	const error = new ServiceError(aNode, { ...details, retryAfterSeconds });
	expect(error.description).toBe(
		`Do this. The service asks to wait ${words} before the next request.`,
	);
});

test('the way out stands alone where there is nothing to wait for', () => {
	expect(new ServiceError(aNode, details).description).toBe('Do this.');
	expect(new ServiceError(aNode, { ...details, retryAfterSeconds: 0 }).description).toBe(
		'Do this.',
	);
});

test('retries that are used up are told after the wait', () => {
	const error = new ServiceError(aNode, { ...details, retryAfterSeconds: 2, retriesUsedUp: true });
	expect(error.description).toBe(
		'Do this. The service asks to wait 2 seconds before the next request. It was not tried again, as too many requests to this service fail at the moment.',
	);
});

test('what the service said is kept, where n8n and workflows look for it', () => {
	const error = new ServiceError(aNode, { ...details, httpStatus: 418 }, { part: 'of it' });
	expect(error).toMatchObject({
		message: 'It happened',
		errorCode: 'the-code',
		httpStatus: 418,
		httpCode: '418',
		context: { data: { errorCode: 'the-code' } },
		received: { part: 'of it' },
	});
	expect(new ServiceError(aNode, details)).toMatchObject({ httpStatus: null, received: {} });
});

test.each([
	['a refused request', new ServiceError(aNode, { ...details, httpStatus: 500 }, { a: 1 })],
	['refused input', new InputError(aNode, 'It happened', 'Do this.', 'the-code')],
])('%s is told of its item, and stays as it was for the others', (_name, error) => {
	const ofItem = error.forItem(3);
	expect(ofItem).not.toBe(error);
	expect(ofItem.message).toBe('It happened [item 3]');
	expect(ofItem.context.itemIndex).toBe(3);
	expect(ofItem.description).toBe('Do this.');
	expect(ofItem.errorCode).toBe('the-code');
	expect(ofItem.received).toEqual(error.received);
	expect(error.message).toBe('It happened');
	expect(error.context.itemIndex).toBeUndefined();
});

test.each([
	['It happened', 'Do this', 'It happened. Do this. Code: the-code'],
	['It happened!', 'Why?', 'It happened! Why? Code: the-code'],
	['It (v1.2) happened', '', 'It (v1.2) happened. Code: the-code'],
])('a model gets "%s" and "%s" in one text, with the code', (message, description, text) => {
	const refused = new ServiceError(aNode, { ...details, message, description }, { a: 1 });
	expect(refused.forTool()).toMatchObject({
		message: text,
		errorCode: 'the-code',
		received: { a: 1 },
	});
	const input = new InputError(aNode, message, description, 'the-code');
	expect(input.forTool()).toMatchObject({ message: text, errorCode: 'the-code' });
	expect(input.forTool().description ?? '').toBe(description);
});

test('input that no code of the service is for has a code of its own', () => {
	expect(new InputError(aNode, 'm', 'd').errorCode).toBe('invalid-input');
	expect(new InputError(aNode, 'm', 'd').httpStatus).toBeNull();
});

test.each(['ECONNREFUSED is the name of a page', 'A ticket ETIMEDOUT', 'timeout'])(
	'"%s" is told as it stands, whatever n8n reads in it',
	(message) => {
		expect(new ServiceError(aNode, { ...details, message }).message).toBe(message);
		expect(new InputError(aNode, message, 'd').message).toBe(message);
	},
);

test('a value that a drop-down does not have is named, with those that it has', () => {
	expect(InputError.notAChoice(aNode, 'Mode', 'slow', ['fast', 'safe'])).toMatchObject({
		message: 'Mode "slow" is not one of the choices',
		description: 'Use one of fast, safe.',
		errorCode: 'invalid-input',
	});
});
