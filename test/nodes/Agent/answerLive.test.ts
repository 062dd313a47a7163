/** Who gets the text of an answer while it comes in. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { LiveText } from '../../../nodes/Agent/ask/liveText';
import { ExecutionHints } from '../../../src/runtime/executionHints';
import { ExecutionItem, NodeParameters } from '../../../src/runtime/executionItem';
import type { ItemContext } from '../../../src/runtime/operation';

const liveFor = (functions: object, type = 'package.integrationServiceAgent', isWanted = true) => {
	const context = { ...functions, getNode: () => ({ type }) } as unknown as IExecuteFunctions;
	const parameters = new NodeParameters(context);
	const item = new ExecutionItem(context, 3, parameters, new ExecutionHints(context));
	return new LiveText(item as unknown as ItemContext, isWanted);
};

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
	const live = liveFor(functions);
	await live.begin();
	await live.add('Hello');
	await live.add('');
	await live.end();
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
	const live = liveFor(functions);
	await live.end();
	expect(live.isHeard).toBe(false);
	expect('sent' in functions ? functions.sent : []).toEqual([]);
});

test('whoever talks to an AI agent does not hear its tools, nor anybody what is not wanted', async () => {
	const functions = streaming();
	await liveFor(functions, 'package.integrationServiceAgentTool').end();
	await liveFor(functions, undefined, false).end();
	expect(functions.sent).toEqual([]);
});

test('a listener that goes is told apart, and sent nothing more', async () => {
	const functions = streaming();
	const sendChunk = async (...chunk: unknown[]) => {
		await functions.sendChunk(...chunk);
		if (functions.sent.length === 2) throw new Error('gone');
	};
	const live = liveFor({ ...functions, sendChunk });
	await live.add('Hello');
	await live.add('world');
	await live.end();
	expect(functions.sent).toHaveLength(2);
	expect({ isHeard: live.isHeard, lost: live.lost }).toEqual({
		isHeard: false,
		lost: 'Error: gone',
	});
});
