import { isOAuthErrorCode, tokenErrorCodes } from '../../api/authorizationServer';
import { type ErrorDetails, ServiceError } from '../../api/errors';
import { isWebPage } from '../errorBody';
import { pageRemedy } from '../errorResponse';
import type { HttpResponse } from '../request';

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
