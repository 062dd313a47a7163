import type { ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { defaultScopePrefix, tokenPath } from '../src/api/authorizationServer';
import { hasExpressionsField } from '../src/api/credentialExpressions';
import { operations } from '../src/api/operations';

/** A read that needs no identifier, so that it can serve as a test. */
const probe = operations['connectedTenant.getAll'];

const redirects = [301, 302, 303, 307, 308];

/** What to say when the test does not pass. */
const rules: Array<NonNullable<ICredentialTestRequest['rules']>[number]> = [
	...redirects.map((value) => ({
		type: 'responseCode' as const,
		properties: {
			value,
			message:
				'Base URL leads to another address, such as a page to sign in. Enter the address of the service itself.',
		},
	})),
	{
		type: 'responseSuccessBody',
		properties: {
			// The first character of the answer: JSON does not begin so.
			key: '0',
			value: '<',
			message:
				'At Base URL there is a web page instead of the service. Enter the address of the service itself.',
		},
	},
	{
		type: 'responseCode',
		properties: {
			value: 401,
			message:
				'The service does not accept the access token. Check that Base URL and Authorization Server URL belong to the same environment.',
		},
	},
	{
		type: 'responseCode',
		properties: {
			value: 404,
			message:
				'There is no integration service at Base URL. Check it for a missing or an extra part of the path.',
		},
	},
	{
		type: 'responseCode',
		properties: {
			value: 503,
			message: 'The service is unavailable at the moment. Save again in a while to test.',
		},
	},
];

const tokenPattern = tokenPath.replaceAll('/', '\\/');

export class IntegrationServiceOAuth2Api implements ICredentialType {
	name = 'integrationServiceOAuth2Api';

	displayName = 'Integration Service OAuth2 API';

	extends = ['oAuth2Api'];

	icon: Icon = {
		light: 'file:../icons/integrationService.svg',
		dark: 'file:../icons/integrationService.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-integration-service/n8n-nodes-integration-service#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://service.example.com',
			description:
				'Address of the integration service, of its production or its staging environment',
		},
		{
			displayName: 'Authorization Server URL',
			name: 'authServerUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://login.example.com',
			hint: `Address of the server that issues access tokens, without ${tokenPath}`,
		},
		{
			displayName: 'Tenant ID',
			name: 'tenantId',
			type: 'string',
			required: true,
			default: '',
			hint: 'Identifier of the tenant to act in, to which the client has access',
		},
		{
			displayName: 'Scope Prefix',
			name: 'scopePrefix',
			type: 'string',
			default: defaultScopePrefix,
			hint: 'What the names of scopes start with on your platform',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: `${defaultScopePrefix}${probe.scope}`,
			hint: 'Only for the test on Save and for the HTTP Request node; the other nodes ask for the scopes they need. Give another one if your client lacks this one.',
		},
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'hidden',
			default: 'clientCredentials',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'body',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: '',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			// A pasted token endpoint is taken for its server, as the nodes do.
			default: `={{$self["authServerUrl"].trim().replace(/\\/+$/, "").replace(/${tokenPattern}$/, "")}}${tokenPath}`,
		},
		{
			displayName: 'Send Additional Body Properties',
			name: 'sendAdditionalBodyProperties',
			type: 'hidden',
			default: true,
		},
		{
			displayName: 'Additional Body Properties',
			name: 'additionalBodyProperties',
			type: 'hidden',
			default: '={{JSON.stringify({ tenant_id: $self["tenantId"].trim() })}}',
		},
		hasExpressionsField([
			'baseUrl',
			'authServerUrl',
			'tenantId',
			'clientId',
			'clientSecret',
			'scopePrefix',
		]),
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
				except: [...redirects, 400, 401, 404, 405, 429, 500, 502, 503, 504],
			},
		},
		// n8n takes rules of both kinds together, other than its type says.
		rules: rules as NonNullable<ICredentialTestRequest['rules']>,
	};
}
