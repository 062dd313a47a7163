import {
	asList,
	asRecord,
	identifierOf,
	identifierValueOf,
	isRecord,
	valueAt,
} from '../../src/api/jsonObject';

test('a record is an object with names', () => {
	expect([{}, { a: 1 }].map(isRecord)).toEqual([true, true]);
	expect([[], null, undefined, 'text', 3].map(isRecord)).toEqual(Array(5).fill(false));
});

test('a body that is no object is kept, and none is an empty record', () => {
	expect(asRecord({ left: 2 })).toEqual({ left: 2 });
	expect(asRecord(undefined)).toStrictEqual({});
	expect(asRecord(null)).toEqual({});
	expect([0, '', false, ['a']].map(asRecord)).toEqual([
		{ value: 0 },
		{ value: '' },
		{ value: false },
		{ value: ['a'] },
	]);
});

describe('the list in a body', () => {
	test('is the body itself, each entry a record', () => {
		expect(asList([{ id: 1 }, 'two'])).toEqual([{ id: 1 }, { value: 'two' }]);
	});

	test.each(['items', 'records', 'data', 'results', 'logs', 'messages', 'runs', 'journals'])(
		'is found under %s, whatever lists stand beside it',
		(name) => {
			expect(asList({ columns: [{ id: 9 }], [name]: [{ id: 1 }, 2] })).toEqual([
				{ id: 1 },
				{ value: 2 },
			]);
			expect(asList({ columns: [{ id: 9 }], [name]: null })).toEqual([]);
		},
	);

	test('is the only one under any other name', () => {
		expect(asList({ total: 1, shelves: ['s'] })).toEqual([{ value: 's' }]);
		expect(asList({ shelves: [], boxes: [] })).toBeUndefined();
	});

	test.each(['links', '_links', 'errors', 'warnings', 'notices', 'sort', 'filters', 'Links'])(
		'is not %s, which goes along with lists',
		(name) => {
			expect(asList({ [name]: [{ a: 1 }] })).toBeUndefined();
			expect(asList({ shelves: [{ id: 1 }], [name]: [{ a: 1 }] })).toEqual([{ id: 1 }]);
		},
	);

	test.each(['backlinks', 'linksTo', 'sorted', 'my_links', 'x_links'])(
		'may be %s, which is only like one of those',
		(name) => {
			expect(asList({ [name]: [{ a: 1 }] })).toEqual([{ a: 1 }]);
		},
	);

	test.each([undefined, null, 'text', 5, {}, { id: 1 }, { items: 'none' }, { shelves: null }])(
		'is not to be found in %j',
		(body) => {
			expect(asList(body)).toBeUndefined();
		},
	);
});

test('an identifier is the first that is one, under the names that the kind of record has', () => {
	expect(identifierValueOf('user', { id: 'second', userId: 'first' })).toBe('first');
	expect(identifierValueOf('user', { userId: null, id: 7 })).toBe(7);
	expect(identifierValueOf('user', { userId: { a: 1 }, id: true })).toBeUndefined();
	expect(identifierOf('group', { groupId: 0 })).toBe('0');
	expect(identifierOf('group', {})).toBeUndefined();
});

test('where the user says where the identifier is, it is looked for nowhere else', () => {
	const record = { userId: 'usual', own: { key: 12, text: 'k', flag: true } };
	expect(identifierOf('user', record, 'own.key')).toBe('12');
	expect(identifierOf('user', record, 'own.text')).toBe('k');
	expect(identifierOf('user', record, 'own.flag')).toBeUndefined();
	expect(identifierOf('user', record, 'own.nothing')).toBeUndefined();
});

test('a value is found by a name, and by a path through records and lists', () => {
	const record = { 'a.b': 'with a dot', a: { b: 'below' }, list: [{ c: null }, 'two'] };
	expect(valueAt(record, 'a.b')).toBe('with a dot');
	expect(valueAt({ a: { b: 'below' } }, 'a.b')).toBe('below');
	expect(valueAt(record, 'list.0.c')).toBeNull();
	expect(valueAt(record, 'list.1')).toBe('two');
});

test.each([
	[{ a: 'text' }, 'a.length'],
	[{ a: null }, 'a.b'],
	[{ a: {} }, 'a.b.c'],
	[{}, 'toString'],
	[{ a: {} }, 'a.constructor'],
	[null, 'a'],
	['text', 'length'],
	[undefined, 'a'],
])('there is nothing in %j at %s', (record, path) => {
	expect(valueAt(record, path)).toBeUndefined();
});
