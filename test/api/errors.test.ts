import { errorCodes } from '../../src/api/errorCodes';
import { type ErrorDetails, ServiceError } from '../../src/api/errors';

const details: ErrorDetails = {
	message: 'It happened',
	description: 'Do this.',
	errorCode: 'unexpected',
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
])('rounds a wait of %d seconds up to %s', (retryAfterSeconds, words) => {
	const error = new ServiceError({ ...details, retryAfterSeconds });
	expect(error.description).toBe(`Do this. Wait ${words} before the next request.`);
});

test('mentions the wait last', () => {
	const error = new ServiceError({ ...details, retryAfterSeconds: 2 }).adding('Do that.');
	expect(error.description).toBe('Do this. Do that. Wait 2 seconds before the next request.');
});

test.each([
	'api-client-must-be-a-user',
	'cannot-delete-referenced-entity',
	'invalid-name',
	'invalid-request',
	'name-required',
	'usage-limit-exceeded',
] as const)('the message of %s names no record, as any operation can raise it', (code) => {
	const names = /assignment|user|person|group|thread|return|invitation|run/i;
	expect(errorCodes[code].message).not.toMatch(names);
});

test.each(['email-address-required', 'invalid-property-key-name'] as const)(
	'%s leads to an expression without a value',
	(code) => {
		const { description } = errorCodes[code];
		expect(description).toContain('If the value comes from an expression, check this item.');
	},
);

test.each(['email-address-required', 'invalid-request', 'name-required'] as const)(
	'%s leads to a value that was sent under an assumed name',
	(code) => {
		expect(errorCodes[code].description).toContain("'Field Names (JSON)' of the credential");
	},
);
