import type { IDataObject } from 'n8n-workflow';
import { withPartialResult } from '../../src/api/errors';
import { readStreamOptions } from '../../src/forms/streamOptions';
import { isOn } from '../../src/forms/value';
import type { ItemContext, OperationRequest } from '../../src/runtime/operation';
import type { OtherOperation } from '../../src/api/operations';
import { eventRecord } from '../../src/http/eventRecord';
import { readEvents, type StreamLimits } from '../../src/http/eventStream';

/**
 * Sends a request that is answered with a stream of events.
 *
 * @param request what to send
 * @returns one record for each event
 * @throws ServiceError where the stream does not come to its end; `received` holds what came
 */
export async function readEventRecords(
	item: ItemContext<OtherOperation>,
	request: OperationRequest<OtherOperation>,
): Promise<IDataObject[]> {
	const { idleTimeout, maxBytes, maxEvents } = readStreamOptions(item);
	const includeRaw = isOn(item, 'Include Raw Data', 'options.includeRaw');
	const limits: StreamLimits = {
		subject: 'stream',
		idleTimeout: () => idleTimeout,
		maxBytes,
		maxEvents,
	};
	const stream = await item.service.open(item.operation, request);
	const events: IDataObject[] = [];
	try {
		for await (const event of readEvents(stream, limits, item.signal)) {
			events.push(eventRecord(event, includeRaw));
		}
	} catch (error) {
		throw withPartialResult(error, { events, eventCount: events.length, complete: false });
	}
	return events;
}
