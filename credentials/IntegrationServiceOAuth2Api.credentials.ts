import type { ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { defaultScopePrefix, tokenPath } from '../src/api/authorizationServer';
import {
	baseUrlField,
	fieldNamesField,
	hasExpressionsField,
	hiddenField,
	urlField,
} from '../src/api/credentialFields';
import { operations } from '../src/api/operations';
import { words } from '../src/values/words';

/** A read that needs no ID, so it can serve as a test. */
const probe = operations['connectedTenant.getAll'];

/** Messages of the test for these statuses. */
const statusMessages: ReadonlyArray<readonly [statuses: readonly number[], message: string]> = [
	[
		[301, 302, 303, 307, 308],
		"'Base URL' redirects to another URL, such as a sign-in page. Enter the URL of the service itself.",
	],
	[
		[401],
		"The service rejected the access token. Check that 'Base URL' and 'Authorization Server URL' belong to the same environment.",
	],
	[
		[400, 404, 405, 410],
		"'Base URL' has no integration service. Check the URL for a missing or extra path.",
	],
	[[429], 'The service receives too many requests. Save the credential again in a few minutes.'],
	[
		[500, 502, 503, 504],
		'The service is unavailable. Save the credential again in a few minutes to retry.',
	],
];

const testRules: Array<NonNullable<ICredentialTestRequest['rules']>[number]> = [
	...statusMessages.flatMap(([statuses, message]) =>
		statuses.map((value) => ({ type: 'responseCode' as const, properties: { value, message } })),
	),
	{
		type: 'responseSuccessBody',
		properties: {
			// The first character of the response.
			key: '0',
			value: '<',
			message:
				"'Base URL' returns a web page instead of data. Enter the URL of the service itself.",
		},
	},
];

const tokenPattern = tokenPath.replaceAll('/', '\\/');

export class IntegrationServiceOAuth2Api implements ICredentialType {
	name = 'integrationServiceOAuth2Api';

	displayName = 'Integration Service OAuth2 API';

	extends = ['oAuth2Api'];

	icon: Icon = { light: 'file:../icons/service.svg', dark: 'file:../icons/service.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-integration-service/n8n-nodes-integration-service#credentials';

	properties: INodeProperties[] = [
		baseUrlField,
		urlField(
			'Authorization Server URL',
			'authServerUrl',
			'https://login.example.com',
			`URL of the server that issues access tokens, without ${tokenPath}`,
		),
		{
			displayName: 'Tenant ID',
			name: 'tenantId',
			type: 'string',
			required: true,
			default: '',
			hint: 'Tenant that the client has access to. If the test fails, the Integration Service Check node explains why.',
		},
		{
			displayName: 'Scope Prefix',
			name: 'scopePrefix',
			type: 'string',
			default: defaultScopePrefix,
			hint: `Start of all scope names on your platform, such as ${defaultScopePrefix} in ${defaultScopePrefix}${probe.scope}`,
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: '',
			placeholder: `e.g. ${defaultScopePrefix}${probe.scope}`,
			hint: `Used by the connection test (${probe.scope} if empty) and HTTP Request nodes. Other nodes request their own scopes.`,
		},
		fieldNamesField,
		hiddenField('Grant Type', 'grantType', 'clientCredentials'),
		hiddenField('Authentication', 'authentication', 'body'),
		hiddenField('Authorization URL', 'authUrl', ''),
		hiddenField('Auth URI Query Parameters', 'authQueryParameters', ''),
		// A pasted token endpoint is taken for its server, as the nodes do.
		hiddenField(
			'Access Token URL',
			'accessTokenUrl',
			`={{$self["authServerUrl"].trim().replace(/\\/+$/, "").replace(/${tokenPattern}$/, "")}}${tokenPath}`,
		),
		hiddenField('Send Additional Body Properties', 'sendAdditionalBodyProperties', true),
		// n8n sends this scope if 'Scope' is empty.
		hiddenField(
			'Additional Body Properties',
			'additionalBodyProperties',
			`={{JSON.stringify({ tenant_id: $self["tenantId"].trim(), scope: $self["scopePrefix"].trim() + "${probe.scope}" })}}`,
		),
		hasExpressionsField(
			words('baseUrl authServerUrl tenantId clientId clientSecret scopePrefix fieldNames'),
		),
	];

	test: ICredentialTestRequest = {
		request: {
			method: probe.method,
			url: `={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}${probe.path}`,
			disableFollowRedirect: true,
			// As n8n looks into the first record of a list, which may be empty, it gets the text.
			encoding: 'text',
			// A token that may not read tenants is still a good token, so 403 passes.
			ignoreHttpStatusErrors: {
				ignore: true,
				except: statusMessages.flatMap(([statuses]) => statuses),
			},
		},
		// n8n accepts rules of both kinds together, unlike its type.
		rules: testRules as NonNullable<ICredentialTestRequest['rules']>,
	};
}
