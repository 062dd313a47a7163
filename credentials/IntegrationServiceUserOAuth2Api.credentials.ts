import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { defaultScopePrefix, tokenPath } from '../src/api/authorizationServer';
import { hasExpressionsField } from '../src/api/credentialExpressions';
import { operations } from '../src/api/operations';

/** The scopes of all operations that the nodes offer to a person: users, and the AI agent. */
const scopes = [...new Set(Object.values(operations).map(({ scope }) => scope))].filter((scope) =>
	/^(?:user:|agent$)/.test(scope),
);

export class IntegrationServiceUserOAuth2Api implements ICredentialType {
	name = 'integrationServiceUserOAuth2Api';

	displayName = 'Integration Service User OAuth2 API';

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
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://login.example.com/connect/authorize',
			hint: 'Page of the authorization server on which the person signs in',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: `e.g. https://login.example.com${tokenPath}`,
			hint: 'Address at which the sign-in is exchanged for an access token',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: [...scopes.map((scope) => `${defaultScopePrefix}${scope}`), 'offline_access'].join(
				' ',
			),
			hint: 'Scopes to ask for, separated by spaces. The last one asks for a sign-in that lasts; remove it if your server does not know it.',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'string',
			default: '',
			placeholder: 'e.g. tenant_id=1234',
			hint: 'Further parameters for the sign-in page, such as the tenant to act in',
		},
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'hidden',
			default: 'pkce',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'body',
		},
		hasExpressionsField(['baseUrl']),
	];
}
