/**
 * The thread and the message of an answer. A name such as `threadId` or `thread.id` outweighs a bare
 * `id`, which counts only in an event of the thread or the message itself (spec 4.5, 6).
 */
import type { IDataObject } from 'n8n-workflow';
import { getValue, isIdentifier, isRecord } from '../../values/jsonObject';
import { memoizeByName, splitWords } from '../../values/words';
import { conversationNames } from './answerWords';
import { isApplicationData, isAsker, isNonAnswerName, readKind } from './kinds';
import type { ReceivedEvent } from './receivedEvent';

type Subject = 'thread' | 'message' | 'conversation';

const subjects = new Map<string, Subject>([
	['thread', 'thread'],
	['message', 'message'],
	...conversationNames.map((name) => [name, 'conversation'] as const),
]);
const changeWord = /^(?:created|started|start|new|delta|completed|added|done|end|stop|updated)$/;

/** What a name such as `threadId` or `thread` may identify. */
const findSubject = memoizeByName((name): Subject | 'none' => {
	const [subject = '', id = 'id', ...others] = splitWords(name);
	return (id === 'id' && others.length === 0 && subjects.get(subject)) || 'none';
});

/** What an event of a type is about, so its bare `id` is that of this. */
function subjectOf(type: string): string {
	const words = splitWords(type).filter((word) => !changeWord.test(word));
	const subject = words.at(-1) ?? '';
	return subject === 'thread' && words.length > 1 ? '' : subject;
}

/** Which identifiers of the answer an event of a kind has. */
const readIdentified = memoizeByName((kind: string) => {
	const { types, subjects, isOther } = readKind(kind);
	const isOfApplication = types.some(isApplicationData);
	const hasMessage = !isOfApplication && subjects.length === 0;
	const about = types.map(subjectOf);
	return {
		hasThread: !isOfApplication && subjects.every(isAsker),
		hasMessage,
		/** Its bare `id` is that of the thread. */
		isThread: hasMessage && !isOther && about.includes('thread'),
		isMessage: hasMessage && about.includes('message'),
	};
});

/** The names of the service, if Field Names has them: then only these are read. */
export type IdentifierNames = Readonly<Partial<Record<Subject, string>>>;

type Found = Partial<Record<Subject, string>>;

/** The records and lists in a record, the outer ones first, without those of no answer. */
function placesIn(record: IDataObject): readonly IDataObject[] {
	const places = [record];
	for (const place of places) {
		for (const name of Object.keys(place)) {
			const inner = place[name];
			const isPlace = typeof inner === 'object' && inner !== null;
			if (isPlace && !isNonAnswerName(name)) places.push(inner as IDataObject);
		}
	}
	return places;
}

/** The identifiers under `<subject>Id` or `<subject>.id`, or under the names of the service. */
function findNamed(record: IDataObject, names: IdentifierNames): Found {
	const found: Found = {};
	const add = (subject: Subject, id: unknown) => {
		if (isIdentifier(id)) found[subject] ??= String(id);
	};
	for (const place of placesIn(record)) {
		if (names.thread) add('thread', getValue(place, names.thread));
		if (names.message) add('message', getValue(place, names.message));
		for (const name of Object.keys(place)) {
			const subject = findSubject(name);
			if (subject === 'none' || names[subject]) continue;
			const inner = place[name];
			if (isRecord(inner)) add(subject, inner.id);
			else if (splitWords(name).length > 1) add(subject, inner);
		}
	}
	return found;
}

/** The `id` of an event that is about a thing, or of the only record in its data. */
function findBare(record: IDataObject): string | undefined {
	const [inner, ...others] = Object.values(record).filter(isRecord);
	const id = isIdentifier(record.id) || others.length > 0 ? record.id : inner?.id;
	return isIdentifier(id) ? String(id) : undefined;
}

export class AnswerIdentifiers {
	private bare: string | undefined;
	private conversation: string | undefined;
	/** The last message, which is that of the answer. */
	messageId: string | undefined;

	/** @param named the thread, if it is known already */
	constructor(
		private named?: string,
		private readonly names: IdentifierNames = {},
	) {}

	get threadId(): string | undefined {
		return this.named ?? this.bare ?? this.conversation;
	}

	add({ kind, record }: ReceivedEvent): void {
		const { hasThread, hasMessage, isThread, isMessage } = readIdentified(kind);
		if (!hasThread) return;
		const found = findNamed(record, this.names);
		const own = isThread || isMessage ? findBare(record) : undefined;
		this.addThread(found, isThread ? own : undefined);
		const ownMessage = isMessage && !this.names.message ? own : undefined;
		if (hasMessage) this.messageId = found.message ?? ownMessage ?? this.messageId;
	}

	private addThread(found: Found, own: string | undefined): void {
		this.named ??= found.thread;
		if (this.names.thread) return;
		this.bare ??= own;
		this.conversation ??= found.conversation;
	}
}
