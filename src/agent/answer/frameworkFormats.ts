/** The protocols of frameworks and of tools to build agents; `format.ts` describes the columns. */
import { type AnswerFormat, copy, delta, parts, snapshot, whole } from './format';

/** The texts of an update of an artifact in A2A, which is the result or inside it. */
const artifact = (update: string) => [
	delta(`${update}[append=true].artifact.parts.text`, '', `${update}.artifact.artifactId`),
	snapshot(`${update}[!append].artifact[!append].parts.text`, '', `${update}.artifact.artifactId`),
];

export const frameworkFormats: readonly AnswerFormat[] = [
	{
		name: 'AG-UI', // https://docs.ag-ui.com/concepts/events
		signs: 'RUN_STARTED TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT TEXT_MESSAGE_CHUNK',
		texts: [
			delta(
				'[role=assistant|][!subagentRunId].delta',
				'TEXT_MESSAGE_CONTENT TEXT_MESSAGE_CHUNK',
				'messageId',
			),
			copy('messages[>role=user][role=assistant].content', 'MESSAGES_SNAPSHOT'),
		],
		ends: 'RUN_FINISHED RUN_FINISHED&outcome=success RUN_FINISHED&outcome.type=success',
		stops:
			'TOOL_CALL_START TOOL_CALL_CHUNK CUSTOM&name=*stop*|*interrupt*|*cancel*|*abort*|*limit*',
		failures: 'RUN_ERROR',
		others: `TEXT_MESSAGE_* RUN_* SUBAGENT_* STEP_* STATE_* ACTIVITY_* THINKING_* REASONING_*
			TOOL_CALL_* MESSAGES_SNAPSHOT RAW CUSTOM`,
		unclear: 'TEXT_MESSAGE_START&role=user|system|developer|tool',
	},
	{
		name: 'AI SDK UI messages', // https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol
		signs: 'text-start&id=* text-delta&id=* start-step',
		texts: [delta('delta', 'text-delta', 'id')],
		ends: 'finish finish&finishReason=stop',
		stops: `tool-input-* tool-approval-request abort
			finish&messageMetadata.finishReason=length|content-filter|error`,
		failedParts: 'tool-output-error tool-input-error',
		others: `start start-step finish-step message-metadata file text-* reasoning-* source-* data-*
			tool-*`,
	},
	{
		name: 'AI SDK data stream', // https://v4.ai-sdk.dev/docs/ai-sdk-ui/stream-protocol
		signs: '0: f:&messageId=*',
		texts: [delta('', '0:')],
		ends: 'd:&finishReason=stop',
		stops: '9: b:',
		failures: '3:',
		others: '2: 8: a: c: d: e: f: g: h: i: j: k:',
	},
	{
		name: 'LangGraph', // https://docs.langchain.com/langsmith/streaming
		signs: `messages&[1].langgraph_node=* messages|*&[1].langgraph_node=* messages/* updates&*.messages=*
			values&messages=*`,
		texts: [
			...parts('[0][type=AIMessageChunk].content', 'messages messages|*', '[0].id'),
			whole('[0][type=ai].content', 'messages messages|*', '[0].id'),
			snapshot(
				'[-1][type=ai|AIMessageChunk].content',
				'messages/partial messages/complete',
				'[-1].id',
			),
			whole('*.messages[-1][type=ai].content', 'updates', '*.messages[-1].id'),
			copy('messages[>type=human][type=ai].content', 'values'),
		],
		ends: 'end',
		mayEnd: `values&messages=* updates&*.messages=* messages/complete
			[0].response_metadata.finish_reason=stop|STOP [0].response_metadata.stop_reason=end_turn`,
		stops: `__interrupt__=* [0].tool_calls=* [-1].tool_calls=* messages[-1].tool_calls=*
			*.messages[-1].tool_calls=*`,
		others: 'metadata messages messages|* messages/* debug tasks checkpoints',
		writers: '[1].langgraph_node',
	},
	{
		name: 'LangChain events', // https://python.langchain.com/docs/how_to/streaming/#using-stream-events
		signs: 'on_chain_start&run_id=* on_chat_model_start&run_id=* on_chat_model_stream&run_id=*',
		texts: [
			...parts('data.chunk.content', 'on_chat_model_stream'),
			delta('data.chunk.kwargs.content', 'on_chat_model_stream'),
			delta('data.chunk.text', 'on_llm_stream'),
			copy('data.output.content', 'on_chat_model_end'),
		],
		ends: 'on_chain_end&parent_ids=',
		mayEnd: `on_chain_end&[!parent_ids].run_id=*
			data.output.response_metadata.finish_reason=stop|STOP|eos|end_turn|stop_sequence|COMPLETE`,
		stops: 'on_tool_start data.chunk.tool_calls=*',
		failedParts: 'on_*_error',
		others: 'on_*',
		writers: 'metadata.langgraph_node run_id',
	},
	{
		name: 'Dify', // https://docs.dify.ai/api-reference
		signs: `event=message&task_id=* event=message&message_id=* agent_message&task_id=* agent_thought&task_id=*
			workflow_started&task_id=* text_chunk&task_id=*`,
		texts: [
			delta('answer', 'message agent_message'),
			delta('data.text', 'text_chunk'),
			copy('data.outputs.answer', 'workflow_finished'),
			copy('data.outputs.text', 'workflow_finished'),
		],
		ends: 'message_end workflow_finished&data.status=succeeded',
		stops: 'workflow_paused human_input_required',
		failures: 'workflow_finished&data.status=failed',
		failedParts: 'node_finished&data.status=failed|exception',
		others: `message_file image document audio video workflow_started tts_* node_* iteration_* loop_*
			agent_thought agent_log`,
		writers: 'data.from_variable_selector',
	},
	{
		name: 'Coze', // https://www.coze.com/docs/developer_guides/chat_v3
		signs: 'conversation.chat.created conversation.message.delta',
		texts: [
			delta('[type=answer].content', 'conversation.message.delta', 'id'),
			whole('[type=answer].content', 'conversation.message.completed', 'id'),
		],
		ends: 'conversation.chat.completed',
		stops: `conversation.chat.requires_action conversation.chat.canceled
			conversation.message.completed&type=function_call`,
		failures: 'conversation.chat.failed',
		others: `conversation.message.* conversation.chat.* conversation.audio.* done answer verbose
			follow_up knowledge function_call tool_*`,
		unclear: '[type=answer].content_type=card|object_string',
	},
	{
		name: 'A2A', // https://a2a-protocol.org/latest/specification
		signs: `result.status.state=* result.artifact.parts=* result.kind=message|task
			result.artifactUpdate=* result.statusUpdate=* artifactUpdate.artifact.parts=*
			task.status.state=TASK_STATE_* statusUpdate.status.state=TASK_STATE_* message.role=ROLE_AGENT`,
		texts: [
			...artifact('result'),
			...artifact('result.artifactUpdate'),
			...artifact('artifactUpdate'),
			delta('result.artifact[append=true].parts.text', '', 'result.artifact.index'),
			whole('result[kind=message].parts.text'),
			whole('result.message.parts.text'),
			whole('message[role=ROLE_AGENT].parts.text'),
			copy('result.artifacts.parts.text'),
			copy('result.status[state=completed].message.parts.text'),
		],
		ends: `result.status.state=completed|TASK_STATE_COMPLETED result[kind=message].kind=* result.message=*
			result.task.status.state=TASK_STATE_COMPLETED result.statusUpdate.status.state=TASK_STATE_COMPLETED
			task.status.state=TASK_STATE_COMPLETED statusUpdate.status.state=TASK_STATE_COMPLETED
			message.role=ROLE_AGENT`,
		failures: `result.status.state=failed|rejected|auth-required
			result.statusUpdate.status.state=TASK_STATE_FAILED|TASK_STATE_REJECTED
			statusUpdate.status.state=TASK_STATE_FAILED|TASK_STATE_REJECTED`,
		others: 'result=* task.id=* statusUpdate.taskId=* artifactUpdate.taskId=* message.messageId=*',
	},
	{
		name: 'Agent Development Kit', // https://google.github.io/adk-docs/api-reference/rest
		signs: 'invocationId=*&author=*',
		texts: [
			delta('[partial=true].content[role=model|].parts[!thought].text'),
			whole('[!partial].content[role=model|].parts[!thought].text'),
		],
		ends: 'turnComplete=true',
		mayEnd: '[!partial].content[role=model|].parts[!thought].text=* finishReason=STOP',
		stops: `content.parts.functionCall=* longRunningToolIds=* interrupted=true
			errorCode=MAX_TOKENS|SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII`,
		failures: 'errorCode=*',
		others: 'invocationId=*',
		writers: 'author',
	},
	{
		name: 'Flowise', // https://docs.flowiseai.com/using-flowise/streaming
		signs: 'start&event=start&data=* start&event=start&data= agentFlowEvent&data=INPROGRESS',
		texts: [delta('[event=token].data', 'token')],
		ends: 'end',
		stops: `abort action agentFlowEvent&data=STOPPED|TERMINATED|ERROR nextAgentFlow&data.status=STOPPED`,
		others: `start metadata usageMetadata sourceDocuments usedTools calledTools artifacts
			fileAnnotations agentReasoning agentFlow* agentTrace nextAgent*`,
	},
	{
		name: 'Langflow', // https://docs.langflow.org/api-flows-run#stream-llm-token-responses
		signs: 'token&data.chunk=* add_message&data.sender=*',
		texts: [
			delta('data.chunk', 'token', 'data.id'),
			snapshot('data[sender=Machine|AI].text', 'add_message', 'data.id'),
		],
		ends: 'end&data.result=*',
		others: 'add_message token vertices_sorted end_vertex build_* tool_*',
	},
];
