import { errorCodes } from '../../../nodes/shared/service/errorCodes';
import { readErrorResponse } from '../../../nodes/shared/transport/errorResponse';

const read = (text: string, statusCode = 409, contentType = 'application/json') =>
	readErrorResponse({ text, statusCode, contentType });

const code = 'user-already-in-tenant';

test.each([
	['code', { code, message: 'whatever' }],
	['errorCode', { errorCode: code }],
	['error.code', { error: { code } }],
	['a code in a bare error', { error: code }],
	['errors[0].code', { errors: [{ code }] }],
	['errors as a list of codes', { errors: [code] }],
	[
		'problem+json with a type',
		{ type: `https://service.example.com/problems/${code}`, title: 'Conflict' },
	],
	['problem+json with a title', { type: 'about:blank', title: code, status: 409 }],
	['a number beside the code', { code: 1203, errorCode: code }],
	['a code in a sentence', { message: `Rejected: ${code} (trace 42)` }],
	['a bare string', code],
])('finds the code in %s', (_name, body) => {
	expect(read(JSON.stringify(body))).toEqual({
		...errorCodes[code],
		errorCode: code,
		httpStatus: 409,
	});
});

test('finds the code in plain text', () => {
	expect(read(`${code}\n`, 409, 'text/plain').errorCode).toBe(code);
});

test('prefers a code that it knows to one that it does not', () => {
	expect(read(JSON.stringify({ code: 'some-wrapper', error: { code } })).errorCode).toBe(code);
});

test('knows every code of the service', () => {
	for (const known of Object.keys(errorCodes)) {
		expect(read(JSON.stringify({ code: known })).errorCode).toBe(known);
	}
});

test('passes on a code that it does not know, with what the service says', () => {
	const failure = read(
		JSON.stringify({ code: 'brand-new-code', message: 'The moon is full' }),
		422,
	);
	expect(failure).toMatchObject({ errorCode: 'brand-new-code', httpStatus: 422 });
	expect(failure.message).toContain('brand-new-code');
	expect(failure.description).toContain('The moon is full');
});

test.each([
	[
		'a web page',
		'<!DOCTYPE html><html><body>Bad Gateway</body></html>',
		502,
		'text/html',
		'web page',
	],
	['an empty body', '', 500, '', 'said nothing more'],
	['a cut body', '{"code":"user-alr', 500, 'application/json', '{"code":"user-alr'],
	['a body of null', 'null', 500, 'application/json', 'null'],
	['a long text', 'x'.repeat(5000), 400, 'text/plain', 'xxx…'],
	['a redirect', '', 302, '', 'Base URL'],
])('says what to do about %s', (_name, text, status, contentType, expected) => {
	const failure = read(text, status, contentType);
	expect(failure).toMatchObject({ errorCode: `http-${status}`, httpStatus: status });
	expect(failure.message).toContain(String(status));
	expect(failure.description).toContain(expected);
	expect(failure.description.length).toBeLessThan(500);
});
