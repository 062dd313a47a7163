import {
	authenticationField,
	eitherCredential,
	readAuthentication,
} from '../../src/forms/authentication';
import { filledIn, refusal } from './filledIn';
import { isShown } from './shown';

test.each([
	['clientCredentials', ['integrationServiceOAuth2Api']],
	['user', ['integrationServiceUserOAuth2Api']],
])('Authentication "%s" requires its credential alone', (authentication, credentials) => {
	const required = eitherCredential.filter((each) => isShown(each, { authentication }));
	expect(required).toMatchObject(credentials.map((name) => ({ name, required: true })));
});

test('Authentication is an API client by default, or a known choice', () => {
	const choose = (authentication?: string) => readAuthentication(filledIn({ authentication }));
	expect(choose()).toBe('clientCredentials');
	expect(authenticationField.default).toBe('clientCredentials');
	expect(choose('User')).toBe('user');
	expect(refusal(() => choose('person')).message).toContain('Authentication "person"');
});
