/** Who gets the text of an answer while it comes in. */
import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { LiveText } from '../../../nodes/Agent/answer/liveText';
import type { ItemContext } from '../../../nodes/shared/node/operation';

const begin = async (functions: object, type = 'package.integrationServiceAgent') =>
	await LiveText.begin({
		itemIndex: 3,
		node: { type } as INode,
		functions: functions as IExecuteFunctions,
	} as ItemContext);

const streaming = () => {
	const sent: unknown[][] = [];
	const sendChunk = async (...chunk: unknown[]) => {
		await Promise.resolve();
		sent.push(chunk);
	};
	return { sent, sendChunk, isStreaming: (): boolean => true };
};

test('a chat or webhook that streams gets each piece, one after the other', async () => {
	const functions = streaming();
	const live = await begin(functions);
	await live?.add('Hello');
	await live?.end();
	expect(functions.sent).toEqual([
		['begin', 3, undefined],
		['item', 3, 'Hello'],
		['end', 3, undefined],
	]);
});

test.each([
	['a workflow that does not stream', { ...streaming(), isStreaming: (): boolean => false }],
	['an n8n that cannot tell', { sendChunk: streaming().sendChunk }],
	['an n8n that cannot stream', { isStreaming: (): boolean => true }],
	['an n8n that knows neither', {}],
])('%s gets nothing', async (_name, functions) => {
	expect(await begin(functions)).toBeUndefined();
});

test('whoever talks to an AI agent does not hear its tools', async () => {
	const functions = streaming();
	expect(await begin(functions, 'package.integrationServiceAgentTool')).toBeUndefined();
	expect(functions.sent).toEqual([]);
});
