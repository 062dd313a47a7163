import { parseIfJson } from '../../../values/json';
import type { AnswerProtocol, EventReading } from '../eventReading';
import { asRecord, endOf, toolCall, typedProtocol } from './typedProtocol';

const line = /^([0-9a-k]):(["{[].*)$/;

function readLine(text: string): EventReading | undefined {
	const [, code = '', json = ''] = line.exec(text) ?? [];
	const value = parseIfJson(json);
	if (value === undefined) return undefined;
	if (code === '0') return typeof value === 'string' ? { delta: value } : undefined;
	if (code === '3') return { failure: value };
	if (code === 'd') return { end: endOf(asRecord(value).finishReason) };
	return /[9abc]/.test(code) ? toolCall : {};
}

/** https://v4.ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#data-stream-protocol: lines such as `0:"Hello"`. */
export const dataLines: AnswerProtocol = {
	name: 'AI SDK data stream',
	read({ data }) {
		if (data[1] !== ':') return undefined;
		const readings = data.split('\n').map(readLine);
		if (readings.includes(undefined)) return undefined;
		const delta = readings.map((reading) => reading?.delta ?? '').join('');
		return { ...(Object.assign({}, ...readings) as EventReading), delta };
	},
};

/** https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#data-stream-protocol */
export const uiMessages = typedProtocol('AI SDK UI messages', ({ type }) => type, {
	'text-delta': ({ id, delta }) => (id !== undefined ? { delta } : undefined),
	'text-start': { startsMessage: true },
	'reset-step': { snapshot: '' },
	'tool-input-*|tool-output-*': toolCall,
	'text-end|start-step|finish-step|reasoning-*|source-*|data-*': {},
	finish: ({ finishReason = 'stop' }) => ({ end: endOf(finishReason) }),
	abort: { end: 'truncated' },
});
