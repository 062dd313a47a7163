/** Email addresses in the ways in which people copy them. */
import { parseAddress } from '../../src/values/addresses';

const address = "anna.o'berg+it@example.com";

test.each([
	address,
	` ${address}\n`,
	`mailto:${address}`,
	`MAILTO:${address}?subject=Hello%20Anna`,
	`mailto:${encodeURIComponent(address)}`,
	`<${address}>`,
	`Anna Berg <${address}>`,
	`"Berg, Anna" <${address}>,`,
	`${address} <${address}>`,
	`'${address.toUpperCase()}' <${address}>`,
	`"${address}"`,
	`“${address}”`,
	`${address},`,
	`\u200B${address}\u200E`,
])('%j is one address', (copied) => {
	expect(parseAddress(copied)).toBe(address);
});

test('an address keeps its case and its letters', () => {
	expect(parseAddress('Åsa@Exämple.com')).toBe('Åsa@Exämple.com');
});

test('an address keeps its percent signs, but for those of a link', () => {
	for (const written of ['a%2Bb@example.com', 'mailto:a%25b%@example.com']) {
		expect(parseAddress(written)).toBe(written.replace('mailto:', ''));
	}
	expect(parseAddress('mailto:a%25b@example.com')).toBe('a%b@example.com');
});

test.each([
	'',
	'anna',
	'anna@',
	'@example.com',
	'anna@example.com@example.com',
	'Write to anna@example.com',
	'anna@example.com, bo@example.com',
	'bo@example.com <anna@example.com>',
	'<anna@example.com> <bo@example.com>',
	'anna@example.com>',
	'"anna@example.com',
])('%j is not one address', (copied) => {
	expect(parseAddress(copied)).toBeUndefined();
});

test('a text of more than 320 characters is not an address', () => {
	expect(parseAddress(`${'a'.repeat(308)}@example.com`)).toBeDefined();
	expect(parseAddress(`${'a'.repeat(309)}@example.com`)).toBeUndefined();
});
