import type { IDataObject } from 'n8n-workflow';
import { InputError, ServiceError } from '../../shared/errors';
import { wholeNumber } from '../../shared/form/value';
import type { ItemContext } from '../../shared/node/operation';
import { readEvents } from '../../shared/transport/eventStream';
import type { HttpResponse } from '../../shared/transport/send';
import { Answer } from './answer';
import {
	type AnswerOptions,
	type AnswerOutput,
	answerOptions,
	answerOutputs,
	defaultAnswerOptions,
} from './fields';
import { LiveText } from './liveText';
import { readQuestion } from './question';
import { eventItem, readEvent } from './receivedEvent';

/** Once the answer has said that it is over, how long its connection may stay open, in ms. */
const closingMilliseconds = 2000;

function readOptions(item: ItemContext): AnswerOptions {
	const given = item.parameter<Partial<AnswerOptions>>('options', {});
	const options = { ...defaultAnswerOptions, ...given };
	const number = (name: 'idleTimeout' | 'maxBytes' | 'maxEvents') => {
		const label = answerOptions.find((option) => option.name === name)?.displayName ?? name;
		return wholeNumber(item.node, label, options[name], 1);
	};
	return {
		...options,
		finalEvent: String(options.finalEvent ?? '').trim(),
		idleTimeout: number('idleTimeout'),
		maxBytes: number('maxBytes'),
		maxEvents: number('maxEvents'),
		textField: String(options.textField ?? '').trim(),
	};
}

function readOutput(item: ItemContext): AnswerOutput {
	const output = item.parameter<AnswerOutput>('output', 'answer');
	if (answerOutputs.includes(output)) return output;
	throw new InputError(
		item.node,
		`Output "${String(output)}" is not one of the choices`,
		`Use one of ${answerOutputs.join(', ')}.`,
	);
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
 * Asks the agent and gathers its answer while it streams in.
 *
 * @param item the item
 * @param thread the thread to ask in; a new one where left out
 * @returns the answer, its events, or both, as the user chose
 * @throws InputError where the question or an option is wrong
 * @throws ServiceError where the answer does not come to its end; `received` holds what came
 */
export async function ask(item: ItemContext, thread?: string): Promise<IDataObject[]> {
	const body = readQuestion(item);
	const options = readOptions(item);
	const output = readOutput(item);
	const stream = await open(item, body, thread);
	const answer = new Answer(options, thread);
	const events: IDataObject[] = [];
	const limits = {
		idleTimeout: () =>
			answer.isOver ? Math.min(options.idleTimeout, closingMilliseconds) : options.idleTimeout,
		maxBytes: options.maxBytes,
		maxEvents: options.maxEvents,
	};
	let live: LiveText | undefined;
	let broken: ServiceError | undefined;
	try {
		if (options.enableStreaming) live = await LiveText.begin(item);
		for await (const arrived of readEvents(item.node, stream, limits, item.signal)) {
			const event = readEvent(arrived);
			if (output !== 'answer') events.push(eventItem(event, options.includeRaw));
			const { text, failure } = answer.add(event);
			if (failure) throw new ServiceError(item.node, failure);
			if (text !== '') await live?.add(text);
		}
	} catch (error) {
		broken = asServiceError(item, error);
	} finally {
		stream.close();
	}
	if (broken && !(answer.isOver && isEndOfConnection(broken))) {
		if (item.functions.continueOnFail()) await live?.breakOff(broken.message);
		throw new ServiceError(item.node, broken.details, {
			...broken.received,
			...answer.result(false),
			complete: false,
			...(output === 'answer' ? {} : { events }),
		});
	}
	await live?.end();
	const record = answer.result(true);
	if (output === 'answer') return [record];
	return output === 'events' ? events : [...events, record];
}

/** After its last words an answer is whole, however its connection ends. */
function isEndOfConnection(error: ServiceError): boolean {
	return error.errorCode === 'network' || error.errorCode === 'timeout';
}

/** Whoever listens to the chunks may have gone. */
function asServiceError(item: ItemContext, error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	return new ServiceError(item.node, {
		message: 'The answer could not be passed on',
		description: `What had arrived is kept. n8n says: "${String(error)}". Turn off Enable Streaming if nobody listens.`,
		errorCode: 'unexpected',
	});
}
