/** The choice of a credential on nodes that take either. */
import type { INodeParameters } from 'n8n-workflow';
import {
	authenticationField,
	eitherCredential,
	readAuthentication,
} from '../../src/forms/authentication';
import { filledIn, refusal } from './filledIn';
import { isShown } from './shown';

test.each([
	['Client Credentials', 'clientCredentials', ['integrationServiceOAuth2Api']],
	['User', 'user', ['integrationServiceUserOAuth2Api']],
])('%s asks for its credential alone', (name, authentication, credentials) => {
	expect(authenticationField.options).toContainEqual(
		expect.objectContaining({ name, value: authentication }),
	);
	const parameters: INodeParameters = { authentication };
	const asked = eitherCredential.filter((credential) => isShown(credential, parameters));
	expect(asked.map((credential) => credential.name)).toEqual(credentials);
});

test('a node acts as an API client until another choice is made', () => {
	expect(authenticationField).toMatchObject({
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		default: 'clientCredentials',
		description: 'Whose name the node acts in',
	});
});

test('no node runs without the credential of its choice', () => {
	expect(eitherCredential.map(({ required }) => required)).toEqual([true, true]);
});

test('each choice says whom the service sees', () => {
	expect(authenticationField.options).toMatchObject([
		{ description: 'Act as an API client, as most workflows do' },
		{ description: 'Act as the person who signed in through the credential' },
	]);
});

test('a choice that there is not is refused, and the first one is meant where there is none', () => {
	const choose = (authentication?: string) => readAuthentication(filledIn({ authentication }));
	expect(choose()).toBe('clientCredentials');
	expect(choose('User')).toBe('user');
	expect(refusal(() => choose('person')).message).toBe(
		'Authentication "person" is not one of the choices',
	);
});
