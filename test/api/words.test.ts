import { wordsIn } from '../../src/api/words';

test.each([
	'outputText',
	'output_text',
	'OUTPUT-TEXT',
	'output.text',
	' Output  Text ',
	'output2text',
])('%s has the words output and text', (name) => {
	expect(wordsIn(name)).toEqual(['output', 'text']);
	// From memory it is no other.
	expect(wordsIn(name)).toEqual(['output', 'text']);
});

test('letters of every language make words', () => {
	expect(wordsIn('fråganÄrKlar')).toEqual(['frågan', 'är', 'klar']);
	expect(wordsIn('123')).toEqual([]);
});

test('a known name is split once, and of very many names only some are kept', () => {
	const first = wordsIn('keptName');
	wordsIn('anotherName');
	expect(wordsIn('keptName')).toBe(first);
	for (let number = 0; number < 2100; number++) {
		wordsIn(`name ${String.fromCodePoint(0x4e00 + number)}`);
	}
	expect(wordsIn('keptName')).not.toBe(first);
	expect(wordsIn('keptName')).toEqual(first);
});

test('a long text, which is no name, is not kept', () => {
	const name = 'n'.repeat(100);
	expect(wordsIn(name)).toBe(wordsIn(name));
	const text = `${name}n`;
	expect(wordsIn(text)).toEqual([text]);
	expect(wordsIn(text)).not.toBe(wordsIn(text));
});
