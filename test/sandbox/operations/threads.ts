import type { IDataObject } from 'n8n-workflow';
import {
	answerTextNames,
	identifierNames,
	labelNames,
	requestNames,
} from '../../../src/api/assumedNames';
import { limits } from '../../../src/api/limits';
import type { ServiceError } from '../errorAnswers';
import { eventText } from '../eventStreams';
import type { MessageState, SandboxState, ThreadState } from '../state';
import type { Caller, ErrorStatuses, Handlers, Outcome } from './handler';
import { otherFields } from './handler';
import { after } from './lists';
import { openRecord, record, text, nonEmptyString } from './schemas';

const threadIdName = identifierNames.thread[0];
const messageIdName = identifierNames.message[0];
const nameName = requestNames.thread.name;
const questionName = requestNames.message.question;

/** Messages in one answer; the spec shows no limit, and the caller cannot choose one. */
const messagesInAnAnswer = 100;

const questionBody = openRecord({ [questionName]: nonEmptyString }, [questionName]);

interface ThreadCall {
	state: SandboxState;
	caller: Caller;
	path: Readonly<Record<string, string>>;
	error(code: 'thread-not-found'): ServiceError;
}

interface QuestionCall {
	state: SandboxState;
	body: unknown;
	streamDelayMs: number;
	error(code: 'question-too-long'): ServiceError;
}

/** The thread of a path, which must be the caller's own. */
function threadOf({ state, caller, path, error }: ThreadCall): ThreadState {
	const thread = state.threads.get(path.threadId ?? '');
	if (!thread || thread.deleted || thread.owner !== caller.id) throw error('thread-not-found');
	return thread;
}

function threadDetails(thread: ThreadState): IDataObject {
	return {
		...thread.other,
		[threadIdName]: thread.threadId,
		[labelNames.thread[0]]: thread.name,
		createdAt: thread.createdAt,
		modifiedAt: thread.modifiedAt,
	};
}

function messageDetails(message: MessageState): IDataObject {
	return {
		[messageIdName]: message.messageId,
		role: message.role,
		text: message.text,
		createdAt: message.createdAt,
	};
}

function questionOf({ body, error }: QuestionCall): string {
	const question = String((body as IDataObject)[questionName]);
	// Characters, not UTF-16 units: an emoji is one.
	if ([...question].length > limits.questionCharacters) throw error('question-too-long');
	return question;
}

function addMessage(
	state: SandboxState,
	thread: ThreadState,
	role: MessageState['role'],
	words: string,
): MessageState {
	const createdAt = new Date().toISOString();
	const message = { messageId: state.random.uuid(), role, text: words, createdAt };
	thread.messages.push(message);
	thread.modifiedAt = createdAt;
	return message;
}

/** The answer to a question, in the pieces in which it is streamed. */
export function deltasFor(question: string): string[] {
	const answer = `You asked: ${question}\nHere is what I found: sales rose by 4 %, and nothing needs your attention.`;
	return answer.match(/\s*\S+\s*?/g) ?? [];
}

/** Takes a question into a thread and answers it as a stream of events. */
function answer(call: QuestionCall, thread: ThreadState, question: string): Outcome {
	addMessage(call.state, thread, 'USER', question);
	const deltas = deltasFor(question);
	const messageId = call.state.random.uuid();
	const identifiers = { [threadIdName]: thread.threadId, [messageIdName]: messageId };
	const events = [
		eventText('thread', identifiers, '1'),
		...deltas.map((delta, index) =>
			eventText('delta', { [answerTextNames.likely[0]]: delta }, String(index + 2)),
		),
		eventText('done', identifiers, String(deltas.length + 2)),
	];
	return {
		stream: { chunks: events, delayMs: call.streamDelayMs },
		streamed: () => {
			addMessage(call.state, thread, 'ASSISTANT', deltas.join('')).messageId = messageId;
		},
	};
}

export const threadErrorStatuses = {
	'question-too-long': 400,
	'stream-unacceptable': 406,
	'thread-not-found': 404,
} satisfies ErrorStatuses;

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
				other: {},
			};
			call.state.threads.set(thread.threadId, thread);
			return answer(call, thread, question);
		},
	},

	'thread.get': { handle: (call) => ({ body: threadDetails(threadOf(call)) }) },

	'thread.update': {
		body: openRecord({ [nameName]: nonEmptyString }),
		handle: (call) => {
			const thread = threadOf(call);
			const input = call.body as IDataObject;
			thread.name = String(input[nameName] ?? thread.name);
			thread.modifiedAt = new Date().toISOString();
			Object.assign(thread.other, otherFields(input, [nameName]));
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
		query: record({ searchAfterId: text }),
		handle: (call) => {
			const thread = threadOf(call);
			const messages = after(
				thread.messages,
				call.query.searchAfterId,
				(message) => message.messageId,
			);
			if (!messages) throw call.error('search-after-id-not-found');
			return { body: { messages: messages.slice(0, messagesInAnAnswer).map(messageDetails) } };
		},
	},

	'message.create': {
		body: questionBody,
		handle: (call) => answer(call, threadOf(call), questionOf(call)),
	},
} satisfies Partial<Handlers>;
