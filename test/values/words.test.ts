import { splitWords } from '../../src/values/words';

test.each([
	'outputText',
	'output_text',
	'OUTPUT-TEXT',
	'output.text',
	' Output  Text ',
	'output2text',
])('splits %s into the words output and text', (name) => {
	expect(splitWords(name)).toEqual(['output', 'text']);
});

test('splits words of every language', () => {
	expect(splitWords('fråganÄrKlar')).toEqual(['frågan', 'är', 'klar']);
	expect(splitWords('123')).toEqual([]);
});

test('splits a known name once and keeps a bounded number of names', () => {
	const first = splitWords('keptName');
	expect(splitWords('keptName')).toBe(first);
	for (let number = 0; number < 2100; number++) {
		splitWords(`name ${String.fromCodePoint(0x4e00 + number)}`);
	}
	expect(splitWords('keptName')).not.toBe(first);
});
