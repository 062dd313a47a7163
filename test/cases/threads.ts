import type { Sandbox } from '../sandbox';
import { deltasFor } from '../sandbox/operations/threads';
import { chosen, only, type OperationCases, recordAt } from './operationCase';

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
			items: () => {
				const { threadId } = threadAt(sandbox, -1);
				return [{ threadId, output: deltasFor(question).join(''), complete: true }];
			},
		};
	},

	'thread.get': (sandbox) => {
		const { threadId, name } = threadAt(sandbox, 0);
		return { ...chosen({ threadId }), items: () => [{ threadId, name }] };
	},

	'thread.update': (sandbox) => {
		const { threadId } = threadAt(sandbox, 1);
		return {
			...chosen({ threadId }, { updateFields: { name: 'Returns' } }),
			body: { name: 'Returns' },
			...only({ success: true, threadId }),
		};
	},

	'thread.delete': (sandbox) => {
		const { threadId } = threadAt(sandbox, 2);
		return { ...chosen({ threadId }), ...only({ deleted: true, threadId }) };
	},

	'message.getAll': (sandbox) => {
		const { threadId, messages } = threadAt(sandbox, 0);
		return {
			...chosen({ threadId }, { limit: 5 }),
			items: () => messages.slice(0, 5).map(({ messageId }) => ({ messageId })),
		};
	},

	'message.create': (sandbox) => {
		const { threadId } = threadAt(sandbox, 1);
		const question = 'And the week before?';
		const events = ['thread', ...deltasFor(question).map(() => 'delta'), 'done'];
		return {
			...chosen({ threadId }, { question, output: 'both' }),
			body: { question },
			items: () => [
				...events.map((event) => ({ event })),
				{ threadId, complete: true, eventCount: events.length },
			],
		};
	},
} satisfies Partial<OperationCases>;
