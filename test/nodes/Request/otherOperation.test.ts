/** An operation that a user describes is checked, and its path stays below the Base URL. */
import fc from 'fast-check';
import { InputError } from '../../../src/api/errors';
import { onlyReads } from '../../../src/api/operations';
import { otherOperation } from '../../../nodes/Request/otherOperation';
import { decodedFully, typedPaths } from '../../http/typedPaths';
import { randomRuns } from '../../randomRuns';

const base = 'https://service.example.org/integration';

const described = (more: object = {}) => {
	const parameters = { method: 'GET', path: 'stock/levels', scope: 'stock:read', ...more };
	return otherOperation({
		parameter: <Value>(name: string) => parameters[name as keyof typeof parameters] as Value,
	});
};

/** The path as it is sent, or undefined if it is refused. */
function sent(path: unknown): string | undefined {
	try {
		return described({ path }).path;
	} catch (error) {
		expect(error).toBeInstanceOf(InputError);
		expect((error as InputError).message).toMatch(/^'Path' /);
		return undefined;
	}
}

test.each(['DELETE', 'PATCH', 'POST', 'PUT'])('never treats %s as a read', (method) => {
	expect(onlyReads(described({ method }))).toBe(false);
	expect(onlyReads(described())).toBe(true);
});

test.each([
	[{ scope: 'a b' }, 'Scope "a b" is not one scope'],
	[{ scope: 'å:read' }, 'is not one scope'],
	[{ scope: 'stock:\u200Bread' }, 'Scope "stock:\\u200Bread" is not one scope'],
	[{ method: 'TRACE' }, 'Method "TRACE" is not one of the choices'],
	[{ method: undefined }, 'Method "" is not one of the choices'],
	[{ method: 'GET\u200B' }, 'Method "GET\\u200B" is not one of the choices'],
])('refuses the method %j', (more, message) => {
	expect(() => described(more)).toThrow(message);
});

test('accepts only paths below the Base URL, also if decoded again', () => {
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
		randomRuns(300),
	);
	expect(accepted).toBeGreaterThan(100);
});

test.each([
	['/admin/user/users', '/admin/user/users'],
	['admin/user/users', '/admin/user/users'],
	[' /admin/user/users\n', '/admin/user/users'],
	['/items/a%2Fb', '/items/a%2Fb'],
	['/items/100%25', '/items/100%25'],
	['/items/två ord', '/items/tv%C3%A5%20ord'],
	['/items/a|b^[c]', '/items/a%7Cb%5E%5Bc%5D'],
	['/items:search', '/items:search'],
	['/users/undefined2', '/users/undefined2'],
	['/users;version=1;/a', '/users;version=1;/a'],
	['http:/admin', '/http:/admin'],
	[42, '/42'],
])('sends %j as %s', (typed, path) => {
	expect(described({ path: typed }).path).toBe(path);
});

const enterPath = "Enter the path that follows 'Base URL', for example /admin/user/users.";
const encodeIds = 'Wrap IDs with special characters in encodeURIComponent().';
const removeIt = 'Remove it. If the path comes from an expression, check this item.';
const addValue = 'If the path comes from an expression, check this item for a missing value.';
const removeSlashes = `Remove extra slashes. ${addValue}`;
const invalid = 'contains an invalid character encoding';
const writePercent = `Write a percent sign as %25. ${encodeIds}`;

test.each([
	['', 'is empty', enterPath],
	['/', 'is empty', enterPath],
	[undefined, 'is empty', enterPath],
	['https://evil.example.org/users', 'contains "https://"', enterPath],
	['/https://evil.example.org/users', 'contains "/https://"', enterPath],
	['a+b.c-1://evil.example.org', 'contains "a+b.c-1://"', enterPath],
	['//evil.example.org/users', 'contains "//"', enterPath],
	['/users?active=ALL', 'contains "?"', "Add query parameters under 'Query Parameters'."],
	['/users#top', 'contains "#"', encodeIds],
	['/users\\..\\admin', 'contains "\\"', removeIt],
	['/users/%5c..', 'contains an encoded "\\"', removeIt],
	['/users/%0D%0AHost:x', 'contains a control character', removeIt],
	[
		'/users/{userId}',
		'contains "{"',
		"Replace the placeholder with an ID, or switch 'Path' to Expression.",
	],
	['/users/100%', invalid, writePercent],
	['/users/\ud800', invalid, writePercent],
	['/users/../tokens', 'contains ".."', enterPath],
	['/./users', 'contains "."', enterPath],
	['/users/%2e%2e/tokens', 'contains an encoded ".."', enterPath],
	['/users/%252e%252E/tokens', 'contains a double encoding', 'Encode each ID once.'],
	['/users/a%2f..%2Fb', 'contains ".."', enterPath],
	['/users/..;x=1/tokens', 'contains ".."', enterPath],
	['/users/', 'contains an empty segment', removeSlashes],
	['/users/%2f/members', 'contains an empty segment', removeSlashes],
	['/users/;x=1/members', 'contains an empty segment', removeSlashes],
	['/users/undefined', 'contains "undefined"', addValue],
	['/users/null/members', 'contains "null"', addValue],
])('refuses %j because it %s', (path, reason, description) => {
	expect(() => described({ path })).toThrow(
		expect.objectContaining({ message: `'Path' ${reason}`, description }) as Error,
	);
});
