import { isRecord } from '../../../values/jsonObject';
import type { AnswerProtocol, EventReading } from '../eventReading';
import { asRecord, asRecords, contentText, lastAnswer, typedProtocol } from './typedProtocol';

function readMessage(value: unknown): EventReading {
	const { role, type = role, id, content } = asRecord(value);
	if (type === 'tool') return { end: 'continues' };
	if (!/^(?:ai|assistant)/i.test(String(type))) return {};
	const kind = String(type).endsWith('Chunk') ? 'delta' : 'snapshot';
	return { message: id, [kind]: contentText(content) };
}

/** The whole message so far, though its type says that it is a chunk. */
function readWhole(value: unknown): EventReading {
	const { delta, snapshot = delta, ...reading } = readMessage(asRecords(value).at(-1));
	return { ...reading, snapshot };
}

/** https://docs.langchain.com/langsmith/streaming: the modes messages-tuple, messages, values and updates. */
export const langGraph: AnswerProtocol = {
	...typedProtocol(
		'LangGraph',
		(_data, { event }) => event?.replace(/^messages\|.*/s, 'messages'),
		{
			messages(_data, { value, event = '' }) {
				if (!Array.isArray(value) || !isRecord(value[1])) return undefined;
				// A subgraph has its name and an ID behind the mode.
				const [, graph = ''] = event.split(/[|:]/);
				const writer = `${graph} ${String(value[1].langgraph_node)}`;
				return { writer, ...readMessage(value[0]) };
			},
			'messages/partial|messages/complete': (_data, { value }) => readWhole(value),
			values: ({ messages, __interrupt__: interrupts }) =>
				messages
					? { answer: lastAnswer(messages), end: interrupts ? 'truncated' : undefined }
					: undefined,
			updates(data) {
				const updates = Object.values(data).flatMap((update) =>
					asRecords(asRecord(update).messages),
				);
				return updates.length > 0 ? readMessage(updates.at(-1)) : undefined;
			},
			'messages/metadata|debug|tasks|checkpoints': {},
		},
	),
	endsWithStream: true,
};

/** https://python.langchain.com/docs/how_to/streaming/#using-stream-events; chains repeat the text of models. */
export const langChain = typedProtocol(
	'LangChain events',
	({ event, run_id: run }) => (run ? event : undefined),
	{
		'on_(chat_model|llm)_stream'({ run_id: message, data, metadata }) {
			const { chunk } = asRecord(data);
			const { text, content = text ?? chunk } = asRecord(asRecord(chunk).kwargs ?? chunk);
			const { langgraph_node: writer } = asRecord(metadata);
			return { writer, message, delta: contentText(content) };
		},
		on_chat_model_end: ({ data }) => ({
			fallback: contentText(asRecord(asRecord(data).output).content),
		}),
		on_tool_start: { end: 'continues' },
		on_chain_end: ({ parent_ids: ids }) =>
			Array.isArray(ids) && ids.length > 0 ? {} : { end: 'complete' },
		'on_*': {},
	},
);
