import type { IDataObject } from 'n8n-workflow';
import { type ErrorDetails, ServiceError, withPartialResult } from '../../../src/api/errors';
import { readStreamOptions } from '../../../src/forms/streamOptions';
import { isOn, readChoice, readText } from '../../../src/forms/parameters';
import type { ItemContext } from '../../../src/runtime/operation';
import { eventRecord } from '../../../src/http/eventRecord';
import { readEventBatches } from '../../../src/http/eventStream';
import type { HttpResponse } from '../../../src/http/request';
import { Answer } from '../../../src/agent/answer/answer';
import { answerOutput, enableStreaming, finalEvent, includeRaw, textField } from './askFields';
import { LiveText } from './liveText';
import { readQuestion } from './question';
import { isHeartbeat, readEvent } from '../../../src/agent/answer/receivedEvent';

/** How long the connection may stay open after the end of an answer, in milliseconds. */
const closingMilliseconds = 2000;

function readOptions(item: ItemContext) {
	return {
		includeRaw: isOn(item, includeRaw, 'options'),
		finalEvent: readText(item, finalEvent, 'options'),
		...readStreamOptions(item),
		textField: readText(item, textField, 'options'),
	};
}

async function open(
	{ service }: ItemContext,
	body: IDataObject,
	thread?: string,
): Promise<HttpResponse> {
	if (thread === undefined) return await service.open('thread.create', { body });
	const path = service.path('message.create', { threadId: thread });
	return await service.open('message.create', { path, body });
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
	const options = readOptions(item);
	const output = readChoice(item, answerOutput);
	const question = String(body.question ?? '');
	const redact = (failure: unknown) => item.service.redact(failure);
	const answer = new Answer({ ...options, question, redact, threadId: thread });
	const stream = await open(item, body, thread).catch((error: unknown) => {
		throw withAnswer(error, answer);
	});
	const events: IDataObject[] = [];
	let closesAt: number | undefined;
	let failedAlone: ErrorDetails | undefined;
	const limits = {
		...options,
		closesAt: () => closesAt,
		onTypeAlone: (type: string) => {
			failedAlone = answer.addTypeAlone(type);
		},
	};
	const receive = async () => {
		await live.begin();
		for await (const batch of readEventBatches(stream, limits, item.signal)) {
			for (const arrived of batch) {
				const event = readEvent(arrived);
				if (output !== 'answer') {
					events.push(eventRecord(arrived, options.includeRaw, event.value));
				}
				const { text, failure } = answer.add(event);
				if (answer.end === undefined) closesAt = undefined;
				// Without a chat, waiting for each text would only take time.
				if (text !== '' && live.isActive) await live.add(text);
				if (failure) throw new ServiceError(failure);
				if (answer.end === 'closed') {
					closesAt = Math.min(closesAt ?? Infinity, Date.now() + closingMilliseconds);
				} else if (answer.end !== undefined && !isHeartbeat(event)) {
					closesAt = Date.now() + options.idleTimeout;
				}
			}
		}
		if (failedAlone) throw new ServiceError(failedAlone);
	};
	let failure: unknown;
	try {
		await receive();
	} catch (error) {
		failure = error;
	}
	stream.close();
	await live.add(answer.finish());
	if (failure !== undefined && !(answer.end !== undefined && isEndOfConnection(failure))) {
		throw withPartialResult(failure, {
			...answer.result(false),
			complete: false,
			...(output === 'answer' ? {} : { events }),
		});
	}
	const record = {
		...answer.result(true),
		...(options.includeRaw ? { reading: answer.reading() } : {}),
	};
	item.functions.logger.debug(`Answer of item ${item.itemIndex}`, answer.reading());
	if (record.answer === '' && record.eventCount > 0) item.hint(noTextHint(answer), 'warning');
	if (answer.leftOut.length > 0) item.hint(leftOutHint(answer), 'warning');
	if (output === 'answer') return [record];
	return output === 'events' ? events : [...events, record];
}

/** A response that isn't a stream has arrived, unlike a rejection. */
function withAnswer(error: unknown, answer: Answer): unknown {
	if (!(error instanceof ServiceError) || error.received.body === undefined) return error;
	return withPartialResult(error, { ...answer.result(false), complete: false });
}

/** After its end event an answer is complete, however its connection ends. */
function isEndOfConnection(reason: unknown): boolean {
	return (
		reason instanceof ServiceError &&
		(reason.errorCode === 'network' || reason.errorCode === 'timeout')
	);
}

function noTextHint({ paths }: Answer): string {
	const seen =
		paths.size > 0
			? `Set 'Text Field' to one of these paths: ${[...paths].join(', ')}.`
			: 'The events contain no text.';
	return `The node found no text in the events. ${seen}`;
}

function leftOutHint({ leftOut }: Answer): string {
	return `The answer doesn't include the text in ${leftOut.join(', ')}. If it belongs to the answer, set 'Text Field'.`;
}
