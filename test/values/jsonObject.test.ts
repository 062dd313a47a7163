import { getValue } from '../../src/values/jsonObject';
import { FieldNames } from '../../src/api/fieldNames';
import { asList } from '../../src/api/lists';

describe('the list in a body', () => {
	test.each<[string, unknown, unknown]>([
		['the body', [{ id: 1 }, 'two'], [{ id: 1 }, { value: 'two' }]],
		['a likely name', { columns: [{ id: 9 }], items: [{ id: 1 }, 2] }, [{ id: 1 }, { value: 2 }]],
		['a likely name with null', { columns: [{ id: 9 }], records: null }, []],
		['the only list', { total: 1, shelves: ['s'] }, [{ value: 's' }]],
	])('is %s: %j', (_what, body, list) => {
		expect(asList(body)).toEqual(list);
	});

	test.each(['links', '_links', 'errors', 'warnings', 'notices', 'sort', 'filters', 'Links'])(
		'is not under %s, which accompanies lists',
		(name) => {
			expect(asList({ [name]: [{ a: 1 }] })).toBeUndefined();
			expect(asList({ shelves: [{ id: 1 }], [name]: [{ a: 1 }] })).toEqual([{ id: 1 }]);
			expect(asList({ [`x${name}`]: [{ a: 1 }] })).toEqual([{ a: 1 }]);
		},
	);

	test.each([undefined, null, 'text', 5, {}, { items: 'none' }, { a: null }, { a: [], b: [] }])(
		'is not found in %j',
		(body) => {
			expect(asList(body)).toBeUndefined();
		},
	);
});

const usualNames = new FieldNames();

test('reads an ID from the first string or number under the assumed names', () => {
	expect(usualNames.identifierValueOf('user', { id: 'second', userId: 'first' })).toBe('first');
	expect(usualNames.identifierValueOf('user', { userId: null, id: 7 })).toBe(7);
	expect(usualNames.identifierValueOf('user', { userId: { a: 1 }, id: true })).toBeUndefined();
	expect(usualNames.identifierOf('group', { groupId: 0 })).toBe('0');
	expect(usualNames.identifierOf('group', {})).toBeUndefined();
});

test('reads an ID only from the field that the user sets', () => {
	const record = { userId: 'usual', own: { key: 12, flag: true } };
	expect(usualNames.identifierOf('user', record, 'own.key')).toBe('12');
	expect(usualNames.identifierOf('user', record, 'own.flag')).toBeUndefined();
	expect(usualNames.identifierOf('user', record, 'own.nothing')).toBeUndefined();
});

test('finds a value by its name, and by a path through records and lists', () => {
	const record = { 'a.b': 'with a dot', a: { b: 'below' }, list: [{ c: null }, 'two'] };
	expect(getValue(record, 'a.b')).toBe('with a dot');
	expect(getValue({ a: { b: 'below' } }, 'a.b')).toBe('below');
	expect(getValue(record, 'list.0.c')).toBeNull();
	expect(getValue(record, 'list.1')).toBe('two');
});

test.each([
	[{ a: 'text' }, 'a.length'],
	[{ a: null }, 'a.b'],
	[{ a: {} }, 'a.b.c'],
	[{}, 'toString'],
	[{ a: {} }, 'a.constructor'],
	[null, 'a'],
	['text', 'length'],
])('finds no value in %j at %s', (record, path) => {
	expect(getValue(record, path)).toBeUndefined();
});
