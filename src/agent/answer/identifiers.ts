/**
 * The thread and the message of an answer. A name such as `threadId` or `thread.id` outweighs a bare
 * `id`, which counts only in an event of the thread or the message itself (spec 4.5, 6).
 */
import type { IDataObject } from 'n8n-workflow';
import { conversationNames } from './answerWords';
import { isIdentifier, isRecord } from '../../values/jsonObject';
import { oneOf, memoizeByName, splitWords } from '../../values/words';
import { isNonAnswerName, type ReceivedEvent } from './receivedEvent';

const maxDepth = 3;
const isSubject = oneOf(['thread', 'message', ...conversationNames]);
const happening = /^(?:created|started|start|new|delta|completed|added|done|end|stop|updated)$/;

/** What a name such as `threadId` or `thread` may identify; empty if nothing. */
const findSubject = memoizeByName((name) => {
	const [subject = '', id = 'id', ...others] = splitWords(name);
	return isSubject(subject) && id === 'id' && others.length === 0 ? subject : '';
});

/** What an event of a type is about, so its bare `id` is that of this. */
const findTypeSubject = memoizeByName((type) => {
	const words = splitWords(type).filter((word) => !happening.test(word));
	const subject = words.at(-1) ?? '';
	return subject === 'thread' && words.length > 1 ? '' : subject;
});

/** Adds the identifiers under `<subject>Id` or `<subject>.id`, those of a record before deeper ones. */
function addNamed(record: IDataObject, found: Record<string, string>, depth = 1): void {
	const inside: IDataObject[] = [];
	for (const name of Object.keys(record)) {
		const inner = record[name];
		const subject = findSubject(name);
		const id = isRecord(inner) ? inner.id : inner;
		const isNamed = isRecord(inner) || name.length > subject.length;
		if (subject !== '' && isNamed && isIdentifier(id)) found[subject] ??= String(id);
		if (isRecord(inner) && !isNonAnswerName(name)) inside.push(inner);
	}
	if (depth < maxDepth) for (const inner of inside) addNamed(inner, found, depth + 1);
}

/** The bare `id` of an event whose type is the thing itself. */
function findBare(subject: string, { event = '', type, record: { id } }: ReceivedEvent) {
	const isAbout = (name: string) => findTypeSubject(name) === subject;
	return isIdentifier(id) && [event, ...type.names].some(isAbout) ? String(id) : undefined;
}

export class Identifiers {
	private bare: string | undefined;
	private conversation: string | undefined;
	/** The last message, which is that of the answer. */
	messageId: string | undefined;

	/** @param named the thread, if it is known already */
	constructor(private named?: string) {}

	get threadId(): string | undefined {
		return this.named ?? this.bare ?? this.conversation;
	}

	add(event: ReceivedEvent): void {
		const { hasThread, hasMessage, isNonAnswer } = event.type;
		if (!hasThread) return;
		const named: Record<string, string> = {};
		addNamed(event.record, named);
		this.named ??= named.thread;
		for (const name of conversationNames) this.conversation ??= named[name];
		if (!hasMessage) return;
		this.messageId = named.message ?? findBare('message', event) ?? this.messageId;
		if (!isNonAnswer) this.bare ??= findBare('thread', event);
	}
}
