import { limits } from '../../src/api/limits';
import type { Sandbox } from '../sandbox';
import { deltasFor } from '../sandbox/operations/threads';
import { type OperationCases, picked, recordAt } from './operationCase';

const threadAt = ({ state }: Sandbox, position: number) =>
	recordAt(state.threads.values(), position);

const unknownThread = () => ({ path: { threadId: 'none' } });

export const threadCases = {
	'thread.getAll': {
		success: ({ state, credential }) => ({
			parameters: { limit: 2 },
			items: () =>
				[...state.threads.values()]
					.filter(({ owner }) => owner === credential.clientId)
					.slice(0, 2)
					.map(({ threadId }) => ({ threadId })),
		}),
		refusals: {},
	},

	'thread.create': {
		success: (sandbox) => {
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
		refusals: {
			'question-too-long': () => ({
				body: { question: 'q'.repeat(limits.questionCharacters + 1) },
			}),
			'stream-unacceptable': () => ({
				body: { question: 'How were the sales?' },
				headers: { accept: 'application/json' },
			}),
		},
	},

	'thread.get': {
		success: (sandbox) => {
			const { threadId, name } = threadAt(sandbox, 0);
			return {
				parameters: { threadId: picked(threadId) },
				path: { threadId },
				items: () => [{ threadId, name }],
			};
		},
		refusals: { 'thread-not-found': unknownThread },
	},

	'thread.update': {
		success: (sandbox) => {
			const { threadId } = threadAt(sandbox, 1);
			return {
				parameters: { threadId: picked(threadId), updateFields: { name: 'Returns' } },
				path: { threadId },
				body: { name: 'Returns' },
				items: () => [{ success: true, threadId }],
				nothingElse: true,
			};
		},
		refusals: { 'thread-not-found': () => ({ ...unknownThread(), body: { name: 'Sales' } }) },
	},

	'thread.delete': {
		success: (sandbox) => {
			const { threadId } = threadAt(sandbox, 2);
			return {
				parameters: { threadId: picked(threadId) },
				path: { threadId },
				items: () => [{ deleted: true, threadId }],
				nothingElse: true,
			};
		},
		refusals: { 'thread-not-found': unknownThread },
	},

	'message.getAll': {
		success: (sandbox) => {
			const { threadId, messages } = threadAt(sandbox, 0);
			return {
				parameters: { threadId: picked(threadId), limit: 5 },
				path: { threadId },
				items: () => messages.slice(0, 5).map(({ messageId }) => ({ messageId })),
			};
		},
		refusals: {
			'search-after-id-not-found': (sandbox) => ({
				path: { threadId: threadAt(sandbox, 0).threadId },
				query: { searchAfterId: 'none' },
			}),
			'thread-not-found': unknownThread,
		},
	},

	'message.create': {
		success: (sandbox) => {
			const { threadId } = threadAt(sandbox, 1);
			const question = 'And the week before?';
			const events = ['thread', ...deltasFor(question).map(() => 'delta'), 'done'];
			return {
				parameters: {
					threadId: picked(threadId),
					question,
					output: 'both',
				},
				path: { threadId },
				body: { question },
				items: () => [
					...events.map((event) => ({ event })),
					{ threadId, complete: true, eventCount: events.length },
				],
			};
		},
		refusals: {},
	},
} satisfies Partial<OperationCases>;
