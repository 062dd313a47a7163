import type { Sandbox } from '../sandbox';
import { deltasFor } from '../sandbox/operations/threads';
import { type OperationCases, picked, recordAt } from './operationCase';

const threadAt = ({ state }: Sandbox, position: number) =>
	recordAt(state.threads.values(), position);

export const threadCases = {
	'thread.getAll': ({ state, credential }) => ({
		parameters: { limit: 2 },
		items: () =>
			[...state.threads.values()]
				.filter(({ owner }) => owner === credential.clientId)
				.slice(0, 2)
				.map(({ threadId }) => ({ threadId })),
	}),

	'thread.create': (sandbox) => {
		const question = 'How were the sales?';
		return {
			parameters: { question, output: 'answer' },
			body: { question },
			items: () => [
				{
					threadId: threadAt(sandbox, -1).threadId,
					output: deltasFor(question).join(''),
					complete: true,
				},
			],
		};
	},

	'thread.get': (sandbox) => {
		const { threadId, name } = threadAt(sandbox, 0);
		return {
			parameters: { threadId: picked(threadId) },
			path: { threadId },
			items: () => [{ threadId, name }],
		};
	},

	'thread.update': (sandbox) => {
		const { threadId } = threadAt(sandbox, 1);
		return {
			parameters: { threadId: picked(threadId), updateFields: { name: 'Returns' } },
			path: { threadId },
			body: { name: 'Returns' },
			items: () => [{ success: true, threadId }],
			nothingElse: true,
		};
	},

	'thread.delete': (sandbox) => {
		const { threadId } = threadAt(sandbox, 2);
		return {
			parameters: { threadId: picked(threadId) },
			path: { threadId },
			items: () => [{ deleted: true, threadId }],
			nothingElse: true,
		};
	},

	'message.getAll': (sandbox) => {
		const { threadId, messages } = threadAt(sandbox, 0);
		return {
			parameters: { threadId: picked(threadId), limit: 5 },
			path: { threadId },
			items: () => messages.slice(0, 5).map(({ messageId }) => ({ messageId })),
		};
	},

	'message.create': (sandbox) => {
		const { threadId } = threadAt(sandbox, 1);
		const question = 'And the week before?';
		const events = ['thread', ...deltasFor(question).map(() => 'delta'), 'done'];
		return {
			parameters: { threadId: picked(threadId), question, output: 'both' },
			path: { threadId },
			body: { question },
			items: () => [
				...events.map((event) => ({ event })),
				{ threadId, complete: true, eventCount: events.length },
			],
		};
	},
} satisfies Partial<OperationCases>;
