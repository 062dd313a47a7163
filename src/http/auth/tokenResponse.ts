import { ServiceError } from '../../api/errors';
import { parseIfJson } from '../../values/json';
import { toRecord } from '../../values/jsonObject';
import { type HttpResponse, isSuccess } from '../request';
import { refusedGrant } from './refusedGrant';
import type { GrantedToken } from './tokenStore';

/**
 * Reads a response of the token endpoint (RFC 6749, 5.1).
 *
 * @param scope that was asked for
 * @param scopeRemedy what to do if the token doesn't include it
 * @throws ServiceError if the response has no token that can be used for the scope
 */
export function readGrant(
	response: HttpResponse,
	scope: string,
	scopeRemedy: string,
): GrantedToken {
	const granted = toRecord(parseIfJson(String(response.body)));
	const { access_token: accessToken, token_type: type, error } = granted;
	if (!isSuccess(response) || typeof accessToken !== 'string' || accessToken === '') {
		throw refusedGrant({ ...response, code: error, scopeRemedy });
	}
	const httpStatus = response.statusCode;
	if (type !== undefined && String(type).toLowerCase() !== 'bearer') {
		throw new ServiceError({
			message: 'The authorization server returned an access token that is not of the type Bearer',
			description: "Check 'Authorization Server URL' in the credential.",
			errorCode: 'invalid-response',
			httpStatus,
		});
	}
	// A server may leave the scope out if it is the one that was asked for.
	const scopes = [granted.scope ?? ''].flat().join(' ');
	if (scopes !== '' && !scopes.split(' ').includes(scope)) {
		throw refusedGrant({ ...response, code: 'invalid_scope', scopeRemedy });
	}
	return { accessToken, expiresIn: granted.expires_in };
}
