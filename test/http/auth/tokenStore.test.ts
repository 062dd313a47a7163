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
const get = async (parts: string[], granting: () => Promise<GrantedToken>, rejected?: string) =>
	(await sharedToken([...parts, `test ${tests}`], granting, rejected)).accessToken;

const grant = (expiresIn?: number) => async (): Promise<GrantedToken> => ({
	accessToken: `token ${++granted}`,
	expiresIn,
});

test('keeps one token for each key', async () => {
	const keys = [
		['server', 'client', 'scope'],
		['server', 'client', 'other scope'],
		['server', 'clientscope', ''],
	];
	const tokens = [];
	for (const key of keys) tokens.push(await get(key, grant()));
	expect(tokens).toEqual(['token 1', 'token 2', 'token 3']);
	expect(await get(['server', 'client', 'scope'], grant())).toBe('token 1');
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

test('renews a rejected token once for all items', async () => {
	const refused = await get(['a'], grant());
	const renewed = [get(['a'], grant(), refused), get(['a'], grant(), refused)];
	expect(await Promise.all(renewed)).toEqual(['token 2', 'token 2']);
	expect(await get(['a'], grant(), refused)).toBe('token 2');
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
