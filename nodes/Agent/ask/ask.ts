/**
 * A question to the agent. The response is a stream of events: `receiveAnswer` adds each of them to an
 * `Answer`, which finds the text, and yields what arrived at once. Here that is sent live and noted for
 * the item. If the thread no longer exists, all of it starts again in a new thread, with the same live
 * text.
 */
import type { IDataObject } from 'n8n-workflow';
import { answerHint } from '../../../src/agent/ask/answerHint';
import { checkLength, readAnswerOptions } from '../../../src/agent/ask/answerOptions';
import { receiveAnswer } from '../../../src/agent/ask/receiveAnswer';
import { Answer } from '../../../src/agent/answer/receivedAnswer';
import { onRejection, ServiceError, withPartialResult } from '../../../src/api/errors';
import { isOn, readChoice } from '../../../src/forms/parameters';
import { eventRecord } from '../../../src/http/eventRecord';
import type { ItemContext } from '../../../src/runtime/operation';
import { answerOutput, enableStreaming, readQuestion } from './askFields';
import { LiveText } from './liveText';

const ifNoStream =
	"Check 'Base URL' in the credential, and any proxy in between. Thread > Get Many shows whether the agent received the question.";

/**
 * Asks the agent and reads its answer while it arrives.
 *
 * @param threadId of the thread to continue; undefined for a new thread. If Thread > Create asks in a
 *   thread that the service doesn't have, a new one is created, and the items have `newThread`.
 * @throws InputError if the question or an option is wrong
 * @throws ServiceError if the answer is interrupted; `received` has what arrived
 */
export async function ask(item: ItemContext, threadId?: string): Promise<IDataObject[]> {
	const live = new LiveText(item, isOn(item, enableStreaming, 'options'));
	const records = await live.during(async () => await answerOrCreate(item, live, threadId));
	if (live.disconnectReason !== undefined) {
		item.hint(
			`The chat or webhook disconnected ("${live.disconnectReason}"). The output item contains the full answer.`,
			'warning',
		);
	}
	return records;
}

/** Asks in the thread or, if the service does not have it, in a new one. */
async function answerOrCreate(item: ItemContext, live: LiveText, threadId?: string) {
	const asked = readQuestion(item);
	if (threadId === undefined) checkLength(asked.question);
	const mayCreate = item.operation === 'thread.create';
	const ifRejected = onRejection(['thread-not-found'], async (rejection) => {
		// After a part of the answer, the thread was there.
		if (threadId === undefined || !mayCreate || rejection.received.output) throw rejection;
		checkLength(asked.question, threadId);
		return await answerIn(item, live, asked, undefined, { newThread: true });
	});
	return await answerIn(item, live, asked, threadId).catch(ifRejected);
}

/** @param mark of a new thread, for the first item and the answer */
async function answerIn(
	item: ItemContext,
	live: LiveText,
	{ body, question }: ReturnType<typeof readQuestion>,
	threadId?: string,
	mark?: IDataObject,
): Promise<IDataObject[]> {
	const options = readAnswerOptions(item);
	const output = readChoice(item, answerOutput);
	const answer = new Answer({ ...options, question, threadId });
	const operation = threadId === undefined ? 'thread.create' : 'message.create';
	const opening = item.service.open(operation, { path: { threadId }, body, ifNoStream });
	const response = await opening.catch((error: unknown) => {
		// A response that isn't a stream has arrived, unlike a rejection.
		const hasArrived = error instanceof ServiceError && error.received.body !== undefined;
		throw hasArrived ? withPartialResult(error, { ...answer.part(), ...mark }) : error;
	});
	if (mark) {
		item.hint("The thread in 'Thread ID' wasn't found, so the question started a new thread.");
	}
	const events: IDataObject[] = [];
	const withEvents = output !== 'answer';
	try {
		for await (const part of receiveAnswer(response, answer, options, item.signal)) {
			if (withEvents) events.push(...part.events.map((event) => eventRecord(event, event.value)));
			await live.add(part.texts);
		}
	} catch (error) {
		if (answer.part().fieldNames) giveHint(item, answer.result(false));
		throw withPartialResult(error, { ...(withEvents && { events }), ...mark });
	}
	const { formatName: format } = answer;
	item.functions.logger.debug(`Answer of item ${item.itemIndex}`, { format });
	const result = answer.result(true);
	giveHint(item, result);
	Object.assign(events[0] ?? {}, mark);
	return output === 'events' ? events : [...events, { ...result, ...mark }];
}

function giveHint(item: ItemContext, result: ReturnType<Answer['result']>): void {
	const hint = answerHint(result);
	if (hint !== undefined) item.hint(hint, 'warning');
}
