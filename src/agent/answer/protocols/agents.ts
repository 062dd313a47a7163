import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../../values/jsonObject';
import { isCutShort } from '../endReasons';
import type { AnswerProtocol, EventReading } from '../eventReading';
import {
	asRecord,
	asRecords,
	contentText,
	endOf,
	lastAnswer,
	toolCall,
	typedProtocol,
} from './typedProtocol';

/** https://docs.ag-ui.com/concepts/events */
export const agUi = typedProtocol('AG-UI', ({ type }) => type, {
	'TEXT_MESSAGE_CONTENT|TEXT_MESSAGE_CHUNK': ({ role, messageId, delta, subagentRunId }) =>
		role === 'user' || subagentRunId ? {} : { message: messageId, delta },
	MESSAGES_SNAPSHOT: ({ messages }) => ({ answer: lastAnswer(messages) }),
	RUN_FINISHED: ({ outcome = 'success' }) => ({ end: endOf(asRecord(outcome).type ?? outcome) }),
	RUN_ERROR: ({ message, code }) => ({ failure: { message, code } }),
	'TOOL_CALL_*': toolCall,
	'TEXT_MESSAGE_*|RUN_*|SUBAGENT_*|STEP_*|STATE_*|ACTIVITY_*|THINKING_*|REASONING_*|RAW': {},
	CUSTOM: ({ name }) => (isCutShort(String(name)) ? { end: 'truncated' } : {}),
});

function readStatus(status: IDataObject): EventReading {
	const state = String(status.state).replace('TASK_STATE_', '').replace('_', '-').toLowerCase();
	const text = contentText(asRecord(status.message).parts);
	if (/^(?:failed|rejected|cancell?ed|auth-required)$/.test(state)) {
		return { failure: { message: text || `The task is ${state}` } };
	}
	if (state === 'input-required') return { message: 'status', snapshot: text, end: 'truncated' };
	return state === 'completed' ? { fallback: text, end: 'complete' } : {};
}

/** https://a2a-protocol.org/latest/specification, with and without JSON-RPC around it. */
export const a2a: AnswerProtocol = {
	name: 'A2A',
	read(_event, data) {
		const isRpc = data.jsonrpc === '2.0';
		if (isRpc && isRecord(data.error)) return { failure: data.error };
		const result = isRpc ? asRecord(data.result) : data;
		return readArtifact(result) ?? readWholeMessage(result) ?? readTask(result, isRpc);
	},
};

function readArtifact(result: IDataObject): EventReading | undefined {
	const { artifact, append } = asRecord(result.artifactUpdate ?? result);
	if (!isRecord(artifact)) return undefined;
	const text = contentText(artifact.parts);
	// Before A2A 0.2, an artifact had a number, and stated itself whether it is appended.
	const message = artifact.artifactId ?? artifact.index;
	return { message, ...((append ?? artifact.append) ? { delta: text } : { snapshot: text }) };
}

/** Without its ID, a message is not one of A2A, and its parts may be pieces as well. */
function readWholeMessage(result: IDataObject): EventReading | undefined {
	const { messageId, parts } = asRecord(result.kind === 'message' ? result : result.message);
	if (!Array.isArray(parts) || typeof messageId !== 'string') return undefined;
	return { message: messageId, snapshot: contentText(parts), end: 'complete' };
}

function readTask(result: IDataObject, isRpc: boolean): EventReading | undefined {
	const { statusUpdate, task = result } = result;
	const { status, artifacts } = asRecord(statusUpdate ?? task);
	if (!isRecord(status) || !(isRpc || statusUpdate || result.task)) return undefined;
	const texts = asRecords(artifacts).map((each) => contentText(each.parts));
	return { ...readStatus(status), answer: texts.join('') };
}
