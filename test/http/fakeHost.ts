import type { IHttpRequestOptions } from 'n8n-workflow';
import type { RequestContext } from '../../src/http/request';
import { aNode } from '../aNode';

/** A response with a text, or with the parts of its body; or why there is none. */
export type Answer =
	{ statusCode: number; headers?: Record<string, string>; body?: unknown } | Error;

/** n8n's part of a request, played by a test. */
export function fakeHost(answer: (count: number) => Answer | undefined, signal?: AbortSignal) {
	const requests: IHttpRequestOptions[] = [];
	const logged: unknown[][] = [];
	const log = (...what: unknown[]) => void logged.push(what);
	const context = {
		getNode: () => aNode,
		getExecutionCancelSignal: () => signal,
		logger: { debug: log, info: log, warn: log, error: log },
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => {
				requests.push(options);
				const given = answer(requests.length);
				if (given instanceof Error) throw given;
				const { body = '' } = given ?? {};
				const parts = typeof body === 'string' ? [Buffer.from(body)] : body;
				return { headers: {}, ...given, body: parts };
			},
		},
	} as unknown as RequestContext;
	return { context, requests, logged };
}
