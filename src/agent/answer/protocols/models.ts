import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../../values/jsonObject';
import type { AnswerProtocol, EventReading } from '../eventReading';
import { isCutShort } from '../endReasons';
import { isText } from '../receivedEvent';
import { asRecord, asRecords, contentText, endOf, toolCall, typedProtocol } from './typedProtocol';

/** https://docs.anthropic.com/en/docs/build-with-claude/streaming */
export const anthropic = typedProtocol('Anthropic messages', ({ type }) => type, {
	message_start: ({ message }) => (isRecord(message) ? { startsMessage: true } : undefined),
	content_block_start({ content_block: block }) {
		const { type, text } = asRecord(block);
		if (type === 'text') return { delta: text };
		return /tool_use$/.test(String(type)) ? { end: 'continues' } : {};
	},
	content_block_delta({ index, delta }) {
		const { type, text } = asRecord(delta);
		if (typeof index !== 'number') return undefined;
		return type === 'text_delta' ? { delta: text } : {};
	},
	content_block_stop: {},
	message_delta: ({ delta }) => (isRecord(delta) ? { end: endOf(delta.stop_reason) } : undefined),
	message_stop: { end: 'complete' },
});

/** https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent and its Interactions. */
export const gemini: AnswerProtocol = {
	name: 'Gemini',
	read(_event, { event_type: type, index, delta, promptFeedback, candidates, usageMetadata }) {
		if (/^(?:step|content)\./.test(String(type)) && typeof index === 'number') {
			return asRecord(delta).type === 'text' ? { delta: asRecord(delta).text } : {};
		}
		const { blockReason } = asRecord(promptFeedback);
		if (blockReason) return { failure: { message: `The prompt was blocked: ${blockReason}` } };
		if (!Array.isArray(candidates)) return undefined;
		const candidate = asRecords(candidates).find(({ index = 0 }) => index === 0) ?? {};
		if (!isRecord(candidate.content) && !candidate.finishReason && !usageMetadata) return undefined;
		return readCandidate(candidate);
	},
};

/** The text of the model in its content, and whether it calls a tool. */
function readParts(content: unknown) {
	const { parts, role = 'model' } = asRecord(content);
	const own = asRecords(parts).filter(({ thought }) => thought !== true && role === 'model');
	return {
		text: contentText(own),
		isTool: own.some(({ functionCall }) => functionCall !== undefined),
	};
}

function readCandidate({ content, finishReason }: IDataObject): EventReading {
	const { text, isTool } = readParts(content);
	return { delta: text, ...(isTool ? toolCall : { end: endOf(finishReason) }) };
}

/** https://google.github.io/adk-docs/api-reference/rest: `/run_sse`; a whole text follows its pieces. */
export const adk: AnswerProtocol = {
	name: 'Agent Development Kit',
	read(_event, data) {
		const { invocationId, author, errorCode, errorMessage: message, interrupted } = data;
		if (typeof invocationId !== 'string' || typeof author !== 'string') return undefined;
		if (interrupted === true) return { end: 'truncated' };
		if (!isText(errorCode)) return readAdkContent(data);
		return isCutShort(errorCode) ? { end: 'truncated' } : { failure: { code: errorCode, message } };
	},
};

function readAdkContent(data: IDataObject): EventReading {
	const { content, author: writer, partial, finishReason: reason, turnComplete } = data;
	const { text, isTool } = readParts(content);
	if (partial === true) return { writer, delta: text, end: 'open' };
	if (isTool) return { writer, snapshot: text || undefined, end: 'continues' };
	if (text === '') return turnComplete === true ? { end: 'complete' } : {};
	return { writer, snapshot: text, endsMessage: true, end: endOf(reason) ?? 'complete' };
}
