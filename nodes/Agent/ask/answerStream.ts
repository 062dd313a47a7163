/**
 * From the connection to the answer. An answer may end long before its connection does: some services
 * close late, or never. So after an end event the connection is only kept for a while, and a failure
 * of it no longer counts. A failed answer first yields all that arrived, so no text is lost.
 */
import type { Answer } from '../../../src/agent/answer/answer';
import {
	isHeartbeat,
	readEvents,
	type ReceivedEvent,
} from '../../../src/agent/answer/receivedEvent';
import { type ErrorDetails, ServiceError, withPartialResult } from '../../../src/api/errors';
import { readEventBatches } from '../../../src/http/eventStream';
import type { HttpResponse } from '../../../src/http/request';
import type { AnswerOptions } from './askFields';

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
	options: AnswerOptions,
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
			for (const event of batch.flatMap(readEvents)) {
				const added = answer.add(event);
				events.push(event);
				texts.push(added.text);
				failure = added.failure;
				if (failure) break;
				closesAt = closingTime(answer, event, closesAt, options);
			}
			yield { events, texts };
			if (failure) throw new ServiceError(failure);
		}
	} catch (error) {
		reason = error;
	}
	yield { events: [], texts: [answer.finish()] };
	const isExpected = isOver(answer) && isEndOfConnection(reason);
	if (reason !== undefined && !isExpected) throw withPartialResult(reason, answer.part());
	if (answer.failure) throw withPartialResult(new ServiceError(answer.failure), answer.part());
}

/** Whether the answer ended, or a part of the agent failed and no text followed. */
const isOver = ({ ending, failure }: Answer) => (ending.by ?? failure) !== undefined;

/** When to close the connection, in milliseconds since 1970; undefined before an end or a failure. */
function closingTime(
	answer: Answer,
	event: ReceivedEvent,
	before: number | undefined,
	{ idleTimeout }: AnswerOptions,
): number | undefined {
	if (!isOver(answer)) return undefined;
	const { by } = answer.ending;
	if (by === 'closed') return Math.min(before ?? Infinity, Date.now() + closingMilliseconds);
	return isHeartbeat(event) ? before : Date.now() + idleTimeout;
}

/** Whether only the connection ended, which costs an answer that is over nothing. */
function isEndOfConnection(reason: unknown): boolean {
	return (
		reason instanceof ServiceError &&
		(reason.errorCode === 'network' || reason.errorCode === 'timeout')
	);
}
