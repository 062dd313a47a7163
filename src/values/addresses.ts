/** Email addresses as people copy them: from a link, a mail program, or a sentence. */
import { comparableAddress, removeInvisible } from './texts';

/** 64 before the @ and 255 after it (RFC 5321 4.5.3.1). */
const maxCharacters = 320;

const quoted = /^["'“”„‘’«»](.*)["'“”„‘’«»]$/s;

const link = /^mailto:([^?]*)(?:\?.*)?$/is;

/** Such as "Anna Berg <anna.berg@example.com>". */
const named = /^([^<>]*)<([^<>]*)>$/;

const plain = /^[^\s@<>()[\]",;:\\]+@[\p{L}\p{M}\p{N}._-]+$/u;

/** Whether a text is an address, and nothing else. */
export function isAddress(text: string): boolean {
	return plain.test(text);
}

/** A link may have "%2B" in place of "+" (RFC 6068). */
function decodeLink(address: string): string {
	try {
		return decodeURIComponent(address);
	} catch {
		return address;
	}
}

/** A text without the marks around it, however many there are. */
function unwrap(text: string): string {
	const inner = text
		.trim()
		.replace(/[,.;]$/, '')
		.replace(quoted, '$1')
		.replace(link, (_link, address: string) => decodeLink(address));
	return inner === text ? text : unwrap(inner);
}

/** The address in a text; undefined if there is none, more than one, or anything else. */
export function parseAddress(copied: string): string | undefined {
	if (copied.length > maxCharacters) return undefined;
	const text = unwrap(removeInvisible(copied));
	const [, name = '', enclosed] = named.exec(text) ?? [];
	if (enclosed === undefined) return isAddress(text) ? text : undefined;
	const address = parseAddress(enclosed);
	const isOnly = !name.includes('@') || isSame(parseAddress(name), address);
	return isOnly ? address : undefined;
}

function isSame(a = '', b = ''): boolean {
	return comparableAddress(a) === comparableAddress(b);
}
