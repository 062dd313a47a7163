/** Who receives the text of an answer while it arrives. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { LiveText } from '../../../nodes/Agent/ask/liveText';
import type { ServiceClient } from '../../../src/http/client';
import { ExecutionHints } from '../../../src/runtime/executionHints';
import { ItemContext, ItemForm, NodeParameters } from '../../../src/runtime/executionItem';

const liveFor = (functions: object, type = 'package.integrationServiceAgent', isEnabled = true) => {
	const context = {
		...functions,
		getNode: () => ({ type, parameters: {} }),
		getNodeParameter: (_name: string, _itemIndex: number, fallback: unknown) => fallback,
	} as unknown as IExecuteFunctions;
	const parameters = new NodeParameters(context);
	const hints = new ExecutionHints(context);
	const form = new ItemForm({ functions: context, parameters, hints }, 3);
	const item = new ItemContext(form, 'thread.create', {} as ServiceClient);
	return new LiveText(item as unknown as ItemContext, isEnabled);
};

const streaming = () => {
	const sent: unknown[][] = [];
	const sendChunk = async (...chunk: unknown[]) => {
		await Promise.resolve();
		sent.push(chunk);
	};
	return { sent, sendChunk, isStreaming: (): boolean => true };
};

test('a streaming chat or webhook receives each part in order', async () => {
	const functions = streaming();
	const live = liveFor(functions);
	await live.begin();
	await live.add('Hello');
	await live.add('');
	await live.during(async () => {});
	expect(functions.sent).toEqual([
		['begin', 3, undefined],
		['item', 3, 'Hello'],
		['end', 3, undefined],
	]);
});

test('sends text only in a streaming workflow, with the option, not in tools', async () => {
	const functions = streaming();
	await liveFor({ ...functions, isStreaming: () => false }).during(async () => {});
	await liveFor(functions, 'package.integrationServiceAgentTool').during(async () => {});
	await liveFor(functions, undefined, false).during(async () => {});
	expect(functions.sent).toEqual([]);
});

test('nothing is sent after the chat or webhook disconnected', async () => {
	const functions = streaming();
	const sendChunk = async (...chunk: unknown[]) => {
		await functions.sendChunk(...chunk);
		if (functions.sent.length === 2) throw new Error('gone');
	};
	const live = liveFor({ ...functions, sendChunk });
	await live.add('Hello');
	await live.add('world');
	await live.during(async () => {});
	expect(functions.sent).toHaveLength(2);
	expect({ isActive: live.isActive, reason: live.disconnectReason }).toEqual({
		isActive: false,
		reason: 'Error: gone',
	});
});
