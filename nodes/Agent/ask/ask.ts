import type { IDataObject } from 'n8n-workflow';
import { Answer } from '../../../src/agent/answer/answer';
import { ServiceError, withPartialResult } from '../../../src/api/errors';
import { isOn, readChoice } from '../../../src/forms/parameters';
import type { HttpResponse } from '../../../src/http/request';
import type { ItemContext } from '../../../src/runtime/operation';
import { answerHints } from './answerHints';
import { AnswerStream } from './answerStream';
import { answerOutput, enableStreaming, readAnswerOptions } from './askFields';
import { LiveText } from './liveText';
import { readQuestion } from './question';

async function open(
	{ service }: ItemContext,
	body: IDataObject,
	thread?: string,
): Promise<HttpResponse> {
	const ifNoStream =
		"Check 'Base URL' in the credential, and any proxy in between. The agent may have received the question. Check Thread > Get Many.";
	if (thread === undefined) return await service.open('thread.create', { body, ifNoStream });
	const path = service.path('message.create', { threadId: thread });
	return await service.open('message.create', { path, body, ifNoStream });
}

/**
 * Asks the agent and reads its answer while it arrives.
 *
 * @throws InputError if the question or an option is wrong
 * @throws ServiceError if the answer is interrupted; `received` has what arrived
 */
export async function ask(item: ItemContext, thread?: string): Promise<IDataObject[]> {
	const live = new LiveText(item, isOn(item, enableStreaming, 'options'));
	const records = await live.during(async () => await answerTo(item, live, thread));
	if (live.disconnectReason !== undefined) {
		item.hint(
			`The chat or webhook disconnected ("${live.disconnectReason}"). The output item contains the full answer.`,
			'warning',
		);
	}
	return records;
}

async function answerTo(
	item: ItemContext,
	live: LiveText,
	thread?: string,
): Promise<IDataObject[]> {
	const body = readQuestion(item, thread === undefined);
	const options = readAnswerOptions(item);
	const output = readChoice(item, answerOutput);
	const answer = new Answer({
		...options,
		question: String(body.question ?? ''),
		redact: (failure) => item.service.redact(failure),
		threadId: thread,
	});
	const response = await open(item, body, thread).catch((error: unknown) => {
		throw withAnswer(error, answer);
	});
	const stream = new AnswerStream(answer, options, { live, keepsEvents: output !== 'answer' });
	await stream.receive(response, item.signal);
	const record: IDataObject = answer.result(true);
	if (options.includeRaw) record.reading = answer.reading();
	item.functions.logger.debug(`Answer of item ${item.itemIndex}`, answer.reading());
	for (const hint of answerHints(answer)) item.hint(hint, 'warning');
	if (output === 'answer') return [record];
	return output === 'events' ? stream.events : [...stream.events, record];
}

/** A response that isn't a stream has arrived, unlike a rejection. */
function withAnswer(error: unknown, answer: Answer): unknown {
	if (!(error instanceof ServiceError) || error.received.body === undefined) return error;
	return withPartialResult(error, { ...answer.result(false), complete: false });
}
