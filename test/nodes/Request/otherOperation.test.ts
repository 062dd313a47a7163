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
	['/items/a%3Fb', '/items/a%3Fb'],
	['/items/%20a', '/items/%20a'],
	['/items/100%25', '/items/100%25'],
	['/items/två ord', '/items/tv%C3%A5%20ord'],
	['/items/a|b^[c]', '/items/a%7Cb%5E%5Bc%5D'],
	['/items:search', '/items:search'],
	['/users/undefined2', '/users/undefined2'],
	['http:/admin', '/http:/admin'],
	[42, '/42'],
])('sends %j as %s', (typed, path) => {
	expect(described({ path: typed }).path).toBe(path);
});

const enterPath = "Enter the path that follows 'Base URL', for example /admin/user/users.";

test.each(['', '/', undefined])('refuses the path %j as empty', (path) => {
	expect(() => described({ path })).toThrow(
		expect.objectContaining({ message: "'Path' is empty", description: enterPath }) as Error,
	);
});

test.each(['?', '#', '{', '}'])('refuses a path with %j', (character) => {
	expect(() => described({ path: `/users/${character}active` })).toThrow(
		expect.objectContaining({
			message: `'Path' contains "${character}"`,
			description: expect.stringContaining("under 'Query Parameters'") as string,
		}) as Error,
	);
});

const invalid = (segment: string) => `contains the invalid segment "${segment}"`;
const empty = 'contains an empty segment';

test.each([
	['https://evil.example.org/users', empty],
	['//evil.example.org/users', empty],
	['/users/', empty],
	['/users\\..\\admin', invalid('users\\..\\admin')],
	['/users/%5c..', invalid('%5c..')],
	['/users/%0D%0AHost:x', invalid('%0D%0AHost:x')],
	['/users/100%', invalid('100%')],
	['/users/\ud800', invalid('\ud800')],
	['/users/../tokens', invalid('..')],
	['/./users', invalid('.')],
	['/users/%2e%2e/tokens', invalid('%2e%2e')],
	['/users/%252e%252E/tokens', invalid('%252e%252E')],
	['/users/a%2f..%2Fb', invalid('a%2f..%2Fb')],
	['/users/..;x=1/tokens', invalid('..;x=1')],
	['/users/..%3bx/tokens', invalid('..%3bx')],
	['/users/..%25%33bx/tokens', invalid('..%25%33bx')],
	['/users/undefined', invalid('undefined')],
	['/users/null/members', invalid('null')],
])('refuses %j because it %s', (path, reason) => {
	expect(() => described({ path })).toThrow(
		expect.objectContaining({
			message: `'Path' ${reason}`,
			description: `${enterPath} Wrap each ID in encodeURIComponent() once. If the path comes from an expression, check this item.`,
		}) as Error,
	);
});
