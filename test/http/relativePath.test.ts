/** A path that a user typed stays below the Base URL, or is refused. */
import fc from 'fast-check';
import { InputError } from '../../src/api/errors';
import { relativePath } from '../../src/http/relativePath';
import { decodedFully, typedPaths } from './typedPaths';

const base = 'https://service.example.org/integration';

/** The path as it is sent; undefined where it is refused. */
function sent(path: unknown): string | undefined {
	try {
		return relativePath(path);
	} catch (error) {
		expect(error).toBeInstanceOf(InputError);
		expect((error as InputError).message).toMatch(/^Path /);
		return undefined;
	}
}

test('whatever is typed, the address stays below the Base URL, also where it is decoded again', () => {
	let accepted = 0;
	fc.assert(
		fc.property(typedPaths, (typed) => {
			const path = sent(typed);
			if (path === undefined) return;
			accepted += 1;
			const url = new URL(base + path);
			// Nothing is left for the parser of addresses to change.
			expect(url.href).toBe(base + path);
			expect(url.pathname.startsWith('/integration/')).toBe(true);
			expect([url.origin, url.username, url.password, url.search, url.hash]).toEqual([
				new URL(base).origin,
				...['', '', '', ''],
			]);
			const parts = decodedFully(path)
				.slice(1)
				.split(/[/\\]/)
				.map((part) => part.replace(/;.*$/s, ''));
			expect(parts.filter((part) => /^\.*$/.test(part))).toEqual([]);
		}),
		{ numRuns: 5000 },
	);
	expect(accepted).toBeGreaterThan(200);
});

test('an ID in its encoded form arrives as it is', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
			const path = sent(`/threads/${encodeURIComponent(id)}/messages`);
			if (path === undefined) {
				// Such an ID would climb, or be no part of a path, once it is decoded.
				expect(decodedFully(id)).toMatch(/[/\\;\p{Cc}]|^\.+$|^(undefined|null|NaN)$/u);
			} else {
				expect(decodeURIComponent(path.split('/')[2] ?? '')).toBe(id);
			}
		}),
	);
});

test.each([
	['/admin/user/users', '/admin/user/users'],
	['admin/user/users', '/admin/user/users'],
	[' /admin/user/users\n', '/admin/user/users'],
	['/admin/user/_availability', '/admin/user/_availability'],
	['/items/a%2Fb', '/items/a%2Fb'],
	['/items/100%25', '/items/100%25'],
	['/items/två ord', '/items/tv%C3%A5%20ord'],
	['/mail/anna@example.org', '/mail/anna@example.org'],
	['/items:search', '/items:search'],
	['/a/.well-known/b..c/...d', '/a/.well-known/b..c/...d'],
	['http:/admin', '/http:/admin'],
	[42, '/42'],
])('%j is sent as %s', (typed, path) => {
	expect(relativePath(typed)).toBe(path);
});

test.each([
	['', 'Path is empty'],
	['/', 'Path is empty'],
	[undefined, 'Path is empty'],
	['https://evil.example.org/users', 'leaves the Base URL'],
	['HTTPS://service.example.org/integration/users', 'leaves the Base URL'],
	['ftp://evil.example.org', 'leaves the Base URL'],
	['//evil.example.org/users', 'leaves the Base URL'],
	['\\\\evil.example.org', 'leaves the Base URL'],
	['/\\evil.example.org', 'leaves the Base URL'],
	['/users?active=ALL', 'has a "?" or "#"'],
	['/users#top', 'has a "?" or "#"'],
	['/users\\..\\admin', 'has a backslash'],
	['/users/%5c..', 'has a backslash'],
	['/users/%255C', 'has a backslash'],
	['/users/a\tb', 'has a backslash, a line end'],
	['/users/%0D%0AHost:x', 'has a backslash, a line end'],
	['/users/%2500', 'has a backslash, a line end'],
	['/users/{userId}', 'has curly brackets'],
	['/users/{{ $json.userId }}', 'has curly brackets'],
	['/users/100%', 'stands for no character'],
	['/users/%zz', 'stands for no character'],
	['/users/%c0%ae%c0%ae', 'stands for no character'],
	['/users/\ud800', 'stands for no character'],
	['/users/../tokens', 'nothing but dots'],
	['..', 'nothing but dots'],
	['/./users', 'nothing but dots'],
	['/users/%2e%2e/tokens', 'nothing but dots'],
	['/users/%2E./tokens', 'nothing but dots'],
	['/users/%252e%252E/tokens', 'nothing but dots'],
	['/users/a%2f..%2Fb', 'nothing but dots'],
	['/users/..;x=1/tokens', 'nothing but dots'],
	['/users/%2e%2e%3Bx', 'nothing but dots'],
	['/users//members', 'a part without a value'],
	['/users/', 'a part without a value'],
	['/users/%2f/members', 'a part without a value'],
	['/users/undefined', 'a part without a value'],
	['/users/null/members', 'a part without a value'],
	['/users/[object Object]', 'a part without a value'],
	[{ a: 1 }, 'has curly brackets'],
])('%j is refused: %s', (typed, reason) => {
	expect(() => relativePath(typed)).toThrow(reason);
});

const encodeWith = 'encodeURIComponent(…)';

test.each([
	['', 'Give what follows Base URL, for example "/admin/user/users".'],
	['//evil.example.org', 'Give what follows Base URL, for example "/admin/user/users".'],
	['a+b.c-1://evil.example.org', 'Another service takes another credential.'],
	['/users?active=ALL', 'Move what follows "?" to Query Parameters.'],
	['/users?active=ALL', encodeWith],
	['/users/a\tb', 'Remove it.'],
	['/users/a\tb', encodeWith],
	['/users/{userId}', 'switch the field to Expression'],
	['/users/100%', 'Write %25 for a percent sign.'],
	['/users/100%', encodeWith],
	['/users/..', 'Give the whole path as the service has it, for example "/admin/user/users".'],
	['/users/', 'come from an expression without a value'],
])('what to do about %j: %s', (typed, wayOut) => {
	expect(() => relativePath(typed)).toThrow(
		expect.objectContaining({ description: expect.stringContaining(wayOut) as string }) as Error,
	);
});

test.each([
	['/users/undefinedness', '/users/undefinedness'],
	['/users/not-null', '/users/not-null'],
	['/items/åäö', '/items/%C3%A5%C3%A4%C3%B6'],
	['/users;version=1;/a', '/users;version=1;/a'],
	['7://x', undefined],
])('%j is sent as %s', (typed, path) => {
	expect(sent(typed)).toBe(path);
});

test('a very long path is not repeated in full', () => {
	const typed = `/users?${'a'.repeat(10_000)}`;
	expect(() => relativePath(typed)).toThrow(/^Path "\/users\?a{193}…" has a "\?"/);
	expect(() => relativePath(typed.slice(0, 200))).toThrow(/^Path "\/users\?a{193}" has/);
});
