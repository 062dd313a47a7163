import fc from 'fast-check';

/** Any characters. fast-check has them too, and needs seconds before the first one. */
export const anyText = fc
	.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 8 })
	.map((codes) => codes.filter((code) => code < 0xd800 || code > 0xdfff))
	.map((codes) => String.fromCodePoint(...codes));

/** Decodes as often as there is something to decode, as careless servers and proxies do. */
export function decodedFully(path: string): string {
	for (let text = path; ;) {
		let next: string;
		try {
			next = decodeURIComponent(text);
		} catch {
			next = text.replace(/%([0-7][0-9a-f])/gi, (_whole, code: string) =>
				String.fromCharCode(parseInt(code, 16)),
			);
		}
		if (next === text) return text;
		text = next;
	}
}

/** Pieces of which attempts to leave the Base URL are made, besides any text. */
const pieces = fc.oneof(
	fc.constantFrom(
		...['/', '//', '\\', '.', '..', ';', ':', '@', '?', '#', '%', ' ', '\t', '\n', '\r', '\0'],
		...['%2e', '%2E', '%252e', '%25252E', '%2f', '%2F', '%252f', '%5c', '%255C', '%00', '%0d%0a'],
		...['%c0%ae', '%e0%80%ae', '%25', '%2', '{', '}', '..;a=b', '%2e%2e;', '%3b', '%3f', '%23'],
		...['https:', 'http://', 'evil.example.org', 'user:pass@', 'file:', 'javascript:', '//evil'],
		...['admin', 'user', 'users', '42', 'undefined', 'å', '😀', '\ud800', '．．', '／', '\u2028'],
		...['integration', '../integration', 'service.example.org', ':8080', '[::1]', '|', '^', '"'],
	),
	anyText,
	fc.webPath(),
	fc.webUrl(),
);
/** Paths in the right form, so as many are sent as are refused. */
const goodPaths = fc
	.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 6 })
	.map((parts) => `/${parts.join('/')}`);

/** What somebody might type as a path, in good faith or not. */
export const typedPaths = fc.oneof(
	goodPaths,
	fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
	fc.array(pieces, { maxLength: 8 }).map((parts) => `/${parts.join('/')}`),
);
