import { onlyReads, operationName, operationRow } from '../../src/api/operations';
import { otherOperation } from '../../src/http/otherOperation';

const described = (more: object = {}) =>
	otherOperation({
		...{ method: 'GET', path: 'stock/levels', scope: 'stock:read', streams: false },
		...more,
	});

test('an operation that a user describes is what a row of the catalogue is', () => {
	const operation = described({ method: ' patch ', scope: ' stock:write ' });
	expect(operationRow(operation)).toMatchObject({
		method: 'PATCH',
		path: '/stock/levels',
		scope: 'stock:write',
		errorCodes: [],
	});
});

test.each(['DELETE', 'PATCH', 'POST', 'PUT'])('%s is never taken for a read', (method) => {
	expect(onlyReads(described({ method }))).toBe(false);
	expect(onlyReads(described())).toBe(true);
});

test.each([
	['/stock/levels', 'GET /stock/levels'],
	['/users/8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12/groups/7', 'GET /users/{}/groups/{}'],
	['/items/a%2Fb', 'GET /items/{}'],
])('requests for %s are compared as "%s"', (path, name) => {
	expect(operationName(described({ path }))).toBe(name);
});

test.each([
	[{ scope: '' }, 'Scope is empty'],
	[{ scope: 'a b' }, 'Scope "a b" is not one scope'],
	[{ scope: 'a"b' }, 'is not one scope'],
	[{ scope: 'å:read' }, 'is not one scope'],
	[{ method: 'TRACE' }, 'Method "TRACE" is not one of the choices'],
	[{ method: undefined }, 'Method "" is not one of the choices'],
	[{ path: '..' }, 'Path ".." has a part of nothing but dots'],
])('%j is refused', (more, message) => {
	expect(() => described(more)).toThrow(message);
});
