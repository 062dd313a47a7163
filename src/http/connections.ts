import { ExpressionError } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { readFieldNames } from '../api/readFieldNames';
import { clientAuthorization } from './auth/clientAuthorization';
import {
	type Authentication,
	credentialTypes,
	type ServiceCredential,
	webAddress,
} from './auth/credential';
import { ExecutionTokens } from './auth/executionTokens';
import { hashKey } from './auth/tokenStore';
import { userAuthorization } from './auth/userAuthorization';
import { type Connection, ServiceClient } from './client';
import { tenantLimit } from './limits/tenantLimit';
import type { RequestContext, SendOptions } from './request';

/** The service as one execution sees it: one connection for each credential and tenant. */
export class Connections {
	private readonly connections = new Map<string, Connection>();
	private first?: Promise<ServiceCredential>;

	/** @param options of all items: timeout in milliseconds, retries, cancel signal */
	constructor(
		private readonly context: RequestContext,
		private readonly authentication: Authentication,
		private readonly options: SendOptions,
	) {}

	/**
	 * The client of an item. A credential with expressions is read for each item.
	 *
	 * @param itemIndex position of the item, from 0; undefined without input items
	 * @param tenantId the tenant to act in, if it isn't the credential's
	 * @param itemOptions of this item, in place of those of all items
	 * @throws InputError if the credential is incomplete
	 */
	async get(
		itemIndex?: number,
		tenantId?: string,
		itemOptions: Partial<SendOptions> = {},
	): Promise<ServiceClient> {
		const credential = await this.credentialOf(itemIndex);
		const selected = tenantId === undefined ? credential : { ...credential, tenantId };
		const connection = this.connectionOf(selected, tenantId);
		return new ServiceClient(this.context, connection, { ...this.options, ...itemOptions });
	}

	private connectionOf(credential: ServiceCredential, tenantId = ''): Connection {
		// Without expressions only the tenant differs, so most items need no hash.
		const key = credential.hasExpressions ? hashKey(JSON.stringify(credential)) : tenantId;
		const connection = this.connections.get(key) ?? this.open(credential);
		this.connections.set(key, connection);
		return connection;
	}

	private open(credential: ServiceCredential): Connection {
		const fieldNames = readFieldNames(credential.fieldNames);
		const baseUrl = webAddress('Base URL', credential.baseUrl);
		const authorization =
			this.authentication === 'user'
				? userAuthorization(this.context, credential)
				: clientAuthorization(this.context, credential);
		const tokens = new ExecutionTokens(authorization, this.options.signal);
		const limit = tenantLimit(baseUrl, authorization.tenant);
		return { baseUrl, authorization, tokens, limit, fieldNames };
	}

	private async credentialOf(itemIndex?: number): Promise<ServiceCredential> {
		const type = credentialTypes[this.authentication];
		const read = async () => await this.context.getCredentials<ServiceCredential>(type, itemIndex);
		// An expression may fail for one item only.
		const first = await (this.first ??= read()).catch(() => undefined);
		// A version of n8n that doesn't evaluate the field keeps its text, which counts as true.
		return first && !first.hasExpressions ? first : await read();
	}
}

/**
 * The service as a trigger or a form sees it, which have no input item.
 *
 * @param options timeout in milliseconds, retries, cancel signal
 * @param tenantId the tenant to act in, if it isn't the credential's
 * @throws InputError if the credential is incomplete
 */
export async function connect(
	context: RequestContext,
	authentication: Authentication,
	options: SendOptions,
	tenantId?: string,
): Promise<ServiceClient> {
	const connections = new Connections(context, authentication, options);
	return await connections.get(undefined, tenantId).catch((error: unknown) => {
		if (!(error instanceof ExpressionError)) throw error;
		throw new InputError(
			'The credential contains an expression that needs an input item',
			'Triggers and lists have no input item. Select a credential with fixed values.',
		);
	});
}
