import type { IDataObject } from 'n8n-workflow';
import { limits } from '../../../src/api/limits';
import type { AnswerEvent } from '../reading/answers';
import type { SandboxState } from '../seed';
import type { ThreadState } from '../state';
import { existing, refuseIf } from './errorStatuses';
import { type Call, type Handlers, type Outcome, without } from './handler';
import { after } from './lists';
import { nonEmptyString, openRecord } from './schemas';

/** Messages in one answer; the spec shows no limit, and the caller cannot choose one. */
const messagesInAnAnswer = 100;

const questionBody = openRecord({ question: nonEmptyString }, ['question']);

/** The thread of a path, which must be the caller's own. */
function threadOf({ state, caller, path }: Call): ThreadState {
	const thread = existing(state.threads.get(path.threadId ?? ''), 'thread-not-found');
	refuseIf(thread.deleted || thread.owner !== caller.id, 'thread-not-found');
	return thread;
}

function threadDetails(thread: ThreadState): IDataObject {
	return without(thread, 'owner', 'deleted', 'messages');
}

function questionOf({ body }: Call): string {
	const question = String(body.question);
	// Characters, not UTF-16 units: an emoji is one.
	refuseIf([...question].length > limits.questionCharacters, 'question-too-long');
	return question;
}

function addMessage(
	state: SandboxState,
	thread: ThreadState,
	message: { role: 'USER' | 'ASSISTANT'; text: string; messageId?: string },
): void {
	const createdAt = new Date().toISOString();
	thread.messages.push({ messageId: state.random.uuid(), ...message, createdAt });
	thread.modifiedAt = createdAt;
}

/** The answer to a question, in the pieces in which it is streamed. */
export function deltasFor(question: string): string[] {
	const answer = `You asked: ${question}\nHere is what I found: sales rose by 4 %, and nothing needs your attention.`;
	return answer.match(/\s*\S+\s*?/g) ?? [];
}

/** Takes a question into a thread and answers it as a stream of events. */
function answer({ state }: Call, thread: ThreadState, question: string): Outcome {
	addMessage(state, thread, { role: 'USER', text: question });
	const deltas = deltasFor(question);
	const messageId = state.random.uuid();
	const identifiers = { threadId: thread.threadId, messageId };
	const events: AnswerEvent[] = [
		{ type: 'thread', data: identifiers },
		...deltas.map((delta): AnswerEvent => ({ type: 'delta', data: { delta } })),
		{ type: 'done', data: identifiers },
	];
	return {
		events,
		streamed: () => {
			addMessage(state, thread, { role: 'ASSISTANT', text: deltas.join(''), messageId });
		},
	};
}

export const threadHandlers = {
	'thread.getAll': {
		handle: ({ state, caller }) => ({
			body: [...state.threads.values()]
				.filter((thread) => !thread.deleted && thread.owner === caller.id)
				.map(threadDetails),
		}),
	},

	'thread.create': {
		body: questionBody,
		handle: (call) => {
			const question = questionOf(call);
			const now = new Date().toISOString();
			const thread: ThreadState = {
				threadId: call.state.random.uuid(),
				owner: call.caller.id,
				name: question.slice(0, 60),
				createdAt: now,
				modifiedAt: now,
				deleted: false,
				messages: [],
			};
			call.state.threads.set(thread.threadId, thread);
			return answer(call, thread, question);
		},
	},

	'thread.get': { handle: (call) => ({ body: threadDetails(threadOf(call)) }) },

	'thread.update': {
		body: openRecord({ name: nonEmptyString }),
		handle: (call) => {
			const modifiedAt = new Date().toISOString();
			Object.assign(threadOf(call), call.body, { modifiedAt });
			return {};
		},
	},

	'thread.delete': {
		handle: (call) => {
			threadOf(call).deleted = true;
			return {};
		},
	},

	'message.getAll': {
		handle: (call) => {
			const { messages } = threadOf(call);
			const page = after(call, messages, (message) => message.messageId);
			return { body: { messages: page.slice(0, messagesInAnAnswer) } };
		},
	},

	'message.create': {
		body: questionBody,
		handle: (call) => answer(call, threadOf(call), questionOf(call)),
	},
} satisfies Partial<Handlers>;
