import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../../values/jsonObject';
import type { AnswerProtocol, EventReading } from '../eventReading';
import { asRecord, asRecords, contentText, endOf, toolCall, typedProtocol } from './typedProtocol';

/** Reads a part of a message; without an index it is the one before. Elsewhere, others have the text. */
function readContentPart(data: IDataObject): EventReading | undefined {
	const { output_index: item, content_index: part, delta, text, refusal: snapshot = text } = data;
	if (delta === undefined && snapshot === undefined) return undefined;
	return { message: item === undefined ? undefined : `${item}.${part}`, delta, snapshot };
}

function readItem({ item, output_index: index }: IDataObject): EventReading {
	const { type, phase } = asRecord(item);
	if (type === 'mcp_approval_request') return toolCall;
	return phase === 'commentary' ? { message: `${index}.0`, snapshot: '' } : {};
}

function outputText(response: unknown): string {
	const messages = asRecords(asRecord(response).output).filter(({ type }) => type === 'message');
	return messages.map(({ content }) => contentText(content)).join('');
}

/** https://platform.openai.com/docs/api-reference/responses-streaming */
export const responses = typedProtocol(
	'OpenAI responses',
	(data) =>
		['response', 'output_index', 'item_id'].some((name) => name in data) ? data.type : undefined,
	{
		'response.(output_text|refusal).(delta|done)': readContentPart,
		'response.output_item.added': ({ item }) => (asRecord(item).type === 'message' ? {} : toolCall),
		'response.output_item.done': readItem,
		'response.created': { startsMessage: true },
		'response.(completed|done)': ({ response }) => ({
			fallback: outputText(response),
			end: 'complete',
		}),
		'response.incomplete': ({ response }) => ({ fallback: outputText(response), end: 'truncated' }),
		'response.failed': (data) => ({ failure: asRecord(data.response).error ?? data }),
		'response.*': {},
	},
);

/** https://platform.openai.com/docs/api-reference/chat-streaming; of several choices the first counts. */
export const chatCompletions: AnswerProtocol = {
	name: 'OpenAI chat completions',
	read({ event: writer }, { choices, object, error }) {
		if (!Array.isArray(choices)) return undefined;
		const list = asRecords(choices);
		const isKnown = list.some(({ delta, message }) => isRecord(delta) || isRecord(message));
		const isNamed = /^(?:chat\.|text_)completion/.test(String(object));
		if (!isKnown && !isNamed && choices.length > 0) return undefined;
		const choice = list.find(({ index = 0 }) => index === 0) ?? {};
		if (error || choice.finish_reason === 'error') return { failure: error ?? choice };
		return { writer, ...readCompletion(choice) };
	},
};

function readCompletion(choice: IDataObject): EventReading {
	const { delta, message, text: own, finish_reason: reason } = choice;
	const { role, content, refusal, tool_calls: calls } = asRecord(delta ?? message);
	if (role && role !== 'assistant') return {};
	const text = contentText(content) || refusal || own;
	const end = endOf(reason) ?? (calls ? 'continues' : undefined);
	return message && !delta ? { text, end } : { delta: text, end };
}
