/**
 * The thread and the message of an answer. A name such as `threadId` or `thread.id` outweighs a bare
 * `id`, which counts only in an event of the thread or the message itself (spec 4.5, 6).
 */
import { answerTextNames, conversationNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { oneOf, memoizeByName, splitWords } from '../../api/words';
import { isApplicationData, isNonAnswerName, isOther } from './eventSigns';
import type { ReceivedEvent } from './receivedEvent';

const maxDepth = 3;
const isSubject = oneOf(['thread', 'message', ...conversationNames]);
const happening = /^(?:created|started|start|new|delta|completed|added|done|end|stop|updated)$/;
const isOfAnswer = oneOf([...answerTextNames.interleaved, 'status', 'error', 'errors']);
const isAsker = oneOf(answerTextNames.askers);

/** What a name such as `threadId` or `thread` may identify; empty if nothing. */
const findSubject = memoizeByName((name) => {
	const [subject = '', id = 'id', ...others] = splitWords(name);
	return isSubject(subject) && id === 'id' && others.length === 0 ? subject : '';
});

function asIdentifier(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Finds the identifiers under `<subject>Id` or `<subject>.id`, the least deep ones first. */
function findNamed(value: unknown): Map<string, string> {
	const found = new Map<string, string>();
	const queue: Array<[value: unknown, depth: number]> = [[value, 1]];
	for (const [record, depth] of queue) {
		for (const [name, inner] of isRecord(record) ? Object.entries(record) : []) {
			const subject = findSubject(name);
			const id = isRecord(inner) ? (inner.id ?? inner[`${name}Id`]) : inner;
			const isNamed = isRecord(inner) || name.length > subject.length;
			const identifier = subject !== '' && isNamed ? asIdentifier(id) : undefined;
			if (identifier !== undefined && !found.has(subject)) found.set(subject, identifier);
			if (depth < maxDepth && !isNonAnswerName(name)) queue.push([inner, depth + 1]);
		}
	}
	return found;
}

/** The bare `id` of an event whose type is the thing itself. */
function findBare(subject: string, { event = '', types, record }: ReceivedEvent) {
	const isAbout = [event, ...types].some((type) => {
		const words = splitWords(type).filter((word) => !happening.test(word));
		return words.at(-1) === subject && (subject !== 'thread' || words.length === 1);
	});
	return isAbout ? asIdentifier(record.id) : undefined;
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
		const others = event.typeWords.filter((word) => isOther(word) && !isOfAnswer(word));
		if (isApplicationData(event) || !others.every(isAsker)) return;
		const named = findNamed(event.value);
		this.named ??= named.get('thread');
		for (const name of conversationNames) this.conversation ??= named.get(name);
		if (others.length > 0) return;
		this.messageId = named.get('message') ?? findBare('message', event) ?? this.messageId;
		if (!event.typeWords.some(isOther)) this.bare ??= findBare('thread', event);
	}
}
