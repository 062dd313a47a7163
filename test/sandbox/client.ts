import { request } from 'undici';
import { type OperationId, operationRow } from '../../src/api/operations';
import type { Sandbox } from './index';

/** What to send with an operation. */
export interface Input {
	path?: Readonly<Record<string, string | number>>;
	query?: Readonly<Record<string, string | number>>;
	/** Sent as JSON. */
	body?: unknown;
}

export interface Answer {
	status: number;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	text: string;
	/** The body as JSON, or undefined if it is not JSON. */
	json: unknown;
}

/** Where an operation is, with its path parameters filled in. */
export function addressOf(sandbox: Sandbox, operation: OperationId, input: Input = {}): string {
	const path = operationRow(operation).path.replace(/\{(\w+)\}/g, (_match, name: string) =>
		encodeURIComponent(String(input.path?.[name])),
	);
	const query = new URLSearchParams(
		Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [
			name,
			String(value),
		]),
	);
	return `${sandbox.baseUrl}${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

/** Sends an operation over HTTP, and returns the whole response. */
export async function send(
	sandbox: Sandbox,
	operation: OperationId,
	input: Input = {},
): Promise<Answer> {
	const row = operationRow(operation);
	const token = row.interactiveUser
		? sandbox.issueUserTokenAnswer().access_token
		: sandbox.issueToken(operation);
	const { body } = input;
	const response = await request(addressOf(sandbox, operation, input), {
		method: row.method,
		headers: {
			accept: row.streams ? 'text/event-stream' : 'application/json',
			authorization: `Bearer ${token}`,
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
		},
		body: body === undefined ? body : JSON.stringify(body),
	});
	const text = await response.body.text();
	return { status: response.statusCode, headers: response.headers, text, json: asJson(text) };
}

function asJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
