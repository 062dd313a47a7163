import type { IDataObject } from 'n8n-workflow';

/** Thrown in place of a request that would change something, if the client only reads. */
export class PlannedRequest extends Error {
	/** @param details in addition to the request, for example the reason for it */
	constructor(
		readonly request: IDataObject,
		readonly details: IDataObject = {},
	) {
		super('The request is not sent');
	}
}
