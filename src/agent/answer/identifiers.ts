/**
 * The thread and the message of an answer. A name such as `threadId` or `thread.id` outweighs a bare
 * `id`, which counts only in an event of the thread or the message itself (spec 4.5, 6).
 */
import type { IDataObject } from 'n8n-workflow';
import { isIdentifier, isRecord } from '../../values/jsonObject';
import { memoizeByName, oneOf, splitWords } from '../../values/words';
import { conversationNames } from './answerWords';
import { maxDepth } from './eventTexts';
import { isApplicationData, isAsker, isNonAnswerName, readKind } from './kinds';
import type { ReceivedEvent } from './receivedEvent';

const isSubject = oneOf(['thread', 'message', ...conversationNames]);
const changeWord = /^(?:created|started|start|new|delta|completed|added|done|end|stop|updated)$/;

/** What a name such as `threadId` or `thread` may identify; empty if nothing. */
const findSubject = memoizeByName((name) => {
	const [subject = '', id = 'id', ...others] = splitWords(name);
	return isSubject(subject) && id === 'id' && others.length === 0 ? subject : '';
});

/** What an event of a type is about, so its bare `id` is that of this. */
function subjectOf(type: string): string {
	const words = splitWords(type).filter((word) => !changeWord.test(word));
	const subject = words.at(-1) ?? '';
	return subject === 'thread' && words.length > 1 ? '' : subject;
}

/** Which identifiers of the answer an event of a kind has. */
const readIdentified = memoizeByName((kind: string) => {
	const { types, subjects } = readKind(kind);
	const isOfApplication = types.some(isApplicationData);
	return {
		hasThread: !isOfApplication && subjects.every(isAsker),
		hasMessage: !isOfApplication && subjects.length === 0,
		bare: types.map(subjectOf),
	};
});

type Found = Record<string, string>;

/** Adds the identifiers under `<subject>Id` or `<subject>.id`, those of a record before deeper ones. */
function addNamed(value: object, found: Found, depth = 0): void {
	if (depth > maxDepth) return;
	const inside: object[] = [];
	for (const name of Object.keys(value)) {
		const inner = (value as Record<string, unknown>)[name];
		const isNested = typeof inner === 'object' && inner !== null;
		const subject = findSubject(name);
		const id = isRecord(inner) ? inner.id : inner;
		const isNamed = isNested || name.length > subject.length;
		if (subject !== '' && isNamed && isIdentifier(id)) found[subject] ??= String(id);
		if (isNested && !isNonAnswerName(name)) inside.push(inner);
	}
	for (const inner of inside) addNamed(inner, found, depth + 1);
}

/** The `id` of an event that is about a thing, or of the only record in its data. */
function findBare(record: IDataObject): string | undefined {
	const inner = Object.values(record).filter(isRecord);
	const [id] = [record.id, ...(inner.length === 1 ? [inner[0]?.id] : [])].filter(isIdentifier);
	return id === undefined ? undefined : String(id);
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

	add({ kind, record }: ReceivedEvent): void {
		const { hasThread, hasMessage, bare } = readIdentified(kind);
		if (!hasThread) return;
		const found: Found = {};
		addNamed(record, found);
		this.named ??= found.thread;
		for (const name of conversationNames) this.conversation ??= found[name];
		if (!hasMessage) return;
		const id = bare.length > 0 ? findBare(record) : undefined;
		this.messageId = found.message ?? (bare.includes('message') ? id : undefined) ?? this.messageId;
		if (bare.includes('thread') && !readKind(kind).isOther) this.bare ??= id;
	}
}
