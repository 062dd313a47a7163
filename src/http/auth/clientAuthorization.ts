import { defaultScopePrefix, tokenPath } from '../../api/authorizationServer';
import { type RequestContext, send } from '../request';
import {
	type Authorization,
	authorizationServerAddress,
	requiredText,
	type ServiceCredential,
	tokenRequestOptions,
	withPrefix,
} from './credential';
import { readGrant, refusalOf } from './tokenResponse';
import { type GrantedToken, sharedToken } from './tokenStore';

const tokenRequest = {
	method: 'POST',
	headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
	changes: false,
} as const;

/**
 * Tokens of the client-credentials grant, one for each scope (spec 5).
 *
 * @throws InputError if the credential is incomplete
 */
export function clientAuthorization(
	context: RequestContext,
	credential: ServiceCredential,
): Authorization {
	const authServerUrl = authorizationServerAddress(credential.authServerUrl);
	const tenantId = requiredText('Tenant ID', credential.tenantId);
	const clientId = requiredText('Client ID', credential.clientId);
	const clientSecret = requiredText('Client Secret', credential.clientSecret);
	const prefix = String(credential.scopePrefix ?? defaultScopePrefix).trim();
	const scopeName = (scope: string) => withPrefix(prefix, scope);
	const scopeRemedy = (scope: string) =>
		`This operation needs the scope "${scopeName(scope)}". Request this scope in the developer portal, or ask your administrator.`;
	const grant = async (scope: string): Promise<GrantedToken> => {
		const body = new URLSearchParams({
			grant_type: 'client_credentials',
			scope: scopeName(scope),
			client_id: clientId,
			client_secret: clientSecret,
			tenant_id: tenantId,
		});
		const response = await send(
			context,
			{
				...tokenRequest,
				url: `${authServerUrl}${tokenPath}`,
				body: body.toString(),
				toError: (refusal) => refusalOf(refusal, scopeRemedy(scope)),
			},
			tokenRequestOptions,
		);
		return readGrant(response, scopeName(scope), scopeRemedy(scope));
	};
	return {
		tenant: tenantId,
		secrets: [clientSecret],
		scopeRemedy,
		token: async (scope) =>
			await sharedToken(
				// With the secret, so the ID of a client is not enough to get its token.
				[authServerUrl, clientId, clientSecret, tenantId, scopeName(scope)],
				async () => await grant(scope),
			),
	};
}
