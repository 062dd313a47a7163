import type { IDataObject } from 'n8n-workflow';
import { Answer } from '../../../src/agent/answer/answer';
import { InputError, onRejection, ServiceError, withPartialResult } from '../../../src/api/errors';
import { limits } from '../../../src/api/limits';
import { isOn, readChoice } from '../../../src/forms/parameters';
import type { PathOf } from '../../../src/api/operations';
import type { ItemContext } from '../../../src/runtime/operation';
import { answerHints } from './answerHints';
import { AnswerStream } from './answerStream';
import { answerOutput, enableStreaming, readAnswerOptions, readQuestion } from './askFields';
import { LiveText } from './liveText';

type ThreadPath = PathOf<'message.create'>;

/**
 * Asks the agent and reads its answer while it arrives.
 *
 * @param thread to continue; undefined for a new thread
 * @param ifMissing whether to ask in a new thread if the service has no such thread. Then the items
 *   have `newThread`.
 * @throws InputError if the question or an option is wrong
 * @throws ServiceError if the answer is interrupted; `received` has what arrived
 */
export async function ask(
	item: ItemContext,
	thread?: ThreadPath,
	ifMissing: 'fail' | 'newThread' = 'fail',
): Promise<IDataObject[]> {
	const live = new LiveText(item, isOn(item, enableStreaming, 'options'));
	const ifRejected = onRejection(['thread-not-found'], async (rejection) => {
		// After a part of the answer, the thread was there.
		if (!thread || ifMissing === 'fail' || rejection.received.answer) throw rejection;
		return await answerInstead(item, live, thread);
	});
	const records = await live.during(
		async () => await answerIn(item, live, thread).catch(ifRejected),
	);
	if (live.disconnectReason !== undefined) {
		item.hint(
			`The chat or webhook disconnected ("${live.disconnectReason}"). The output item contains the full answer.`,
			'warning',
		);
	}
	return records;
}

/** Asks in a new thread instead of a missing one. The first item and the answer have `newThread`. */
async function answerInstead(
	item: ItemContext,
	live: LiveText,
	{ threadId }: ThreadPath,
): Promise<IDataObject[]> {
	const newThread = { newThread: true };
	const records = await answerIn(item, live).catch((error: unknown) => {
		if (error instanceof InputError && error.errorCode === 'question-too-long') {
			throw new InputError(
				`There is no thread "${threadId}", and the question is too long for a new thread`,
				`Shorten the question to ${limits.questionCharacters} characters, or correct 'Thread ID' in the options.`,
				'question-too-long',
			);
		}
		const hasBegun = error instanceof ServiceError && error.received.eventCount !== undefined;
		throw hasBegun ? withPartialResult(error, newThread) : error;
	});
	return records.map((record, index) =>
		index === 0 || 'complete' in record ? { ...record, ...newThread } : record,
	);
}

async function answerIn(
	item: ItemContext,
	live: LiveText,
	path?: ThreadPath,
): Promise<IDataObject[]> {
	const { service } = item;
	const body = readQuestion(item, path === undefined);
	const options = readAnswerOptions(item);
	const output = readChoice(item, answerOutput);
	const answer = new Answer({
		...options,
		question: String(body.question ?? ''),
		redact: (failure) => service.redact(failure),
		threadId: path?.threadId,
	});
	const ifNoStream =
		"Check 'Base URL' in the credential, and any proxy in between. The agent may have received the question. Check Thread > Get Many.";
	const opening = path
		? service.open('message.create', { path, body, ifNoStream })
		: service.open('thread.create', { body, ifNoStream });
	const response = await opening.catch((error: unknown) => {
		// A response that isn't a stream has arrived, unlike a rejection.
		const hasArrived = error instanceof ServiceError && error.received.body !== undefined;
		throw hasArrived ? withPartialResult(error, answer.part()) : error;
	});
	const events: IDataObject[] = [];
	await new AnswerStream(answer, options, {
		live,
		events: output === 'answer' ? undefined : events,
	}).receive(response, item.signal);
	item.functions.logger.debug(`Answer of item ${item.itemIndex}`, answer.reading());
	for (const hint of answerHints(answer)) item.hint(hint, 'warning');
	return output === 'events' ? events : [...events, answer.result(true)];
}
