import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { defaultScopePrefix, tokenPath } from '../src/api/authorizationServer';
import {
	baseUrlField,
	fieldNamesField,
	hasExpressionsField,
	hiddenField,
	urlField,
} from '../src/api/credentialFields';
import { operations } from '../src/api/operations';

/** The scopes of all operations that the nodes offer to a person: users, and the AI agent. */
const scopes = [...new Set(Object.values(operations).map(({ scope }) => scope))]
	.filter((scope) => /^(?:user:|agent$)/.test(scope))
	.map((scope) => `${defaultScopePrefix}${scope}`);

export class IntegrationServiceUserOAuth2Api implements ICredentialType {
	name = 'integrationServiceUserOAuth2Api';

	displayName = 'Integration Service Sign-In OAuth2 API';

	extends = ['oAuth2Api'];

	icon: Icon = { light: 'file:../icons/service.svg', dark: 'file:../icons/service.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-integration-service/n8n-nodes-integration-service#credentials';

	properties: INodeProperties[] = [
		baseUrlField,
		urlField(
			'Authorization URL',
			'authUrl',
			'https://login.example.com/connect/authorize',
			'Sign-in page of the authorization server',
		),
		urlField(
			'Access Token URL',
			'accessTokenUrl',
			`https://login.example.com${tokenPath}`,
			'Token endpoint of the authorization server',
		),
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: [...scopes, 'offline_access'].join(' '),
			hint: "Space-separated scopes. offline_access keeps you signed in. Remove it if your server doesn't support it.",
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'string',
			default: '',
			placeholder: 'e.g. tenant_id=1234',
			hint: 'Additional parameters for the sign-in page, such as the tenant ID',
		},
		fieldNamesField,
		hiddenField('Grant Type', 'grantType', 'pkce'),
		hiddenField('Authentication', 'authentication', 'body'),
		hasExpressionsField(['baseUrl', 'fieldNames']),
	];
}
