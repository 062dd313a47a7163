/** Addresses in the credential, and how they are read. */
import {
	authorizationServerAddress,
	requiredText,
	webAddress,
} from '../../src/http/auth/credential';

/** Refused addresses, with the message and what to do. */
function refusalOf(read: () => unknown): object {
	try {
		return { accepted: read() };
	} catch (error) {
		const { message, description } = error as { message: string; description: string };
		return { message, description };
	}
}

test.each([undefined, null, '', ' \t', true, {}])(
	'names the field when its value is %j',
	(value) => {
		expect(refusalOf(() => requiredText('Client ID', value))).toEqual({
			message: "'Client ID' in the credential is empty",
			description: "Open the credential and fill in 'Client ID'.",
		});
	},
);

test.each([
	[' https://service.example.org/ ', 'https://service.example.org'],
	['HTTP://Service.Example.org:8080/a/b//', 'http://service.example.org:8080/a/b'],
	['https://service.example.org:443', 'https://service.example.org'],
])('reads %j as %s', (typed, address) => {
	expect(webAddress('Base URL', typed)).toBe(address);
});

test.each([
	'service.example.org',
	'ftp://service.example.org',
	'ftp://mirror.example.org/https://service.example.org',
	'https://',
	'https://anna@service.example.org',
	'https://:secret@service.example.org',
	'https://service.example.org?tenant=1',
])('rejects %s and gives an example', (typed) => {
	const refusal = refusalOf(() => webAddress('Base URL', typed));
	expect(refusal).toEqual({
		message: "'Base URL' in the credential is not a valid URL",
		description:
			'Open the credential and enter the full URL, for example "https://service.example.org", without a user name, "?" or "#".',
	});
});

test.each([
	['https://login.example.org/auth/connect/token', 'https://login.example.org/auth'],
	['https://login.example.org/connect/token/', 'https://login.example.org'],
	['https://login.example.org/connect/token/v2', 'https://login.example.org/connect/token/v2'],
	['https://login.example.org', 'https://login.example.org'],
])('removes the token endpoint from a pasted server: %s', (typed, address) => {
	expect(authorizationServerAddress(typed)).toBe(address);
});
