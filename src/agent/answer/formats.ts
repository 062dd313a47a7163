/**
 * Begin here: the public protocols of answers, a row each. The first row with a sign in a stream is its
 * format. Here are those of models, and in `frameworkFormats.ts` those of frameworks.
 *
 * - `format.ts`: the columns. `events/path.ts` and `reader/namedEvents.ts`: what is written in them
 * - `events/`: what an event has, and what it shows of what it is
 * - `reader/`: what an event means by a row, or by the format of a user (`ownFormat.ts`), and whether the
 *   answer of all events is complete
 * - `finder/`: the format to propose if no row fits
 * - `receivedAnswer.ts`: reads by a known format or, without one, makes a proposal
 *
 * What a row can't express has none: JSON patches, several agents that write one answer, thoughts
 * between marks in the text, and texts at two places. Such an answer isn't complete. `ends` has only
 * what ends the whole answer for certain.
 */
import { type AnswerFormat, copy, delta, parts, snapshot, whole } from './format';
import { frameworkFormats } from './frameworkFormats';

/** Reasons for which a whole text ends. */
const good = 'stop|STOP|eos|eos_token|end_turn|stop_sequence|COMPLETE|complete|completed';

/** What OpenAI leaves to the client. */
const calls = 'function_call|computer_call|apply_patch_call|mcp_approval_request';

/** What a service may also do itself, and then go on. */
const ownCalls = 'custom_tool_call|*shell_call';

export const formats: readonly AnswerFormat[] = [
	{
		name: 'OpenAI Responses', // https://platform.openai.com/docs/api-reference/responses-streaming
		signs: 'response.created&response=* response.output_text.delta',
		texts: [
			delta('delta', 'response.output_text.delta response.refusal.delta'),
			whole('text', 'response.output_text.done'),
			whole('refusal', 'response.refusal.done'),
			copy('response.output.content[type=output_text|refusal].text'),
		],
		ends: 'response.completed response.done response.done&response.status=completed',
		mayEnd: '[DONE]',
		stops: `response.incomplete response.cancelled item.status=incomplete
			item.type=${calls}|${ownCalls} response.output.type=${calls}
			response.output[>type=message].type=${ownCalls}`,
		failures: 'response.failed',
		failedParts: 'response.*.failed',
		others: 'response.*',
		unclear: 'item.phase=commentary',
	},
	{
		name: 'OpenAI Chat Completions', // https://platform.openai.com/docs/api-reference/chat-streaming
		signs: `choices[!index].delta=* choices[!index].text=*
			choices=*&object=chat.completion*|text_completion*`,
		texts: [
			...parts('choices[!index].delta[role=assistant|][channel=final|].content'),
			delta('choices[!index].delta.refusal'),
			// Some services repeat the text of `delta` at these places.
			delta('choices[!index][!delta].text'),
			snapshot('choices[!index][!delta].message[role=assistant|].content'),
		],
		ends: `choices[!index].finish_reason=${good} [DONE]`,
		stops: `choices[!index].delta.tool_calls=* choices[!index].delta.function_call=*
			choices[!index].content_filter_results.*.filtered=true`,
		failures: 'choices[!index].finish_reason=error error=* x_groq.error=*',
		others: `choices=* choices= object=chat.completion*|text_completion* prompt_filter_results=* usage=*`,
		writers: 'agent agent_name node',
	},
	{
		name: 'Anthropic Messages', // https://docs.anthropic.com/en/docs/build-with-claude/streaming
		signs: 'message_start&message=* content_block_delta&delta.type=*',
		texts: [
			delta('delta[type=text_delta].text', 'content_block_delta'),
			delta('content_block[type=text].text', 'content_block_start'),
		],
		ends: 'message_stop message_delta&delta.stop_reason=end_turn|stop_sequence',
		stops: 'content_block.type=tool_use',
		others: 'message_* content_block_*',
	},
	{
		name: 'Gemini', // https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
		signs: 'candidates.content=* candidates.finishReason=*',
		texts: [delta('candidates[!index].content[role=model|].parts[!thought].text')],
		ends: 'candidates[!index].finishReason=STOP',
		stops: `candidates[!index].content.parts.functionCall=*
			candidates[!index].content.parts[-1].executableCode=*`,
		failures: 'promptFeedback.blockReason=*',
		others: 'candidates=* usageMetadata=*',
	},
	{
		name: 'Gemini Interactions', // https://ai.google.dev/gemini-api/docs/interactions
		signs: 'interaction.created&interaction=*',
		texts: [delta('delta[type=text].text', 'step.delta')],
		ends: 'interaction.completed&interaction.status=completed',
		failures: 'interaction.*&interaction.status=failed interaction.*&status=failed',
		others: 'interaction.* step.* done',
		unclear: 'step.start&step.type=model_output&step.content=*',
	},
	{
		name: 'Cohere Chat', // https://docs.cohere.com/v2/docs/streaming
		signs:
			'message-start&delta.message=* content-start&delta.message=* content-delta&delta.message=*',
		texts: [delta('delta.message.content.text', 'content-start content-delta')],
		ends: 'message-end&delta.finish_reason=COMPLETE|STOP_SEQUENCE',
		stops: 'tool-call-start',
		failures: 'message-end&delta.finish_reason=ERROR*',
		others: 'message-* content-* tool-* citation-* debug',
	},
	{
		name: 'Bedrock Converse', // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
		signs: 'messageStart.role=* contentBlockDelta.delta=*',
		texts: [delta('contentBlockDelta.delta.text')],
		ends: 'messageStop.stopReason=end_turn|stop_sequence',
		stops: 'contentBlockStart.start.toolUse=*',
		failures: `internalServerException=* modelStreamErrorException=* validationException=*
			throttlingException=* serviceUnavailableException=*`,
		others: `messageStart=* contentBlockStart=* contentBlockDelta=* contentBlockStop=* messageStop=*
			metadata=*`,
	},
	{
		name: 'Ollama', // https://github.com/ollama/ollama/blob/main/docs/api.md
		signs: 'model=*&done=*&message=* model=*&done=*&response=*',
		texts: [delta('message[role=assistant|].content'), delta('response')],
		ends: 'done=true done_reason=stop',
		stops: 'message.tool_calls=*',
		others: 'model=*&done=*',
	},
	{
		name: 'OpenAI Assistants', // https://platform.openai.com/docs/api-reference/assistants-streaming
		signs: 'thread.run.created thread.message.created thread.message.delta',
		texts: [
			delta('delta.content[type=text].text.value', 'thread.message.delta', 'id'),
			whole('[role=assistant].content[type=text].text.value', 'thread.message.completed', 'id'),
		],
		ends: 'thread.run.completed',
		stops: `thread.run.requires_action thread.run.incomplete thread.run.cancel* thread.run.expired
			thread.message.incomplete`,
		failures: 'thread.run.failed',
		failedParts: 'thread.run.step.failed',
		others: 'thread.* message_creation tool_calls done',
	},
	{
		name: 'Mistral conversations', // https://docs.mistral.ai/api/endpoint/beta/conversations
		signs: 'conversation.response.started message.output.delta',
		texts: parts('content', 'message.output.delta'),
		ends: 'conversation.response.done',
		stops: 'function.call.delta',
		failures: 'conversation.response.error',
		others: 'conversation.* message.* tool.* function.*',
	},
	...frameworkFormats,
];
