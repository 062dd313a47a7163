/**
 * Preview Only: everything runs in earnest up to the first request that would change something. The
 * client throws that request instead of sending it, and the item of the preview shows it.
 */
import type { IDataObject } from 'n8n-workflow';
import { PlannedRequest } from '../http/client';

/** Adds details to the item of a preview, if the request would change something. */
export async function withDetails<Response>(
	request: Promise<Response>,
	details: IDataObject,
): Promise<Response> {
	return await request.catch((error: unknown) => {
		throw error instanceof PlannedRequest ? new PlannedRequest(error.request, details) : error;
	});
}
