import { isRecord } from '../../../values/jsonObject';
import { asRecord, endOf, typedProtocol } from './typedProtocol';

const difyIds = ['task_id', 'message_id', 'workflow_run_id', 'conversation_id'];

/** https://docs.dify.ai/api-reference: chat messages and workflows. */
export const dify = typedProtocol(
	'Dify',
	(data) => (difyIds.some((name) => typeof data[name] === 'string') ? data.event : undefined),
	{
		message: ({ answer }) => (typeof answer === 'string' ? { delta: answer } : undefined),
		agent_message: ({ answer }) => ({ delta: answer }),
		message_replace: ({ answer }) => ({ answer }),
		text_chunk: ({ data }) => ({ delta: asRecord(data).text }),
		text_replace: ({ data }) => ({ answer: asRecord(data).text }),
		agent_thought: { end: 'continues' },
		message_end: { end: 'complete' },
		workflow_finished({ data }) {
			const { status, error, outputs } = asRecord(data);
			const { text, answer = text } = asRecord(outputs);
			if (status === 'failed') return { failure: error ?? data };
			return { fallback: answer, end: endOf(status) };
		},
		'message_*|tts_*|workflow_*|node_*|iteration_*|loop_*|agent_*': {},
	},
);

/** https://www.coze.com/docs/developer_guides/chat_v3 */
export const coze = typedProtocol('Coze', (_data, { event }) => event, {
	'conversation.message.delta': ({ id, type, content }) =>
		type === 'answer' ? { message: id, delta: content } : {},
	'conversation.message.completed'({ id, type, content }) {
		if (type === 'answer') return { message: id, snapshot: content };
		return type === 'function_call' ? { end: 'continues' } : {};
	},
	'conversation.chat.completed': { end: 'complete' },
	'conversation.chat.failed': (data) => ({ failure: data.last_error ?? data }),
	'conversation.chat.*|conversation.audio.*': {},
});

/** https://docs.flowiseai.com/using-flowise/streaming; `start` repeats the first token. */
export const flowise = typedProtocol(
	'Flowise',
	(data) => (Object.keys(data).sort().join() === 'data,event' ? data.event : undefined),
	{
		token: ({ data }) => (typeof data === 'string' ? { delta: data } : undefined),
		end: ({ data }) => (data === '[DONE]' ? { end: 'closed' } : undefined),
		'abort|action': { end: 'truncated' },
		'start|metadata|usageMetadata|sourceDocuments|usedTools|calledTools|agent*|next*': {},
	},
);

/** https://docs.langflow.org/api-flows-run#stream-llm-token-responses */
export const langflow = typedProtocol(
	'Langflow',
	({ event, data }) => (isRecord(data) ? event : undefined),
	{
		token({ data }) {
			const { id, chunk } = asRecord(data);
			return typeof chunk === 'string' ? { message: id, delta: chunk } : undefined;
		},
		add_message({ data }) {
			const { id, sender, text } = asRecord(data);
			return sender === 'User' ? {} : { message: id, snapshot: text };
		},
		remove_message: ({ data }) => ({ message: asRecord(data).id, snapshot: '' }),
		end: ({ data }) => (isRecord(asRecord(data).result) ? { end: 'complete' } : undefined),
	},
);
