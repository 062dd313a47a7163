/**
 * The thread and the message of an answer, which the specification does not place (spec 4.5, 6). A
 * name that says itself what it identifies, such as `threadId` or `thread.id`, beats a bare `id`,
 * which counts only in an event that is about the thread or the message itself. What an event of a
 * tool identifies is not the answer's; what one of the question does, is its thread alone.
 */
import type { IDataObject } from 'n8n-workflow';
import { answerTextNames, conversationNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { wordsIn } from '../../api/words';
import { besideWords, isApplicationData } from './candidates';
import type { ReceivedEvent } from './receivedEvent';

/** How deep an identifier may stand. */
const deepest = 3;

/** Words that tell what happened to the thing that a kind names. */
const happenings = new Set([
	'created',
	'started',
	'start',
	'new',
	'delta',
	'completed',
	'added',
	'done',
	'end',
	'stop',
]);

/** Events beside the text that are about the answer all the same. */
const ofAnswer = new Set<string>([...answerTextNames.asides, 'status', 'error', 'errors']);
const askers = new Set<string>(answerTextNames.askers);

/** What the data of an event with an identifier has in it, be it written as an escape. */
const mayHoldIdentifier = /id|\\u/i;

function asIdentifier(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The identifier under `<name>Id` or `<name>.id`, less deep ones first. */
function namedIn(name: string, value: unknown): string | undefined {
	let level: IDataObject[] = isRecord(value) ? [value] : [];
	for (let depth = 0; depth < deepest && level.length > 0; depth++) {
		for (const record of level) {
			for (const [key, inner] of Object.entries(record)) {
				const words = wordsIn(key).join(' ');
				const own = words === `${name} id` ? inner : undefined;
				const nested =
					words === name && isRecord(inner) ? (inner.id ?? inner[`${name}Id`]) : undefined;
				const identifier = asIdentifier(own) ?? asIdentifier(nested);
				if (identifier !== undefined) return identifier;
			}
		}
		level = level.flatMap((record) =>
			Object.entries(record).flatMap(([key, inner]) =>
				isRecord(inner) && !wordsIn(key).some((word) => besideWords.has(word)) ? [inner] : [],
			),
		);
	}
	return undefined;
}

/** The bare `id` of an event of which a kind is the thing itself. */
function bareIn(name: string, { event = '', kinds, value }: ReceivedEvent): string | undefined {
	if (!isRecord(value)) return undefined;
	const isAbout = [event, ...kinds].some((kind) => {
		const words = wordsIn(kind).filter((word) => !happenings.has(word));
		return words.at(-1) === name && (name !== 'thread' || words.length === 1);
	});
	return isAbout ? asIdentifier(value.id) : undefined;
}

export class Identifiers {
	private named: string | undefined;
	private bare: string | undefined;
	private conversation: string | undefined;
	private message: string | undefined;

	/** @param thread the thread, where it is known already */
	constructor(private readonly thread?: string) {}

	get threadId(): string | undefined {
		return this.thread ?? this.named ?? this.bare ?? this.conversation;
	}

	/** The last message told of, which is that of the answer. */
	get messageId(): string | undefined {
		return this.message;
	}

	add(event: ReceivedEvent): void {
		const { data, value, words } = event;
		// Most events of a long answer hold none: a look at their text costs less than one at each name.
		if (!mayHoldIdentifier.test(data)) return;
		if (isApplicationData(event)) return;
		const others = words.filter((word) => besideWords.has(word) && !ofAnswer.has(word));
		if (others.length === 0) {
			this.message = namedIn('message', value) ?? bareIn('message', event) ?? this.message;
		}
		if (!others.every((word) => askers.has(word))) return;
		this.named ??= namedIn('thread', value);
		if (!words.some((word) => besideWords.has(word))) this.bare ??= bareIn('thread', event);
		for (const name of conversationNames) this.conversation ??= namedIn(name, value);
	}
}
