import { randomUUID } from 'node:crypto';
import { built } from '../documents/builtNodes.mjs';
import { remedies } from './assumptions.mjs';
import { explain } from './connection.mjs';
import { maskText } from './masking.mjs';

/**
 * @import { OperationId } from '../../src/api/operations.js'
 * @import { Comparison } from './assumptions.mjs'
 * @import { Connection, Refusal } from './connection.mjs'
 */

/** @type {typeof import('../../src/api/assumedNames.js')} */
const { errorBodyNames, requestNames } = built('src/api/assumedNames.js');
/** @type {typeof import('../../src/api/errorCodes.js')} */
const { isErrorCode } = built('src/api/errorCodes.js');
/** @type {typeof import('../../src/api/errors.js')} */
const { ServiceError } = built('src/api/errors.js');
/** @type {typeof import('../../src/api/limits.js')} */
const { limits } = built('src/api/limits.js');

/**
 * A request that the service refuses without changing anything.
 *
 * @typedef {object} RefusedRequest
 * @property {OperationId} operation
 * @property {string} code that the specification names
 * @property {Record<string, unknown>} [path]
 * @property {Record<string, string | number>} [query]
 * @property {object} [body]
 */

/** @returns {RefusedRequest[]} */
function refusedRequests() {
	const unknown = randomUUID();
	return [
		{ operation: 'user.getAll', code: 'invalid-page', query: { page: limits.firstPage - 1 } },
		{
			operation: 'userGroup.getAll',
			code: 'invalid-page-size',
			query: { pageSize: limits.pageSize.maximum + 1 },
		},
		{ operation: 'user.get', code: 'user-not-found', path: { userId: unknown } },
		{ operation: 'userGroup.get', code: 'user-group-not-found', path: { groupId: limits.int32 } },
		{
			operation: 'user.checkAvailability',
			code: 'invalid-email-address',
			body: { [requestNames.availability.emailAddress]: 'not an address' },
		},
		{
			operation: 'journal.getAll',
			code: 'date-range-too-large',
			query: { periodDateFrom: '2000-01-01', periodDateTo: '2010-12-31' },
		},
		{
			operation: 'assignment.get',
			code: 'assignment-not-found',
			path: { assignmentId: unknown },
		},
		{ operation: 'thread.get', code: 'thread-not-found', path: { threadId: unknown } },
	];
}

/**
 * Sends requests that the service refuses, and compares the errors with the specification.
 *
 * @param {Connection} connection
 * @param {Comparison} comparison
 * @returns {Promise<Record<string, Refusal | undefined>>} what the errors look like, by their codes
 */
export async function provokeErrors(connection, comparison) {
	/** @type {Record<string, Refusal | undefined>} */
	const refusals = {};
	for (const { operation, code, path = {}, query, body } of refusedRequests()) {
		let found = 'accepted';
		connection.refusal = undefined;
		try {
			const checked = connection.pathOf(operation, path);
			await connection.client.request(operation, { path: checked, query, body });
		} catch (error) {
			found = error instanceof ServiceError ? error.errorCode : explain(error);
		}
		refusals[code] = connection.refusal;
		connection.onProgress(`${operation}: provoked ${code}`);
		const isAsAssumed = found === code;
		const status = connection.refusal ? `, HTTP ${connection.last.status}` : '';
		const isName = code === 'invalid-email-address' && found === 'email-address-required';
		comparison.add(operation, {
			assumption: isName
				? 'requestNames.availability.emailAddress'
				: `errorBodyNames.code (${code})`,
			assumed: `${code}, under ${errorBodyNames.code.join(', ')}, or in a text`,
			verdict: isAsAssumed ? 'as assumed' : 'different',
			found: `${isErrorCode(found) || /^(accepted|http-\d+)$/.test(found) ? found : maskText(found)}${status}`,
			remedy: isName ? remedies.body : 'The nodes show the HTTP status.',
		});
	}
	return refusals;
}
