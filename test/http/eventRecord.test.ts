/** Events as the records of items. */
import { eventData } from '../../src/http/eventRecord';

test.each([
	['JSON, parsed', '{"text":"Hello"}', { text: 'Hello' }],
	['identifiers beyond 2^53, as texts', '{"id":9007199254740993}', { id: '9007199254740993' }],
	['a number beyond 2^53, as it was written', '9007199254740993', '9007199254740993'],
	['JSON null', 'null', null],
	['JSON after blanks', ' \n[1]', [1]],
	['a list of one', '[1]', [1]],
	['a text in quotes', '"Hello"', 'Hello'],
	['a number', '7', 7],
	['a number below zero, with a fraction', '-12.5e+1', -125],
	['a number before blanks', '42 \n', 42],
	['true', 'true', true],
	['false before blanks', 'false ', false],
	['words', 'Hello {there}', 'Hello {there}'],
	['a number and words', '5 apples', '5 apples'],
	['a word that begins like JSON', 'nullable', 'nullable'],
	['what only begins like JSON', '{"text":"Hel', '{"text":"Hel'],
	['nothing', '', ''],
])('parses the data: %s', (_name, data, expected) => {
	expect(eventData({ data })).toEqual(expected);
});
