import factory from 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helpers/factory.js';
import { built } from '../documents/builtNodes.mjs';
import { describeFields, maskText, maskValue } from './masking.mjs';
import { listIn } from './names.mjs';

/**
 * @import { IHttpRequestOptions, IN8nHttpFullResponse, IDataObject } from 'n8n-workflow'
 * @import { Operation, OperationId } from '../../src/api/operations.js'
 * @import { ServiceRequest } from '../../src/http/client.js'
 * @import { RequestContext } from '../../src/http/request.js'
 */

/** @type {typeof import('../../src/http/client.js')} */
const { ServiceClient } = built('src/http/client.js');
/** @type {typeof import('../../src/api/authorizationServer.js')} */
const { defaultScopePrefix, tokenPath } = built('src/api/authorizationServer.js');
/** @type {typeof import('../../src/api/errors.js')} */
const { ServiceError } = built('src/api/errors.js');
/** @type {typeof import('../../src/api/errorCodes.js')} */
const { isErrorCode } = built('src/api/errorCodes.js');
/** @type {typeof import('../../src/http/errorBody.js')} */
const { isWebPage } = built('src/http/errorBody.js');
/** @type {typeof import('../../src/values/json.js')} */
const { parseIfJson } = built('src/values/json.js');
/** @type {typeof import('../../src/api/lists.js')} */
const { asList } = built('src/api/lists.js');
/** @type {typeof import('../../src/values/jsonObject.js')} */
const { asRecord } = built('src/values/jsonObject.js');

/** The environment variables, by the fields of the credential. */
export const variables = {
	baseUrl: 'SERVICE_BASE_URL',
	authServerUrl: 'SERVICE_AUTH_URL',
	tenantId: 'SERVICE_TENANT_ID',
	clientId: 'SERVICE_CLIENT_ID',
	clientSecret: 'SERVICE_CLIENT_SECRET',
};

const sendOptions = { timeout: 15_000, maxRetries: 2 };

/** The command ends within two minutes. */
const longestCheck = 100_000;

/**
 * What is known of an operation after its requests.
 *
 * @typedef {object} Seen
 * @property {number[]} statuses of its successful responses
 * @property {string[]} contentTypes
 * @property {unknown[]} bodies
 * @property {IDataObject[]} records of all bodies
 * @property {boolean} isList whether each body has a list that the nodes find
 * @property {string} [reason] why there is nothing to see
 */

/** What the last response with an error looked like. */
/** @typedef {{ status: number, contentType: string, fields: ReturnType<typeof describeFields> }} Refusal */

/** Sends requests the way the nodes do, and notes what the responses look like. */
export class Connection {
	/** @type {Map<OperationId, Seen>} */
	seen = new Map();
	/** @type {Map<OperationId, boolean>} whether a list goes on from where the nodes expect it to */
	paging = new Map();
	/** @type {Record<string, number>} */
	requestCounts = {};
	/** @type {InstanceType<typeof ServiceError> | undefined} the first error, if nothing succeeded before */
	failure;
	/** @type {Refusal | undefined} */
	refusal;
	hasSucceeded = false;
	signal = AbortSignal.timeout(longestCheck);
	last = { status: 0, contentType: '' };

	/**
	 * @param {NodeJS.ProcessEnv} environment
	 * @param {(line: string) => void} onProgress
	 * @throws InputError if an address is wrong
	 */
	constructor(environment, onProgress) {
		this.onProgress = onProgress;
		const credential = Object.fromEntries(
			Object.entries(variables).map(([field, variable]) => [field, environment[variable]]),
		);
		const { httpRequest } = factory.getRequestHelperFunctions(
			/** @type {any} */ ({}),
			/** @type {any} */ ({}),
			/** @type {any} */ ({}),
		);
		const silent = () => {};
		const context = /** @type {RequestContext} */ (
			/** @type {unknown} */ ({
				getNode: () => ({ name: 'check-service' }),
				logger: { debug: silent, info: silent, warn: silent, error: silent },
				helpers: {
					/** @param {IHttpRequestOptions} options */
					httpRequest: async (options) => this.note(options, await httpRequest(options)),
				},
			})
		);
		this.client = new ServiceClient(
			context,
			'clientCredentials',
			/** @type {any} */ ({
				...credential,
				scopePrefix: environment.SERVICE_SCOPE_PREFIX ?? defaultScopePrefix,
			}),
			{ ...sendOptions, signal: this.signal },
		);
	}

	/**
	 * Sends a request and notes its response.
	 *
	 * @param {OperationId} operation
	 * @param {{ path?: Record<string, unknown>, query?: ServiceRequest<Operation>['query'] }} [request]
	 * @returns {Promise<IDataObject[]>} the records, none if the request failed
	 */
	async read(operation, { path = {}, query } = {}) {
		const seen = this.seenOf(operation);
		try {
			const { body } = await this.client.request(operation, {
				path: this.pathOf(operation, path),
				query,
			});
			this.hasSucceeded = true;
			const records = operation.endsWith('.get') ? [asRecord(body)] : listIn(body);
			seen.statuses.push(this.last.status);
			seen.contentTypes.push(this.last.contentType);
			seen.bodies.push(body);
			seen.records.push(...records);
			seen.isList &&= asList(body) !== undefined;
			this.onProgress(
				`${operation}: HTTP ${this.last.status}, ${records.length} ${records.length === 1 ? 'record' : 'records'}`,
			);
			return records;
		} catch (error) {
			const reason = this.signal.aborted ? 'There was no time left' : explain(error);
			seen.reason ??= reason;
			this.onProgress(`${operation}: ${reason}`);
			if (this.hasSucceeded || !(error instanceof ServiceError)) return [];
			this.failure ??= error;
			// Without a connection, each request would take its time. A client may get locked.
			if (error.httpStatus === null || error.errorCode === 'invalid_client') throw error;
			return [];
		}
	}

	/**
	 * @param {OperationId} operation
	 * @param {Record<string, unknown>} values
	 */
	pathOf(operation, values) {
		try {
			return this.client.path(operation, /** @type {any} */ (values));
		} catch {
			// The node's message repeats the ID.
			throw new Error('The ID has another format than in the specification');
		}
	}

	/**
	 * @param {OperationId} operation
	 * @returns {Seen}
	 */
	seenOf(operation) {
		const seen = this.seen.get(operation) ?? {
			...{ statuses: [], contentTypes: [], bodies: [], records: [] },
			isList: true,
		};
		this.seen.set(operation, seen);
		return seen;
	}

	/**
	 * Notes a response, and replaces the data of an error, so no message repeats it.
	 *
	 * @param {IHttpRequestOptions} options
	 * @param {IN8nHttpFullResponse} response
	 */
	note({ method = 'GET', url }, response) {
		const isToken = url.endsWith(tokenPath);
		const { statusCode, headers, body } = response;
		const contentType =
			String(headers['content-type'] ?? '')
				.split(';')[0]
				?.trim() ?? '';
		for (const name of isToken ? ['token'] : ['service', method]) {
			this.requestCounts[name] = (this.requestCounts[name] ?? 0) + 1;
		}
		if (isToken) return response;
		this.last = { status: statusCode, contentType: maskType(contentType) };
		if (statusCode < 300 || typeof body !== 'string') return response;
		const parsed = parseIfJson(body);
		const masked = isWebPage(contentType, body) ? '<!doctype html>' : maskText(body);
		const value = parsed === undefined ? masked : maskValue(parsed);
		this.refusal = { ...this.last, fields: describeFields(parsed === undefined ? [] : [parsed]) };
		return { ...response, body: parsed === undefined ? masked : JSON.stringify(value) };
	}
}

/** @param {string} contentType */
function maskType(contentType) {
	return /^(application|text)\/([a-z]+\+)?(json|xml|html|plain|event-stream)$/.test(contentType)
		? contentType
		: maskText(contentType);
}

/**
 * A node's message about an error, without data of the service.
 *
 * @param {unknown} error
 */
export function explain(error) {
	if (!(error instanceof ServiceError)) return error instanceof Error ? error.message : '';
	const { message, errorCode } = error;
	if (isErrorCode(errorCode)) return message;
	return message.replace(`(${errorCode}, HTTP`, `(${maskText(errorCode)}, HTTP`);
}
