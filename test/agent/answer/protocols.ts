/**
 * Streams of answers in the forms that public protocols document, written from their reference
 * pages. The specification shows none of its own (spec 6), so that it may have any of them.
 */

/** An event as it travels: its kind, where it has one, and its data. */
export type Sent = readonly [kind: string | undefined, data: unknown];

/** An agent that says something, in pieces as they come. */
export interface Turn {
	readonly pieces: readonly string[];
}

export interface Protocol {
	readonly name: string;
	/** What comes before the text. */
	readonly start: readonly Sent[];
	/** A piece of the answer. */
	readonly text: (text: string, turn: number) => readonly Sent[];
	/** The text of a turn once more, as a whole, if the protocol repeats it. */
	readonly whole?: (text: string, turn: number, all: readonly string[]) => readonly Sent[];
	/** The whole text may come without pieces before it. */
	readonly comesWhole?: boolean;
	/** The agent uses a tool. */
	readonly tool: readonly Sent[];
	/** What comes after the text. */
	readonly end: (all: readonly string[]) => readonly Sent[];
	/** How the agent tells that it cannot go on. */
	readonly failure: readonly Sent[];
	readonly threadId?: string;
}

const named = (data: { type: string }): Sent => [data.type, data];
const unnamed = (data: unknown): Sent => [undefined, data];

const chatChunk = (delta: object, finishReason: string | null = null): Sent =>
	unnamed({
		id: 'chatcmpl-9Zk2',
		object: 'chat.completion.chunk',
		created: 1_731_000_000,
		model: 'gpt-4o-mini',
		system_fingerprint: 'fp_44709d6fcb',
		choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
	});

const openAiChat: Protocol = {
	name: 'OpenAI chat completions',
	start: [
		unnamed({
			choices: [],
			prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
		}),
		chatChunk({ role: 'assistant', content: '', refusal: null }),
	],
	text: (content) => [chatChunk({ content })],
	tool: [
		chatChunk({
			tool_calls: [
				{ index: 0, id: 'call_1', type: 'function', function: { name: 'sales', arguments: '' } },
			],
		}),
		chatChunk({ tool_calls: [{ index: 0, function: { arguments: '{"q":' } }] }),
		chatChunk({ tool_calls: [{ index: 0, function: { arguments: '"sales"}' } }] }),
		chatChunk({}, 'tool_calls'),
		unnamed({ choices: [{ index: 0, delta: { role: 'tool', content: '[{"rows":12}]' } }] }),
	],
	end: () => [
		chatChunk({}, 'stop'),
		unnamed({
			object: 'chat.completion.chunk',
			choices: [],
			usage: { prompt_tokens: 9, total_tokens: 12 },
		}),
		[undefined, '[DONE]'],
	],
	failure: [
		unnamed({ error: { message: 'The server had a hiccup', type: 'server_error', code: null } }),
	],
};

const outputMessage = (text: string, status: string) => ({
	id: 'msg_67c9',
	type: 'message',
	status,
	role: 'assistant',
	content: text === '' ? [] : [{ type: 'output_text', text, annotations: [] }],
});

const response = (status: string, output: unknown[]) => ({
	id: 'resp_67c9',
	object: 'response',
	status,
	error: null,
	incomplete_details: null,
	instructions: 'You are a careful analyst of sales.',
	model: 'gpt-4o',
	output,
	tools: [{ type: 'function', name: 'sales', description: 'Reads the sales', parameters: {} }],
});

const openAiResponses: Protocol = {
	name: 'OpenAI responses',
	comesWhole: true,
	start: [
		named({ type: 'response.created', ...{ response: response('in_progress', []) } }),
		named({ type: 'response.in_progress', ...{ response: response('in_progress', []) } }),
		named({
			type: 'response.reasoning_summary_text.delta',
			...{ delta: 'I must think. ', summary_index: 0 },
		}),
		named({
			type: 'response.reasoning_summary_text.done',
			...{ text: 'I must think. ', summary_index: 0 },
		}),
		named({
			type: 'response.output_item.added',
			...{ output_index: 0, item: outputMessage('', 'in_progress') },
		}),
		named({
			type: 'response.content_part.added',
			...{ part: { type: 'output_text', text: '', annotations: [] } },
		}),
	],
	text: (delta, turn) => [
		named({
			type: 'response.output_text.delta',
			...{
				item_id: 'msg_67c9',
				output_index: 2 * turn,
				content_index: 0,
				delta,
				obfuscation: 'a8Fk2Lq',
			},
		}),
	],
	whole: (text, turn) => [
		named({
			type: 'response.output_text.done',
			...{ item_id: 'msg_67c9', output_index: 2 * turn, content_index: 0, text },
		}),
		named({
			type: 'response.content_part.done',
			...{ part: { type: 'output_text', text, annotations: [] } },
		}),
		named({ type: 'response.output_item.done', ...{ item: outputMessage(text, 'completed') } }),
	],
	tool: [
		named({
			type: 'response.output_item.added',
			...{
				item: {
					type: 'function_call',
					id: 'fc_1',
					call_id: 'call_1',
					name: 'sales',
					arguments: '',
				},
			},
		}),
		named({
			type: 'response.function_call_arguments.delta',
			...{ item_id: 'fc_1', delta: '{"q":"sales"}' },
		}),
		named({
			type: 'response.function_call_arguments.done',
			...{ item_id: 'fc_1', arguments: '{"q":"sales"}' },
		}),
		named({
			type: 'response.output_item.done',
			...{
				item: {
					type: 'function_call',
					status: 'completed',
					name: 'sales',
					arguments: '{"q":"sales"}',
				},
			},
		}),
	],
	end: (all) => [
		named({
			type: 'response.completed',
			...{
				response: response(
					'completed',
					all.map((text) => outputMessage(text, 'completed')),
				),
			},
		}),
	],
	failure: [
		named({
			type: 'response.failed',
			...{
				response: {
					...response('failed', []),
					error: { code: 'server_error', message: 'The model failed' },
				},
			},
		}),
	],
};

const assistantMessage = (content: unknown[], status: string, turn = 0) => ({
	id: `msg_${turn}`,
	object: 'thread.message',
	thread_id: 'thread_123',
	run_id: 'run_123',
	status,
	role: 'assistant',
	content,
	metadata: {},
});

const assistantRun = (status: string, more = {}) => ({
	id: 'run_123',
	object: 'thread.run',
	assistant_id: 'asst_123',
	thread_id: 'thread_123',
	status,
	instructions: 'You are a careful analyst of sales.',
	last_error: null,
	...more,
});

const openAiAssistants: Protocol = {
	name: 'OpenAI assistants',
	comesWhole: true,
	threadId: 'thread_123',
	start: [
		[
			'thread.created',
			{ id: 'thread_123', object: 'thread', created_at: 1_710_330_640, metadata: {} },
		],
		['thread.run.created', assistantRun('queued')],
		['thread.run.in_progress', assistantRun('in_progress')],
		['thread.message.created', assistantMessage([], 'in_progress')],
	],
	text: (value, turn) => [
		[
			'thread.message.delta',
			{
				id: `msg_${turn}`,
				object: 'thread.message.delta',
				delta: { content: [{ index: 0, type: 'text', text: { value, annotations: [] } }] },
			},
		],
	],
	whole: (value, turn) => [
		[
			'thread.message.completed',
			assistantMessage([{ type: 'text', text: { value, annotations: [] } }], 'completed', turn),
		],
	],
	tool: [
		[
			'thread.run.step.created',
			{ id: 'step_001', object: 'thread.run.step', type: 'tool_calls', status: 'in_progress' },
		],
		[
			'thread.run.step.delta',
			{
				id: 'step_001',
				object: 'thread.run.step.delta',
				delta: {
					step_details: {
						type: 'tool_calls',
						tool_calls: [
							{ index: 0, type: 'code_interpreter', code_interpreter: { input: 'print(1)' } },
						],
					},
				},
			},
		],
		[
			'thread.run.step.completed',
			{ id: 'step_001', object: 'thread.run.step', type: 'tool_calls', status: 'completed' },
		],
	],
	end: () => [
		['thread.run.completed', assistantRun('completed', { usage: { total_tokens: 12 } })],
		['done', '[DONE]'],
	],
	failure: [
		[
			'thread.run.failed',
			assistantRun('failed', { last_error: { code: 'rate_limit_exceeded', message: 'Too much' } }),
		],
	],
};

const anthropicMessages: Protocol = {
	name: 'Anthropic messages',
	start: [
		named({
			type: 'message_start',
			...{
				message: {
					id: 'msg_1nZd',
					type: 'message',
					role: 'assistant',
					content: [],
					model: 'claude-sonnet-4',
					stop_reason: null,
					usage: { input_tokens: 25, output_tokens: 1 },
				},
			},
		}),
		named({
			type: 'content_block_start',
			...{ index: 0, content_block: { type: 'thinking', thinking: '' } },
		}),
		named({
			type: 'content_block_delta',
			...{ index: 0, delta: { type: 'thinking_delta', thinking: 'Let me see.' } },
		}),
		named({
			type: 'content_block_delta',
			...{ index: 0, delta: { type: 'signature_delta', signature: 'EqQBCg' } },
		}),
		named({ type: 'content_block_stop', ...{ index: 0 } }),
		named({
			type: 'content_block_start',
			...{ index: 1, content_block: { type: 'text', text: '' } },
		}),
		named({ type: 'ping' }),
	],
	text: (text) => [
		named({ type: 'content_block_delta', ...{ index: 1, delta: { type: 'text_delta', text } } }),
	],
	tool: [
		named({ type: 'content_block_stop', ...{ index: 1 } }),
		named({
			type: 'content_block_start',
			...{ index: 2, content_block: { type: 'tool_use', id: 'toolu_1', name: 'sales', input: {} } },
		}),
		named({
			type: 'content_block_delta',
			...{ index: 2, delta: { type: 'input_json_delta', partial_json: '{"q":"sales"}' } },
		}),
		named({ type: 'content_block_stop', ...{ index: 2 } }),
		named({
			type: 'message_delta',
			...{ delta: { stop_reason: 'tool_use', stop_sequence: null } },
		}),
		named({ type: 'message_stop' }),
		named({ type: 'ping' }),
		named({
			type: 'message_start',
			...{ message: { id: 'msg_2', role: 'assistant', content: [] } },
		}),
		named({
			type: 'content_block_start',
			...{ index: 1, content_block: { type: 'text', text: '' } },
		}),
	],
	end: () => [
		named({ type: 'content_block_stop', ...{ index: 1 } }),
		named({
			type: 'message_delta',
			...{ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 15 } },
		}),
		named({ type: 'message_stop' }),
	],
	failure: [
		named({ type: 'error', ...{ error: { type: 'overloaded_error', message: 'Overloaded' } } }),
	],
};

const geminiChunk = (parts: unknown[], more = {}): Sent =>
	unnamed({
		candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
		usageMetadata: { promptTokenCount: 4 },
		modelVersion: 'gemini-2.0-flash',
		responseId: 'mAitaLmkHPPlz7IPvtfUqQ4',
	});

const gemini: Protocol = {
	name: 'Gemini',
	start: [geminiChunk([{ text: 'First I read the rows.', thought: true }])],
	text: (text) => [geminiChunk([{ text }])],
	tool: [
		geminiChunk([{ functionCall: { name: 'sales', args: { q: 'sales rows of May' } } }]),
		unnamed({
			candidates: [
				{
					content: {
						role: 'function',
						parts: [{ functionResponse: { name: 'sales', response: { text: 'x' } } }],
					},
				},
			],
		}),
	],
	end: () => [
		unnamed({
			candidates: [{ finishReason: 'STOP', index: 0 }],
			usageMetadata: { totalTokenCount: 9 },
		}),
	],
	failure: [
		unnamed({ error: { code: 503, message: 'The model is overloaded', status: 'UNAVAILABLE' } }),
	],
};

const vercel: Protocol = {
	name: 'Vercel AI SDK',
	start: [
		unnamed({ type: 'start', messageId: 'msg-1' }),
		unnamed({ type: 'start-step' }),
		unnamed({ type: 'reasoning-start', id: 'r-1' }),
		unnamed({ type: 'reasoning-delta', id: 'r-1', delta: 'Which rows do I need?' }),
		unnamed({ type: 'reasoning-end', id: 'r-1' }),
		unnamed({ type: 'text-start', id: 't-1' }),
	],
	text: (delta) => [unnamed({ type: 'text-delta', id: 't-1', delta })],
	tool: [
		unnamed({ type: 'tool-input-start', toolCallId: 'call_1', toolName: 'sales' }),
		unnamed({ type: 'tool-input-delta', toolCallId: 'call_1', inputTextDelta: '{"q":' }),
		unnamed({
			type: 'tool-input-available',
			toolCallId: 'call_1',
			toolName: 'sales',
			input: { q: 'May' },
		}),
		unnamed({
			type: 'tool-output-available',
			toolCallId: 'call_1',
			output: { text: 'Twelve rows' },
		}),
		unnamed({ type: 'data-weather', data: { text: 'Sunny' } }),
		unnamed({
			type: 'source-url',
			sourceId: 's',
			url: 'https://example.org/x',
			title: 'Sales of May',
		}),
		unnamed({ type: 'finish-step' }),
		unnamed({ type: 'start-step' }),
	],
	end: () => [
		unnamed({ type: 'text-end', id: 't-1' }),
		unnamed({ type: 'finish-step' }),
		unnamed({ type: 'finish' }),
		[undefined, '[DONE]'],
	],
	failure: [unnamed({ type: 'error', errorText: 'The provider did not answer' })],
};

const modelEvent = (event: string, data: object): Sent =>
	unnamed({
		event,
		name: 'ChatOpenAI',
		run_id: '3fb8f8f2-6f0c-4a4e-8f39-4a1a7a1c0b11',
		tags: ['seq:step:2'],
		metadata: { ls_provider: 'openai', langgraph_node: 'agent' },
		data,
		parent_ids: [],
	});

const aiChunk = (content: string) => ({
	content,
	type: 'AIMessageChunk',
	id: 'run-3fb8',
	tool_calls: [],
});

const langChain: Protocol = {
	name: 'LangChain events',
	start: [
		modelEvent('on_chain_start', { input: { question: 'How are the sales of this week?' } }),
		modelEvent('on_chat_model_start', {
			input: { messages: [[{ content: 'How are the sales of this week?', type: 'human' }]] },
		}),
	],
	text: (content) => [
		modelEvent('on_chat_model_stream', { chunk: aiChunk(content) }),
		modelEvent('on_chain_stream', { chunk: aiChunk(content) }),
	],
	whole: (content) => [modelEvent('on_chat_model_end', { output: { content, type: 'ai' } })],
	tool: [
		modelEvent('on_tool_start', { input: { q: 'sales rows of May' } }),
		modelEvent('on_tool_end', { output: { content: 'Twelve rows', type: 'tool' } }),
	],
	end: (all) => [modelEvent('on_chain_end', { output: { content: all.at(-1), type: 'ai' } })],
	failure: [['error', { error: 'ValueError', message: 'The chain broke' }]],
};

const a2a = (result: object): Sent =>
	unnamed({
		jsonrpc: '2.0',
		id: 'req-1',
		result: { contextId: 'ctx-1', taskId: 'task-1', ...result },
	});

const status = (state: string, words?: string) => ({
	state,
	timestamp: '2025-04-02T16:59:35.331844Z',
	...(words === undefined
		? {}
		: {
				message: {
					role: 'agent',
					kind: 'message',
					messageId: 'm-1',
					parts: [{ kind: 'text', text: words }],
				},
			}),
});

const agentToAgent: Protocol = {
	name: 'A2A',
	comesWhole: true,
	start: [
		a2a({
			id: 'task-1',
			kind: 'task',
			status: status('submitted'),
			history: [
				{ role: 'user', parts: [{ kind: 'text', text: 'How are the sales of this week?' }] },
			],
		}),
		a2a({ kind: 'status-update', status: status('working', 'Looking up the sales'), final: false }),
	],
	text: (text, turn) => [
		a2a({
			kind: 'artifact-update',
			append: true,
			lastChunk: false,
			artifact: { artifactId: `artifact-${turn}`, name: 'sales', parts: [{ kind: 'text', text }] },
		}),
	],
	whole: (text, turn) => [
		a2a({
			kind: 'artifact-update',
			append: false,
			lastChunk: true,
			artifact: { artifactId: `artifact-${turn}`, parts: [{ kind: 'text', text }] },
		}),
	],
	tool: [
		a2a({
			kind: 'status-update',
			status: status('working', 'Calling the tool for sales'),
			final: false,
		}),
	],
	end: () => [a2a({ kind: 'status-update', status: status('completed'), final: true })],
	failure: [
		a2a({ kind: 'status-update', status: status('failed', 'The tool broke'), final: true }),
	],
};

const plain: Protocol = {
	name: 'plain text',
	comesWhole: true,
	start: [['thread', '7f9c-thread']],
	text: (text) => [[undefined, text]],
	whole: (text) => [['final', text]],
	tool: [
		['tool', 'sales of May'],
		['ping', 'ping'],
	],
	end: () => [['done', 'done']],
	failure: [['error', 'The agent is tired']],
};

/** What this service may well send: names of its own records around one of the usual forms. */
const likely = (
	name: string,
	text: Protocol['text'],
	whole: (text: string) => readonly Sent[],
): Protocol => ({
	name: `this service, ${name}`,
	comesWhole: true,
	threadId: 't-1',
	start: [
		['thread', { threadId: 't-1', name: 'Sales of May' }],
		['message', { messageId: 'm-0', role: 'USER', text: 'How are the sales of this week?' }],
		['status', { text: 'Thinking about it' }],
		['progress', { message: 'Searching the orders' }],
	],
	text,
	whole,
	tool: [
		['tool_call', { name: 'sales', text: 'SELECT 1' }],
		['heartbeat', { text: 'ping' }],
		['tool_result', { content: '[{"a":1}]', done: true }],
	],
	end: () => [['done', { threadId: 't-1', messageId: 'm-1' }]],
	failure: [['failed', { code: 'usage-limit-exceeded', message: 'No more' }]],
});

const likelyOnes: readonly Protocol[] = [
	likely(
		'deltas',
		(delta) => [['delta', { delta }]],
		(text) => [['message', { messageId: 'm-1', role: 'ASSISTANT', text }]],
	),
	likely(
		'texts in one place',
		(text) => [['chunk', { text }]],
		(text) => [['final', { text }]],
	),
	likely(
		'answers',
		(answer) => [[undefined, { threadId: 't-1', answer }]],
		(answer) => [[undefined, { threadId: 't-1', answer, done: true }]],
	),
	likely(
		'messages inside data',
		(content) => [['message', { data: { message: { role: 'ASSISTANT', content } } }]],
		(content) => [['completed', { data: { message: { role: 'ASSISTANT', content } } }]],
	),
];

const bedrock: Protocol = {
	name: 'Bedrock Converse',
	start: [unnamed({ messageStart: { role: 'assistant' } })],
	text: (text) => [unnamed({ contentBlockDelta: { delta: { text }, contentBlockIndex: 0 } })],
	tool: [
		unnamed({ contentBlockStop: { contentBlockIndex: 0 } }),
		unnamed({
			contentBlockStart: {
				start: { toolUse: { toolUseId: 'tooluse_1', name: 'sales' } },
				contentBlockIndex: 1,
			},
		}),
		unnamed({
			contentBlockDelta: {
				delta: { toolUse: { input: '{"month":"May"}' } },
				contentBlockIndex: 1,
			},
		}),
		unnamed({ contentBlockStop: { contentBlockIndex: 1 } }),
		unnamed({ messageStop: { stopReason: 'tool_use' } }),
	],
	end: () => [
		unnamed({ contentBlockStop: { contentBlockIndex: 0 } }),
		unnamed({ messageStop: { stopReason: 'end_turn' } }),
		unnamed({
			metadata: { usage: { inputTokens: 9, outputTokens: 3 }, metrics: { latencyMs: 3 } },
		}),
	],
	failure: [unnamed({ modelStreamErrorException: { message: 'The model broke off' } })],
};

const cohere: Protocol = {
	name: 'Cohere chat',
	start: [
		named({
			type: 'message-start',
			...{ id: '29f14a5a', delta: { message: { role: 'assistant', content: [], tool_calls: [] } } },
		}),
		named({
			type: 'content-start',
			...{ index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
		}),
	],
	text: (text) => [
		named({ type: 'content-delta', ...{ index: 0, delta: { message: { content: { text } } } } }),
	],
	tool: [
		named({
			type: 'tool-plan-delta',
			...{ delta: { message: { tool_plan: 'I will read the sales.' } } },
		}),
		named({
			type: 'tool-call-start',
			...{
				index: 0,
				delta: {
					message: {
						tool_calls: {
							id: 'sales_1',
							type: 'function',
							function: { name: 'sales', arguments: '' },
						},
					},
				},
			},
		}),
		named({ type: 'tool-call-end', ...{ index: 0 } }),
		named({ type: 'citation-start', ...{ delta: { message: { citations: { text: 'May' } } } } }),
	],
	end: () => [
		named({ type: 'content-end', ...{ index: 0 } }),
		named({
			type: 'message-end',
			...{ delta: { finish_reason: 'COMPLETE', usage: { tokens: { output_tokens: 3 } } } },
		}),
	],
	failure: [
		named({ type: 'message-end', ...{ delta: { finish_reason: 'ERROR', error: 'It broke' } } }),
	],
};

const ollama: Protocol = {
	name: 'Ollama chat',
	start: [],
	text: (content) => [
		unnamed({
			model: 'llama3.2',
			created_at: '2025-04-02T16:59:35.331844Z',
			message: { role: 'assistant', content },
			done: false,
		}),
	],
	tool: [
		unnamed({
			model: 'llama3.2',
			created_at: '2025-04-02T16:59:36.331844Z',
			message: {
				role: 'assistant',
				content: '',
				tool_calls: [{ function: { name: 'sales', arguments: { month: 'May' } } }],
			},
			done: false,
		}),
	],
	end: () => [
		unnamed({
			model: 'llama3.2',
			created_at: '2025-04-02T16:59:37.331844Z',
			message: { role: 'assistant', content: '' },
			done_reason: 'stop',
			done: true,
			total_duration: 4_883_583_458,
			eval_count: 282,
		}),
	],
	failure: [unnamed({ error: 'an error was encountered while running the model' })],
};

const difyEvent = (data: object): Sent =>
	unnamed({
		task_id: '900bbd43-dc0b-4383-a372-aa6e6c414227',
		conversation_id: '45701982-8118-4bc5-8e9b-64562b4555f2',
		created_at: 1_705_395_332,
		...data,
	});

const dify: Protocol = {
	name: 'Dify',
	threadId: '45701982-8118-4bc5-8e9b-64562b4555f2',
	start: [
		difyEvent({
			event: 'workflow_started',
			data: { id: '5ad4cb98', inputs: { question: 'Why?' } },
		}),
		difyEvent({ event: 'node_started', data: { node_type: 'llm', title: 'Answer the question' } }),
	],
	text: (answer) => [difyEvent({ event: 'message', message_id: '663c5084', answer })],
	tool: [
		difyEvent({
			event: 'agent_thought',
			thought: 'I need the sales',
			observation: 'Twelve rows',
			tool: 'sales',
			tool_input: '{"month":"May"}',
		}),
	],
	end: () => [
		difyEvent({
			event: 'message_end',
			message_id: '663c5084',
			metadata: { usage: { total_tokens: 12 }, retriever_resources: [] },
		}),
	],
	failure: [
		difyEvent({ event: 'error', status: 500, code: 'completion_request_error', message: 'No' }),
	],
};

const cozeMessage = (kind: string, type: string, content: string, turn = 9): Sent => [
	kind,
	{
		id: `738215949412347085${turn}`,
		conversation_id: '7381473525342978089',
		bot_id: '7379462189365198898',
		chat_id: '7382159487131697202',
		role: 'assistant',
		type,
		content,
		content_type: 'text',
	},
];

const coze: Protocol = {
	name: 'Coze',
	threadId: '7381473525342978089',
	start: [
		[
			'conversation.chat.created',
			{
				id: '7382159487131697202',
				conversation_id: '7381473525342978089',
				bot_id: '7379462189365198898',
				status: 'created',
				last_error: { code: 0, msg: '' },
			},
		],
	],
	text: (content, turn) => [cozeMessage('conversation.message.delta', 'answer', content, turn)],
	comesWhole: true,
	whole: (content, turn) => [
		cozeMessage('conversation.message.completed', 'answer', content, turn),
	],
	tool: [
		cozeMessage('conversation.message.completed', 'function_call', '{"name":"sales"}'),
		cozeMessage('conversation.message.completed', 'tool_response', 'Twelve rows'),
	],
	end: () => [
		cozeMessage(
			'conversation.message.completed',
			'verbose',
			'{"msg_type":"generate_answer_finish"}',
		),
		cozeMessage('conversation.message.completed', 'follow_up', 'And in June?'),
		[
			'conversation.chat.completed',
			{
				id: '7382159487131697202',
				conversation_id: '7381473525342978089',
				status: 'completed',
				last_error: { code: 0, msg: '' },
				usage: { token_count: 12 },
			},
		],
		['done', '[DONE]'],
	],
	failure: [
		[
			'conversation.chat.failed',
			{
				id: '7382159487131697202',
				conversation_id: '7381473525342978089',
				status: 'failed',
				last_error: { code: 5000, msg: 'event interval error' },
			},
		],
	],
};

const agentToUser: Protocol = {
	name: 'AG-UI',
	comesWhole: true,
	threadId: 'thread-1',
	start: [
		unnamed({ type: 'RUN_STARTED', threadId: 'thread-1', runId: 'run-1' }),
		unnamed({ type: 'STEP_STARTED', stepName: 'look up' }),
		unnamed({ type: 'STATE_SNAPSHOT', snapshot: { topic: 'sales of May' } }),
		unnamed({ type: 'TEXT_MESSAGE_START', messageId: 'm-1', role: 'assistant' }),
	],
	text: (delta, turn) => [unnamed({ type: 'TEXT_MESSAGE_CONTENT', messageId: `m-${turn}`, delta })],
	whole: (_text, _turn, all) => [
		unnamed({
			type: 'MESSAGES_SNAPSHOT',
			messages: [
				{ id: 'm-0', role: 'user', content: 'How are the sales of this week?' },
				...all.map((content, index) => ({ id: `m-${index}`, role: 'assistant', content })),
			],
		}),
	],
	tool: [
		unnamed({ type: 'TEXT_MESSAGE_END', messageId: 'm-1' }),
		unnamed({ type: 'TOOL_CALL_START', toolCallId: 'c-1', toolCallName: 'sales' }),
		unnamed({ type: 'TOOL_CALL_ARGS', toolCallId: 'c-1', delta: '{"month":"May"}' }),
		unnamed({ type: 'TOOL_CALL_END', toolCallId: 'c-1' }),
		unnamed({ type: 'TOOL_CALL_RESULT', toolCallId: 'c-1', messageId: 'm-2', content: '12 rows' }),
	],
	end: () => [
		unnamed({ type: 'TEXT_MESSAGE_END', messageId: 'm-1' }),
		unnamed({ type: 'STEP_FINISHED', stepName: 'look up' }),
		unnamed({ type: 'RUN_FINISHED', threadId: 'thread-1', runId: 'run-1' }),
	],
	failure: [unnamed({ type: 'RUN_ERROR', message: 'The run broke off', code: 'BROKEN' })],
};

const flowise: Protocol = {
	name: 'Flowise',
	threadId: 'c-1',
	start: [unnamed({ event: 'start', data: '' })],
	text: (data) => [unnamed({ event: 'token', data })],
	tool: [
		unnamed({ event: 'calledTools', data: [{ tool: 'sales', toolInput: {}, toolOutput: '12' }] }),
		unnamed({ event: 'usedTools', data: [{ tool: 'sales', toolInput: {}, toolOutput: '12' }] }),
	],
	end: () => [
		unnamed({ event: 'metadata', data: { chatId: 'c-1', question: 'Why?' } }),
		unnamed({ event: 'end', data: '[DONE]' }),
	],
	failure: [unnamed({ event: 'error', data: 'The flow broke' })],
};

const graphMessage = (content: string, type = 'AIMessageChunk'): Sent => [
	'messages',
	[
		{ content, type, id: 'run-3fb8', tool_calls: [] },
		{ langgraph_node: 'agent', langgraph_step: 2, ls_provider: 'openai', ls_model_name: 'gpt-4o' },
	],
];

const langGraph: Protocol = {
	name: 'LangGraph',
	comesWhole: true,
	start: [['metadata', { run_id: '1ef301a5-b867-67de-9e9e-a32e53c5b1f8', attempt: 1 }]],
	text: (content) => [graphMessage(content)],
	whole: (_text, _turn, all) => [
		[
			'values',
			{
				messages: [
					{ type: 'human', content: 'How are the sales of this week?' },
					...all.map((content, index) => ({ type: 'ai', id: `ai-${index}`, content })),
				],
			},
		],
	],
	tool: [graphMessage('Twelve rows', 'tool')],
	end: () => [['end', null]],
	failure: [['error', { error: 'GraphRecursionError', message: 'Too many steps' }]],
};

const mistral: Protocol = {
	name: 'Mistral conversations',
	threadId: 'conv_06835b9d',
	start: [
		named({
			type: 'conversation.response.started',
			...{ created_at: '2025-04-02T16:59:35Z', conversation_id: 'conv_06835b9d' },
		}),
	],
	text: (content) => [
		named({
			type: 'message.output.delta',
			...{ output_index: 0, id: 'msg_06835b9d', content_index: 0, role: 'assistant', content },
		}),
	],
	tool: [
		named({
			type: 'tool.execution.started',
			...{ id: 't_1', name: 'sales', arguments: '{"q":1}' },
		}),
		named({
			type: 'tool.execution.done',
			...{ id: 't_1', name: 'sales', info: { rows: 'twelve' } },
		}),
	],
	end: () => [
		named({
			type: 'conversation.response.done',
			...{ usage: { prompt_tokens: 9, total_tokens: 12, connector_tokens: null } },
		}),
	],
	failure: [
		named({
			type: 'conversation.response.error',
			...{ message: 'The conversation broke off', code: 3000 },
		}),
	],
};

const generated = (text: string, whole: string | null = null): Sent =>
	unnamed({
		index: 4,
		token: { id: 28_705, text, logprob: -0.2, special: false },
		generated_text: whole,
		details:
			whole === null ? null : { finish_reason: 'eos_token', generated_tokens: 12, seed: null },
	});

const textGeneration: Protocol = {
	name: 'text generation',
	comesWhole: true,
	start: [],
	text: (text) => [generated(text)],
	whole: (text) => [unnamed({ generated_text: text })],
	tool: [unnamed({ index: 4, token: { id: 2, text: '</tool>', special: true } })],
	end: (all) => [
		unnamed({
			index: 9,
			token: { id: 2, text: '</s>', logprob: 0, special: true },
			generated_text: all.join(''),
			details: { finish_reason: 'eos_token', generated_tokens: 12, seed: null },
		}),
	],
	failure: [unnamed({ error: 'Input validation', error_type: 'validation' })],
};

const flowMessage = (sender: string, text: string, id: string) => ({
	event: 'add_message',
	data: {
		id,
		timestamp: '2025-04-02 16:59:35 UTC',
		sender,
		sender_name: sender,
		session_id: 's-1',
		text,
		files: [],
		error: false,
		properties: { icon: '', state: 'partial' },
		category: 'message',
	},
});

const langflow: Protocol = {
	name: 'Langflow',
	comesWhole: true,
	start: [unnamed(flowMessage('User', 'How are the sales of this week?', 'm-q'))],
	text: (chunk, turn) => [
		unnamed({
			event: 'token',
			data: { chunk, id: `m-${turn}`, timestamp: '2025-04-02 16:59:35 UTC' },
		}),
	],
	whole: (text, turn) => [unnamed(flowMessage('Machine', text, `m-${turn}`))],
	tool: [unnamed({ event: 'tool_start', data: { name: 'sales', input: 'sales of May' } })],
	end: (all) => [
		unnamed({
			event: 'end',
			data: {
				result: {
					session_id: 's-1',
					outputs: [{ outputs: [{ results: { message: { text: all.at(-1) } } }] }],
				},
			},
		}),
	],
	failure: [unnamed({ event: 'error', data: { error: 'The flow broke' } })],
};

const fastGpt: Protocol = {
	name: 'chat completions among the steps of a flow',
	start: [
		['flowNodeStatus', { status: 'running', name: 'Read the knowledge base' }],
		['flowNodeStatus', { status: 'running', name: 'Answer' }],
	],
	text: (content) => [
		['answer', { choices: [{ delta: { role: 'assistant', content }, index: 0 }] }],
	],
	tool: [
		['toolCall', { tool: { id: 't-1', toolName: 'sales', params: '' } }],
		['toolParams', { tool: { id: 't-1', params: '{"month":"May"}' } }],
		['toolResponse', { tool: { id: 't-1', response: 'Twelve rows' } }],
	],
	end: () => [
		['answer', { choices: [{ delta: {}, index: 0, finish_reason: 'stop' }] }],
		['answer', '[DONE]'],
		[
			'flowResponses',
			[{ moduleName: 'Answer', historyPreview: [{ obj: 'Human', value: 'Why?' }] }],
		],
	],
	failure: [['error', { message: 'The flow broke' }]],
};

const automation: Protocol = {
	name: 'n8n chat',
	start: [
		unnamed({ type: 'begin', metadata: { nodeId: 'n-1', nodeName: 'AI Agent', runIndex: 0 } }),
	],
	text: (content) => [
		unnamed({
			type: 'item',
			content,
			metadata: { nodeId: 'n-1', nodeName: 'AI Agent', runIndex: 0 },
		}),
	],
	tool: [
		unnamed({ type: 'end', metadata: { nodeId: 'n-1', nodeName: 'AI Agent' } }),
		unnamed({ type: 'begin', metadata: { nodeId: 'n-1', nodeName: 'AI Agent' } }),
	],
	end: () => [unnamed({ type: 'end', metadata: { nodeId: 'n-1', nodeName: 'AI Agent' } })],
	failure: [unnamed({ type: 'error', content: 'The workflow broke', metadata: { nodeId: 'n-1' } })],
};

export const protocols: readonly Protocol[] = [
	openAiChat,
	openAiResponses,
	openAiAssistants,
	anthropicMessages,
	gemini,
	vercel,
	langChain,
	agentToAgent,
	bedrock,
	cohere,
	ollama,
	dify,
	coze,
	agentToUser,
	flowise,
	langGraph,
	mistral,
	textGeneration,
	langflow,
	fastGpt,
	automation,
	plain,
	...likelyOnes,
];

/** Tells of the work, not of the answer. */
const progress: Sent = ['progress', { percent: 40 }];

/** How an agent may send what it says; undefined if the protocol has no such form. */
export const forms = {
	'in pieces': ({ text }: Protocol, { pieces }: Turn, turn: number) =>
		pieces.flatMap((piece) => text(piece, turn)),
	'in pieces with progress between them': ({ text }: Protocol, { pieces }: Turn, turn: number) =>
		pieces.flatMap((piece) => [...text(piece, turn), progress]),
	'in pieces and as a whole': (
		{ text, whole }: Protocol,
		{ pieces }: Turn,
		turn: number,
		all: string[],
	) => [
		...pieces.flatMap((piece) => text(piece, turn)),
		...(whole?.(pieces.join(''), turn, all) ?? []),
	],
	'as a whole only': (
		{ text, whole, comesWhole }: Protocol,
		{ pieces }: Turn,
		turn: number,
		all: string[],
	) => (comesWhole && whole ? whole(pieces.join(''), turn, all) : text(pieces.join(''), turn)),
} as const;

export type Form = keyof typeof forms;

/**
 * The events of an answer.
 *
 * @param protocol whose events
 * @param form how the text is sent
 * @param turns what the agent says; between two turns it uses a tool
 */
export function eventsOf(protocol: Protocol, form: Form, turns: readonly Turn[]): Sent[] {
	const all = turns.map(({ pieces }) => pieces.join(''));
	const between = turns.flatMap((turn, index) => {
		const events = forms[form](protocol, turn, index, all.slice(0, index + 1));
		return index === 0 ? events : [...protocol.tool, ...events];
	});
	return [...protocol.start, ...between, ...protocol.end(all)];
}

/** Events as they travel. */
export function streamText(events: readonly Sent[]): string {
	return events
		.map(([kind, data]) => {
			const text = typeof data === 'string' ? data : JSON.stringify(data);
			const lines = text.split('\n').map((line) => `data: ${line}\n`);
			return `${kind === undefined ? '' : `event: ${kind}\n`}${lines.join('')}\n`;
		})
		.join('');
}
