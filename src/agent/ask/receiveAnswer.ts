/**
 * From the connection to the answer. An answer may end long before its connection does: some services
 * close late, or never. So after an end event the connection is only kept for a while, and a failure
 * of it no longer counts. A failed answer first yields all that arrived, so no text is lost.
 */
import { type ErrorDetails, ServiceError, withPartialResult } from '../../api/errors';
import { readEventBatches, type StreamLimits } from '../../http/eventStream';
import type { HttpResponse } from '../../http/request';
import type { Answer } from '../answer/receivedAnswer';
import { keepsAlive, readEvents, type ReceivedEvent } from '../answer/events/receivedEvent';

/** How long the connection may stay open after the end of an answer, in milliseconds. */
const closingMilliseconds = 2000;

/**
 * Adds the events of a stream to an answer while they arrive. Yields the events that arrived at once,
 * and the texts to send live.
 *
 * @throws ServiceError if the answer is interrupted or the agent fails, after everything that arrived
 *   was yielded; `received` has it
 */
export async function* receiveAnswer(
	response: HttpResponse,
	answer: Answer,
	options: StreamLimits,
	signal?: AbortSignal,
): AsyncGenerator<{ events: readonly ReceivedEvent[]; texts: readonly string[] }> {
	let closesAt: number | undefined;
	const limits = { ...options, closesAt: () => closesAt };
	let reason: unknown;
	try {
		for await (const batch of readEventBatches(response, limits, signal)) {
			const events: ReceivedEvent[] = [];
			const texts: string[] = [];
			let failure: ErrorDetails | undefined;
			for (const event of batch.events.flatMap(readEvents)) {
				const added = answer.add(event);
				events.push(event);
				texts.push(added.text);
				failure = added.failure;
				if (failure) break;
				closesAt = closingTime(answer, event, closesAt, options);
			}
			answer.isCutOff = batch.isCutOff;
			yield { events, texts };
			if (failure) throw new ServiceError(failure);
		}
	} catch (error) {
		reason = error;
	}
	const isExpected = answer.isOver && isEndOfConnection(reason);
	if (reason !== undefined && !isExpected) throw withPartialResult(reason, answer.part());
}

/** When to close the connection, by `performance.now()`; undefined before an end. */
function closingTime(
	{ isOver, isClosed }: Answer,
	event: ReceivedEvent,
	before: number | undefined,
	{ idleTimeout }: StreamLimits,
): number | undefined {
	if (!isOver) return undefined;
	const now = performance.now();
	if (isClosed) return Math.min(before ?? Infinity, now + closingMilliseconds);
	return keepsAlive(event) ? before : now + idleTimeout;
}

/** Whether only the connection ended, which costs an answer that is over nothing. */
function isEndOfConnection(reason: unknown): boolean {
	return (
		reason instanceof ServiceError &&
		(reason.errorCode === 'network' || reason.errorCode === 'timeout')
	);
}
