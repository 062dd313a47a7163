import { ServiceError } from '../../../src/api/errors';
import { type GrantedToken, hashKey, sharedToken } from '../../../src/http/auth/tokenStore';

let tests = 0;
let granted = 0;

beforeEach(() => {
	jest.useFakeTimers({ now: 1_000_000 });
	tests += 1;
	granted = 0;
});
afterEach(() => jest.useRealTimers());

/** The token that is kept under some parts; each test has parts of its own. */
const get = async (parts: string[], granting: () => Promise<GrantedToken>) =>
	(await sharedToken([...parts, `test ${tests}`], granting)).accessToken;

const grant = (expiresIn?: number) => async (): Promise<GrantedToken> => ({
	accessToken: `token ${++granted}`,
	expiresIn,
});

test.each([
	['a documented token a minute early', 3600, 3539, 3541],
	['a short token when a tenth of its life is left', 50, 44.9, 45.1],
	['a shorter one two seconds early, as servers count in whole ones', 10, 7.9, 8.1],
	['a very short one after half of its life', 2, 0.9, 1.1],
	['a token whose life is not told as the documented one', undefined, 3539, 3541],
])('renews %s', async (_name, expiresIn, before, after) => {
	await get(['a'], grant(expiresIn));
	jest.advanceTimersByTime(before * 1000);
	expect(await get(['a'], grant(expiresIn))).toBe('token 1');
	jest.advanceTimersByTime((after - before) * 1000);
	expect(await get(['a'], grant(expiresIn))).toBe('token 2');
});

test.each([
	['a refusal for ten seconds', 400, undefined, 10],
	['a refusal for ten seconds, if Retry-After is shorter', 400, 1, 10],
	['a fault for two seconds', 503, undefined, 2],
	['a fault as long as Retry-After asks for', 503, 60, 60],
	['a fault for two minutes, if Retry-After is longer', 503, 600, 120],
])('keeps %s', async (_name, httpStatus, retryAfterSeconds, seconds) => {
	const details = { message: 'no', description: '', errorCode: 'network' } as const;
	const failure = new ServiceError({ ...details, httpStatus, retryAfterSeconds });
	const refuse = async () => await Promise.reject(failure);
	await expect(get(['a'], refuse)).rejects.toBe(failure);
	jest.advanceTimersByTime(seconds * 1000 - 1);
	await expect(get(['a'], grant())).rejects.toBe(failure);
	jest.advanceTimersByTime(1);
	expect(await get(['a'], grant())).toBe('token 1');
});

test('holds no more than a thousand tokens', async () => {
	for (let index = 0; index <= 1000; index++) await get([String(index)], grant());
	expect(await get(['1000'], grant())).toBe('token 1001');
	expect(await get(['0'], grant())).toBe('token 1002');
});

test('keeps tokens under keys that reveal no secret', () => {
	const text = JSON.stringify(['the secret of the client']);
	expect(hashKey(text)).toBe(hashKey(text));
	expect(hashKey(text)).not.toContain('secret');
	expect(hashKey(text)).not.toBe(hashKey(`${text} `));
});
