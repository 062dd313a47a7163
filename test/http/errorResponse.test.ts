import { errorCodes } from '../../src/api/errorCodes';
import { errorInSuccess } from '../../src/http/errorBody';
import { readErrorResponse } from '../../src/http/errorResponse';

const remedies = { 403: 'Ask for the scope.' };

const read = (text: string, statusCode = 409, contentType = 'application/json') =>
	readErrorResponse({ text, statusCode, contentType, remedies });

const code = 'user-already-in-tenant';

test('keeps an unknown code with the message of the service', () => {
	const body = { code: 'brand-new-code', message: 'The moon is full' };
	const failure = read(JSON.stringify(body), 422);
	expect(failure).toMatchObject({ errorCode: 'brand-new-code', httpStatus: 422 });
	expect(failure.message).toContain('brand-new-code');
	expect(failure.description).toContain('The moon is full');
});

test.each([
	['a web page', '<!DOCTYPE html><html>Bad Gateway</html>', 502, 'text/html', 'web page'],
	['an empty body', '', 500, '', 'contained no message'],
	['a cut body', '{"code":"user-alr', 500, 'application/json', '{"code":"user-alr'],
	['a body of null', 'null', 500, 'application/json', 'contained no message'],
	['a long text', 'x'.repeat(5000), 400, 'text/plain', 'xxx…'],
	['a redirect', '', 302, '', 'Base URL'],
])('explains what to do about %s', (_name, text, status, contentType, expected) => {
	const failure = read(text, status, contentType);
	expect(failure).toMatchObject({ errorCode: `http-${status}`, httpStatus: status });
	expect(failure.message).toContain(String(status));
	expect(failure.description).toContain(expected);
	expect(failure.description.length).toBeLessThan(500);
});

test.each([
	[300, "redirects aren't allowed", "Check 'Base URL'"],
	[400, 'rejected the request', 'values of the fields'],
	[401, "doesn't accept the access token", 'If you signed in with it, connect it again.'],
	[403, "isn't allowed to use the operation", 'Ask for the scope.'],
	[404, 'found nothing at this URL', 'Check any IDs'],
	[407, 'requires a username and password', 'HTTP_PROXY'],
	[408, 'timed out while waiting for the request', 'Try again later'],
	[409, 'conflicts with data of the service', 'Check whether the record already exists'],
	[413, 'too large for the service', 'Send less'],
	[429, 'too many requests', 'less often.'],
	[500, "couldn't process the request", 'contact the support'],
	[502, "couldn't reach the service", 'later'],
	[503, 'is unavailable', 'contact the support of your platform.'],
	[504, 'timed out while waiting', 'later'],
])('explains a status %i without a code as %j', (statusCode, message, remedy) => {
	const failure = read('', statusCode);
	expect(failure.message).toContain(message);
	expect(failure.description).toContain(remedy);
});

test.each<[string, string | undefined, string, boolean]>([
	['no header and no code', undefined, '{"message":"No."}', true],
	['a missing scope', 'Bearer error="insufficient_scope", scope="a b"', '{"code":"denied"}', true],
	['a missing scope without quotes', 'bearer realm=x,error=insufficient_scope', '{}', true],
	['a missing scope in capitals', 'Bearer ERROR="insufficient_scope"', '{}', true],
	['another error', 'Bearer error="invalid_token"', '{"message":"No."}', false],
	['a challenge without an error', 'Bearer realm="service"', '{"message":"No."}', false],
	['a quoted description', 'Bearer d="error=insufficient_scope", error="other"', '{}', false],
	['a code', undefined, '{"code":"license-expired","message":"No."}', false],
])('explains a 403 with %s', (_what, challenge, text, isScope) => {
	const { message, description } = readErrorResponse({
		...{ text, statusCode: 403, contentType: 'application/json', challenge },
		remedies,
	});
	expect(message).toContain(isScope ? "isn't allowed to use" : 'The service refused the request');
	// What is certain comes first.
	expect(description.startsWith('Ask for the scope.')).toBe(isScope);
	expect(description).toContain('Ask for the scope.');
});

test.each([
	[
		403,
		'blocked before it reached',
		/Ask your administrator to allow your n8n instance.+Ask for the scope/,
	],
	[407, 'requires a username and password', /HTTP_PROXY and HTTPS_PROXY/],
	[413, 'too large for the service', /Send less data per request.+client_max_body_size/],
	[502, "A gateway couldn't reach", /ask your administrator why/],
	[503, 'is unavailable', /ask your administrator why/],
	[504, 'A gateway timed out', /proxy_read_timeout.+timeout server/],
])('explains a web page of a proxy with status %i as %j', (statusCode, message, expected) => {
	const text = '<html><head><title>Sorry</title></head><body>squid</body></html>';
	const page = { statusCode, contentType: 'text/html', text, remedies };
	const failure = readErrorResponse(page);
	expect(failure).toMatchObject({ errorCode: `http-${statusCode}`, httpStatus: statusCode });
	expect(failure.message).toContain(message);
	expect(failure.message).not.toContain('credential');
	const source = 'The response was a web page, which usually comes from a proxy';
	expect(failure.description).toContain(source);
	expect(failure.description).toMatch(expected);
	expect(failure.description).not.toContain('squid');
});

test.each([
	[401, 'Bearer error="invalid_token", error_description="The audience is invalid"', ''],
	[403, 'bearer error=insufficient_scope, error_description="The audience is invalid"', '{}'],
])('quotes the reason for a %i that is only in a header', (statusCode, challenge, text) => {
	const refusal = { text, statusCode, contentType: '', challenge, remedies };
	const message = 'Service message: The audience is invalid.';
	expect(readErrorResponse(refusal).description).toContain(message);
	const withMessage = { ...refusal, text: '{"message":"No."}' };
	expect(readErrorResponse(withMessage).description).toContain('Service message: No.');
});

describe('the error code', () => {
	const typeOfNotFound = 'https://tools.ietf.org/html/rfc9110#section-15.5.5';

	test.each([
		['in a field', { code, message: 'whatever' }, code],
		['in a field of another name', { errorCode: code }, code],
		['in an inner field', { error: { code } }, code],
		['inside a problem', { problem: { title: 'Refused', detail: code } }, code],
		['in the first of several errors', { errors: [{ code }] }, code],
		['in a list of codes', { errors: [code] }, code],
		['the tail of a type', { type: `https://service.example.com/problems/${code}` }, code],
		['a title', { type: 'about:blank', title: code, status: 409 }, code],
		['a text beside a number', { code: 1203, errorCode: code }, code],
		['in a sentence', { message: `Rejected: ${code} (trace 42)` }, code],
		['a bare string', code, code],
		[
			'in a text beside a generic type',
			{ type: typeOfNotFound, detail: `Rejected: ${code}` },
			code,
		],
		['in a text beside an unknown code', { code: 'E1001', message: `${code}: No` }, code],
		['in a field before one in a text', { errorCode: code, message: 'not name-required' }, code],
		['an unknown code in a field for codes', { code: 'E1001', message: 'No' }, 'E1001'],
		['an unknown code in a bare error', { error: 'mailbox-full' }, 'mailbox-full'],
		['no code in the tail of a type', { type: typeOfNotFound, title: 'Not Found' }, 'http-409'],
		['no code in a word of a text', { message: 'self-service is closed' }, 'http-409'],
		['an unknown one that is all there is', 'mailbox-full', 'mailbox-full'],
		['a known one with blanks around it', ` ${code}\n`, code],
		['no unknown one in a text', { title: 'mailbox-full' }, 'http-409'],
		['none with more behind it', { error: 'mailbox-full: 7 of 7' }, 'http-409'],
		['no text in a field for codes', { code: 'No more than 7' }, 'http-409'],
	])('is %s', (_name, body, expected) => {
		expect(read(JSON.stringify(body)).errorCode).toBe(expected);
	});

	test('is in plain text', () => {
		expect(read(`${code}\n`, 409, 'text/plain').errorCode).toBe(code);
	});
});

describe('the message of the service', () => {
	test.each([
		['only the code', { code }],
		['the code as its text', { code, message: code }],
		['the code in an address', { type: `https://errors.example.com/${code}` }],
		['an empty text', { code, message: ' ' }],
		['an address of some page', { code, message: 'https://errors.example.com/409' }],
		['an address without TLS', { code, message: 'http://errors.example.com/409' }],
	])('is left out if it is %s', (_name, body) => {
		expect(read(JSON.stringify(body)).description).toBe(errorCodes[code].description);
	});

	test.each([
		'See https://errors.example.com',
		'https://errors.example.com has more',
		'See https://errors.example.com/',
	])('is kept if it contains an address: %s', (message) => {
		for (const body of [{ code, message }, { message }]) {
			expect(read(JSON.stringify(body)).description).toContain(`Service message: ${message}.`);
		}
	});

	test('gets no second full stop', () => {
		const { description } = read(JSON.stringify({ code, message: 'It was rejected.' }));
		expect(description).toMatch(/Service message: It was rejected\.$/);
	});

	test('shows control characters as escape sequences', () => {
		const message = 'a\u0000b\u202E\u001B[31mc';
		const { description } = read(JSON.stringify({ code, message }));
		expect(description).toContain('Service message: a\\u0000b\\u202E\\u001B[31mc.');
	});

	test('is not searched for without end', () => {
		const nest = (depth: number): object => (depth === 0 ? { code } : { inner: nest(depth - 1) });
		expect(read(JSON.stringify(nest(3))).errorCode).toBe(code);
		expect(read(JSON.stringify(nest(4))).errorCode).toBe('http-409');
	});

	test('names the fields of a validation error', () => {
		const errors = { name: ['is too short'], schedule: ['is required'] };
		const body = { title: 'Invalid', errors };
		const { description } = read(JSON.stringify(body), 400);
		expect(description).toContain('Invalid; name: is too short; schedule: is required');
	});

	test.each(['{}', '[]', '{"code":"unauthorized"}'])('is never the raw JSON %s', (text) => {
		expect(read(text, 401).description).not.toContain(text);
	});

	test.each<[object, string]>([
		[
			{ Message: 'Invalid', ModelState: { name: ['Required'] } },
			'Message: Invalid; name: Required',
		],
		[{ detail: [{ loc: ['body'], msg: 'Field required' }] }, 'msg: Field required; loc: body'],
		[{ message: { en: 'Too late' } }, 'en: Too late'],
		[{ code: 'license-expired', traceId: '00-a' }, 'traceId: 00-a'],
	])('is all texts if no field is known: %j', (body, message) => {
		expect(read(JSON.stringify(body), 400).description).toBe(
			`Check the values of the fields. Service message: ${message}.`,
		);
	});

	test('has no texts of other fields if the code is known', () => {
		const { description } = read(JSON.stringify({ code, traceId: '00-a' }));
		expect(description).toBe(errorCodes[code].description);
	});
});

describe('an error behind a success status', () => {
	test.each([
		['a body of nothing but an error', { code, message: 'No' }, []],
		['a code of the operation in a record', { errorCode: code, userId: 'u' }, [code]],
		['a nested one', { error: { code }, traceId: '7' }, []],
		['a text of nothing but a code', ` ${code}\n`, []],
	] as const)('is %s', (_name, body, codes) => {
		expect(errorInSuccess(body, codes)).toBe(code);
	});

	test.each([
		['a record that speaks of a code', { name: code, id: 1 }, [code]],
		['a run that failed', { runId: 'r', status: 'FAILED', errorCode: code }, ['run-not-found']],
		['a list', [{ code }], [code]],
		['a text that speaks of a code', `No ${code}`, [code]],
		['an unknown code', { code: 'fine', message: 'Done' }, []],
	] as const)('is not %s', (_name, body, codes) => {
		expect(errorInSuccess(body, codes)).toBeUndefined();
	});
});
