/**
 * The thread and the message of an answer, whose names the specification doesn't show (spec 4.5, 6). A
 * name such as `threadId` or `thread.id` outweighs that of a conversation, and that outweighs a bare `id`
 * in an event of the thread or the message.
 */
import type { IDataObject } from 'n8n-workflow';
import { getValue, isIdentifier, isRecord } from '../../values/jsonObject';
import { memoizeByName, splitWords } from '../../values/words';
import { hasOtherWord } from './statements';
import { type ReceivedEvent, typeFields } from './receivedEvent';

type Subject = 'thread' | 'message' | 'conversation';

/** The names of the service, if Field Names has them: then only these are read. */
export type IdentifierNames = Readonly<Partial<Record<Subject, string>>>;

const subjects = new Map<string, Subject>([
	['thread', 'thread'],
	['message', 'message'],
	['conversation', 'conversation'],
	['chat', 'conversation'],
]);

/** What a name such as `threadId` or `thread` may identify. */
const findSubject = memoizeByName(
	(name): { readonly subject?: Subject; readonly isId: boolean } => {
		const [first = '', id, ...others] = splitWords(name);
		const isId = id === 'id';
		return others.length > 0 || (id && !isId) ? { isId } : { subject: subjects.get(first), isId };
	},
);

const isChange = memoizeByName((word) =>
	/^(?:created|started|start|new|delta|completed|added|done|end)$/.test(word),
);

/** What an event of a type is about, so its bare `id` is that of this. */
const subjectOf = memoizeByName((type): Subject | 'none' => {
	const [subject = '', ...others] = splitWords(type)
		.filter((word) => !isChange(word))
		.reverse();
	if (subject === 'thread') return others.length === 0 ? 'thread' : 'none';
	return subject === 'message' ? 'message' : 'none';
});

/** Records deeper inside, and further ones of an event, are not of the answer. */
const maxDepth = 4;
const maxRecords = 100;

/** The records in a value, the outer ones first, without those of no answer. */
function recordsIn(value: unknown): IDataObject[] {
	let level: unknown[] = [value];
	const records: IDataObject[] = [];
	for (let depth = 0; depth < maxDepth && records.length < maxRecords; depth++) {
		const found = level.flat().filter(isRecord).slice(0, maxRecords);
		records.push(...found);
		level = found.flatMap((record) =>
			Object.keys(record).flatMap((name) => (hasOtherWord(name) ? [] : [record[name]])),
		);
	}
	return records;
}

/** The thread and the message, by the events so far. */
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

	add(event: ReceivedEvent): void {
		const types = event.typesBy(typeFields);
		const isOther = types.some(hasOtherWord);
		for (const record of recordsIn(event.value)) this.addNamed(record, isOther);
		const { id } = event.record;
		if (isOther || !isIdentifier(id)) return;
		const about = types.map(subjectOf);
		if (about.includes('thread') && !this.names.thread) this.bare ??= String(id);
		if (about.includes('message') && !this.names.message) this.messageId = String(id);
	}

	private addNamed(record: IDataObject, isOther: boolean): void {
		for (const subject of ['thread', 'message'] as const) {
			const path = this.names[subject];
			if (path !== undefined) this.note(subject, getValue(record, path), isOther);
		}
		for (const name of Object.keys(record)) {
			const { subject, isId } = findSubject(name);
			if (subject === undefined || this.names[subject]) continue;
			const value = record[name];
			if (isId) this.note(subject, value, isOther);
			else if (isRecord(value)) this.note(subject, value.id, isOther);
		}
	}

	private note(subject: Subject, id: unknown, isOther: boolean): void {
		if (!isIdentifier(id)) return;
		if (subject === 'thread') this.named ??= String(id);
		else if (subject === 'conversation')
			this.conversation ??= this.names.thread ? undefined : String(id);
		else if (!isOther) this.messageId = String(id);
	}
}
