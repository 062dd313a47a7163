import fc from 'fast-check';
import { parseResponse, parseWritten, writeJson, writtenNumber } from '../../src/values/json';
import { randomRuns } from '../randomRuns';

test('reads numbers beyond 2^53 as strings', () => {
	const text =
		'{"id":90071992547409931,"list":[-12345678901234567890,1.5,12345678901234567890.5,1e20,1E20],"text":"90071992547409931"}';
	expect(parseResponse(text)).toEqual({
		id: '90071992547409931',
		list: ['-12345678901234567890', 1.5, '12345678901234567890.5', 1e20, 1e20],
		text: '90071992547409931',
	});
});

test.each(['{"id":9007199254740993,', '{9007199254740993:1}', '9007199254740993 1'])(
	'rejects %s',
	(text) => {
		expect(() => parseResponse(text)).toThrow(SyntaxError);
		expect(() => parseWritten(text)).toThrow(SyntaxError);
	},
);

test.each([
	'{"id":9007199254740993,"price":1.10,"big":1e400,"exact":12}',
	'["a \\"quoted 1.10\\" text",-0,0.1e1]',
	'{"one":1.0,"long":12345678901234567890,"long ":{"":[12345678901234567890.0]}}',
	'1.0',
])('writes %s unchanged', (text) => {
	expect(writeJson(parseWritten(text))).toBe(text);
});

test('reads numbers that JavaScript takes for infinite as strings', () => {
	expect(parseResponse('[1e400, -2E+308, 1e3, 2E100]')).toEqual(['1e400', '-2E+308', 1e3, 2e100]);
});

test('keeps the last of two equal names', () => {
	expect(parseResponse('{"id":{"id":1},"id":9007199254740993}')).toEqual({
		id: '9007199254740993',
	});
	expect(writeJson(parseWritten('{"id":1.0,"id":[2.0]}'))).toBe('{"id":[2.0]}');
});

test('never takes a string for a number', () => {
	const kept = parseWritten('[2.50, 2.5, "2.50"]') as unknown[];
	expect(kept.map(writtenNumber)).toEqual(['2.50', undefined, undefined]);
	// Its prefix differs in each process, so data cannot pretend to be JSON.
	const mark = String(kept[0]).slice(0, -'2.50'.length);
	expect(mark).toMatch(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/);
	const text = '\u0000number:true';
	expect(writeJson({ text })).toBe(JSON.stringify({ text }));
});

test('keeps any JSON', () => {
	fc.assert(
		fc.property(fc.json(), (text) => {
			expect(writeJson(parseWritten(text))).toBe(text);
			if (!/\d{16}/.test(text)) expect(parseResponse(text)).toEqual(JSON.parse(text));
		}),
		randomRuns(50),
	);
});

test('refuses JSON with more than 1,000 levels', () => {
	const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
	expect(() => parseResponse(nested(100_000))).toThrow(SyntaxError);
	expect(() => parseWritten(nested(1001))).toThrow(SyntaxError);
	expect(parseResponse(nested(1000))).toEqual(JSON.parse(nested(1000)));
});
