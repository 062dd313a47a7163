import { defaultScopePrefix, tokenPath } from '../../api/authorizationServer';
import { parseIfJson } from '../../values/json';
import { toRecord } from '../../values/jsonObject';
import { type RequestContext, send } from '../request';
import {
	type Authorization,
	authorizationServerAddress,
	requiredText,
	type ServiceCredential,
	tokenRequestOptions,
	withPrefix,
} from './credential';
import { refusedGrant } from './refusedGrant';
import { type GrantedToken, sharedToken } from './tokenStore';

const tokenRequest = {
	method: 'POST',
	headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
	encoding: 'text',
	purpose: 'token',
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
			{ ...tokenRequest, url: `${authServerUrl}${tokenPath}`, body: body.toString() },
			tokenRequestOptions,
		);
		const granted = toRecord(parseIfJson(String(response.body)));
		const { access_token: accessToken, expires_in, error } = granted;
		if (response.statusCode === 200 && typeof accessToken === 'string') {
			return { accessToken, expiresIn: expires_in };
		}
		throw refusedGrant({ ...response, code: error, scopeRemedy: scopeRemedy(scope) });
	};
	return {
		tenant: tenantId,
		secrets: [clientSecret, encodeURIComponent(clientSecret)],
		scopeRemedy,
		token: async (scope, rejected) =>
			await sharedToken(
				// With the secret, so the ID of a client is not enough to get its token.
				[authServerUrl, clientId, clientSecret, tenantId, scopeName(scope)],
				async () => await grant(scope),
				rejected,
			),
	};
}
