import { isOAuthErrorCode, tokenErrorCodes } from '../../api/authorizationServer';
import { type ErrorDetails, ServiceError } from '../../api/errors';
import { parseIfJson } from '../../values/json';
import { toRecord } from '../../values/jsonObject';
import { isWebPage } from '../errorBody';
import { pageRemedy } from '../errorResponse';
import type { HttpResponse } from '../request';
import type { GrantedToken } from './tokenStore';

/** A response without a token, as far as it is known. */
interface RefusedGrant extends Partial<HttpResponse> {
	readonly statusCode: number;
	/** The error code of OAuth. */
	readonly code?: unknown;
	readonly scopeRemedy?: string;
	/** The credential's field with the address. */
	readonly addressField?: string;
}

/** Why there is no token, without the server's own text, which may repeat the request. */
export function refusedGrant(refusal: RefusedGrant): ServiceError {
	const { statusCode, retryAfterSeconds } = refusal;
	return new ServiceError({ ...explain(refusal), httpStatus: statusCode, retryAfterSeconds });
}

function explain({
	statusCode,
	code,
	scopeRemedy = '',
	contentType = '',
	body,
	addressField = 'Authorization Server URL',
}: RefusedGrant): ErrorDetails {
	if (isOAuthErrorCode(code)) {
		const { message, description } = tokenErrorCodes[code];
		const remedy = code === 'invalid_scope' ? `${scopeRemedy} ` : '';
		return { message, description: `${remedy}${description}`, errorCode: code };
	}
	if (statusCode === 429) {
		return {
			message: 'The authorization server receives too many token requests (HTTP 429)',
			description: 'Run the workflow again later, or run it less often.',
			errorCode: 'rate-limited',
		};
	}
	const isPage = isWebPage(contentType, String(body));
	const remedy = `Check '${addressField}' in the credential, or try again later.`;
	return {
		message: `The authorization server returned no access token (HTTP ${statusCode})`,
		description: isPage ? pageRemedy(statusCode, remedy, addressField) : remedy,
		errorCode: `http-${statusCode}`,
	};
}

const recordIn = ({ body }: HttpResponse) => toRecord(parseIfJson(String(body)));

/**
 * Explains a response of the token endpoint without a token (RFC 6749, 5.2).
 *
 * @param scopeRemedy what to do if the client isn't allowed to use the scope
 */
export function refusalOf(response: HttpResponse, scopeRemedy: string): ServiceError {
	return refusedGrant({ ...response, code: recordIn(response).error, scopeRemedy });
}

/** Whether a value is a token that a header can have (RFC 6749, A.12). */
export function isAccessToken(value: unknown): value is string {
	return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}

/**
 * Reads a response of the token endpoint with a success status (RFC 6749, 5.1).
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
	const granted = recordIn(response);
	const { access_token: accessToken, token_type: type } = granted;
	if (!isAccessToken(accessToken)) throw refusalOf(response, scopeRemedy);
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
