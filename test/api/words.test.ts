import { splitWords } from '../../src/api/words';

test.each([
	'outputText',
	'output_text',
	'OUTPUT-TEXT',
	'output.text',
	' Output  Text ',
	'output2text',
])('%s has the words output and text', (name) => {
	expect(splitWords(name)).toEqual(['output', 'text']);
	// From memory it is no other.
	expect(splitWords(name)).toEqual(['output', 'text']);
});

test('letters of every language make words', () => {
	expect(splitWords('fråganÄrKlar')).toEqual(['frågan', 'är', 'klar']);
	expect(splitWords('123')).toEqual([]);
});

test('a known name is split once, and of very many names only some are kept', () => {
	const first = splitWords('keptName');
	splitWords('anotherName');
	expect(splitWords('keptName')).toBe(first);
	for (let number = 0; number < 2100; number++) {
		splitWords(`name ${String.fromCodePoint(0x4e00 + number)}`);
	}
	expect(splitWords('keptName')).not.toBe(first);
	expect(splitWords('keptName')).toEqual(first);
});

test('a long text, which is no name, is not kept', () => {
	const name = 'n'.repeat(100);
	expect(splitWords(name)).toBe(splitWords(name));
	const text = `${name}n`;
	expect(splitWords(text)).toEqual([text]);
	expect(splitWords(text)).not.toBe(splitWords(text));
});
