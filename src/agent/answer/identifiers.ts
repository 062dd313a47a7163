/**
 * The thread and the message of an answer. A name such as `threadId` or `thread.id` outweighs a bare
 * `id`, which counts only in an event of the thread or the message itself (spec 4.5, 6).
 */
import { answerTextNames, conversationNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { rememberByName, wordsIn } from '../../api/words';
import type { EventReading } from './eventReading';
import { isApplicationData, isNonAnswerName, isOther } from './eventSigns';
import type { ReceivedEvent } from './receivedEvent';

const maxDepth = 3;
const subjects = new Set<string>(['thread', 'message', ...conversationNames]);
const happening = /^(?:created|started|start|new|delta|completed|added|done|end|stop|updated)$/;
const ofAnswer = new Set<string>([...answerTextNames.interleaved, 'status', 'error', 'errors']);
const askers = new Set<string>(answerTextNames.askers);

/** What a name such as `threadId` or `thread` may identify; null if nothing. */
const findSubject = rememberByName((name) => {
	const [subject = '', id = 'id', ...others] = wordsIn(name);
	return subjects.has(subject) && id === 'id' && others.length === 0 ? subject : null;
});

function asIdentifier(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Finds the identifiers under `<subject>Id` or `<subject>.id`, the least deep ones first. */
function findNamed(value: unknown): Map<string, string> {
	const found = new Map<string, string>();
	let level = [value];
	for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
		const next: unknown[] = [];
		for (const record of level.filter(isRecord)) {
			for (const name of Object.keys(record)) {
				const inner = record[name];
				const subject = findSubject(name);
				const own = isRecord(inner) ? (inner.id ?? inner[`${name}Id`]) : inner;
				const isNamed = subject !== null && (isRecord(inner) || name.length > subject.length);
				const identifier = isNamed ? asIdentifier(own) : undefined;
				if (identifier !== undefined && !found.has(subject ?? ''))
					found.set(subject ?? '', identifier);
				if (typeof inner === 'object' && !isNonAnswerName(name)) next.push(inner);
			}
		}
		level = next;
	}
	return found;
}

/** The bare `id` of an event whose type is the thing itself. */
function findBare(
	subject: string,
	{ types, event = '', record }: ReceivedEvent,
): string | undefined {
	const isAbout = [event, ...types].some((type) => {
		const words = wordsIn(type).filter((word) => !happening.test(word));
		return words.at(-1) === subject && (subject !== 'thread' || words.length === 1);
	});
	return isAbout ? asIdentifier(record.id) : undefined;
}

export class Identifiers {
	private named: string | undefined;
	private bare: string | undefined;
	private conversation: string | undefined;
	/** The last message, which is that of the answer. */
	messageId: string | undefined;

	/** @param thread the thread, if it is known already */
	constructor(private readonly thread?: string) {}

	get threadId(): string | undefined {
		return this.thread ?? this.named ?? this.bare ?? this.conversation;
	}

	add(event: ReceivedEvent, reading: EventReading): void {
		const { value, typeWords, record } = event;
		this.named ??= asIdentifier(reading.threadId);
		this.messageId = asIdentifier(reading.messageId) ?? this.messageId;
		const others = typeWords.filter((word) => isOther(word) && !ofAnswer.has(word));
		if (isApplicationData(event) || !others.every((word) => askers.has(word))) return;
		const named = findNamed(value);
		const isOwn = others.length === 0;
		this.named ??= named.get('thread');
		for (const name of conversationNames) this.conversation ??= named.get(name);
		const hasBare = isOwn && 'id' in record;
		if (isOwn) this.messageId = named.get('message') ?? this.messageId;
		if (hasBare && !named.has('message'))
			this.messageId = findBare('message', event) ?? this.messageId;
		if (hasBare && !typeWords.some(isOther)) this.bare ??= findBare('thread', event);
	}
}
