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

test('requests a token again after a failure', async () => {
	const refuse = async () => await Promise.reject(new Error('no'));
	await expect(get(['a'], refuse)).rejects.toThrow('no');
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
