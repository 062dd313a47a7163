import { built } from '../documents/builtNodes.mjs';
import { explain } from './connection.mjs';
import { maskPath, maskText, maskValue, maskWords } from './masking.mjs';

/**
 * @import { StreamEvent } from '../../src/http/eventStream.js'
 * @import { Comparison, Finding } from './assumptions.mjs'
 * @import { Connection } from './connection.mjs'
 */

/** @type {typeof import('../../src/agent/answer/answer.js')} */
const { Answer } = built('src/agent/answer/answer.js');
/** @type {typeof import('../../src/agent/answer/receivedEvent.js')} */
const { readEvent } = built('src/agent/answer/receivedEvent.js');
/** @type {typeof import('../../src/api/assumedNames.js')} */
const { requestNames } = built('src/api/assumedNames.js');
/** @type {typeof import('../../src/api/errors.js')} */
const { ServiceError } = built('src/api/errors.js');
/** @type {typeof import('../../src/http/eventStream.js')} */
const { readEventBatches } = built('src/http/eventStream.js');

const limits = { idleTimeout: 30_000, maxEvents: 20_000, maxBytes: 10_000_000 };

/**
 * Asks the agent and compares its answer with what the Agent node reads.
 *
 * @param {Connection} connection
 * @param {Comparison} comparison
 * @param {string} question
 * @returns {Promise<string>} the events without their data
 */
export async function ask(connection, comparison, question) {
	const operation = 'thread.create';
	/** @param {Omit<Finding, 'area'>} finding */
	const add = (finding) => comparison.add(operation, finding);
	const answer = new Answer({ question });
	let recording = '';
	let failure;
	let status;
	let isOpen = false;
	try {
		const body = { [requestNames.message.question]: question };
		const response = await connection.client.open(operation, { body });
		isOpen = true;
		for await (const batch of readEventBatches(response, limits, connection.signal)) {
			for (const arrived of batch) {
				const event = readEvent(arrived);
				recording += maskEvent(arrived, event.value);
				failure ??= answer.add(event).failure?.message;
			}
			if (answer.end === 'closed' || failure !== undefined) break;
		}
		connection.onProgress(`${operation}: an answer`);
	} catch (error) {
		failure = explain(error);
		status = error instanceof ServiceError ? error.httpStatus : undefined;
		connection.onProgress(`${operation}: ${failure}`);
	}
	answer.finish();
	const isRejected = status === 400 || status === 422;
	add({
		assumption: 'requestNames.message.question',
		assumed: requestNames.message.question,
		verdict: isOpen ? 'as assumed' : isRejected ? 'different' : 'not seen',
		found: isOpen ? 'The service answered the question' : String(failure),
		remedy: "Enter the name in 'Other Fields (JSON)' under Options.",
	});
	if (!isOpen) return recording;
	const result = answer.result(failure === undefined);
	const { protocol, textField, endedBy, leftOut, paths } = answer.reading();
	const hasText = result.answer !== '';
	const isOther = !hasText || failure !== undefined || Object(leftOut).length > 0;
	const textPaths = [...Object(leftOut), ...Object(paths)].slice(0, 8).map(maskPath);
	add({
		assumption: 'answerTextNames',
		assumed: 'a known protocol, or a listed name',
		verdict: !isOther ? 'as assumed' : textPaths.length > 0 ? 'different' : 'missing',
		found: isOther
			? `${failure ?? `${result.answer.length} characters read`}. Fields with text: ${textPaths.join(', ') || 'none'}`
			: `${result.answer.length} characters, ${protocol === 'none' ? `in "${maskPath(String(textField ?? '')) || 'data'}"` : `protocol ${protocol}`}`,
		remedy: "Set 'Text Field' under Options.",
	});
	add({
		assumption: 'answerEventNames.final',
		assumed: 'an event that ends the answer, or the end of the stream',
		verdict: result.complete ? 'as assumed' : 'different',
		found: result.complete ? `Ended by ${maskEnd(String(endedBy))}` : 'The end was not recognized',
		remedy: "Set 'Final Event' under Options.",
	});
	add({
		assumption: 'conversationNames',
		assumed: 'threadId, or another name of the thread with an ID',
		verdict: result.threadId === undefined ? 'missing' : 'as assumed',
		found: result.threadId === undefined ? 'No thread ID in the events' : 'The ID of the thread',
		remedy: 'Find the thread with Thread > Get Many.',
	});
	return recording;
}

/**
 * One event as it is recorded.
 *
 * @param {StreamEvent} event
 * @param {unknown} value its data, parsed if it is JSON
 */
function maskEvent({ event, id, data }, value) {
	const isJson = typeof value !== 'string' || value !== data;
	const masked = isJson ? JSON.stringify(maskValue(value)) : maskWordOrText(data);
	return [
		...(id === undefined ? [] : [`id: ${maskText(id)}`]),
		...(event === undefined ? [] : [`event: ${maskWords(event)}`]),
		...masked.split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
		'\n',
	].join('\n');
}

/** @param {string} end the type of an event, or that there was none */
function maskEnd(end) {
	return end === 'the end of the stream' ? end : `"${maskWords(end)}"`;
}

/** @param {string} data */
function maskWordOrText(data) {
	return data.trim() === '[DONE]' ? data : maskText(data);
}
