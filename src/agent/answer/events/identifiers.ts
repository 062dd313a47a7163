/**
 * The thread and the message of an answer, whose names the specification doesn't show (spec 4.5, 6). A
 * thread outweighs a conversation, and that a chat.
 */
import { isIdentifier } from '../../../values/jsonObject';
import { memoizeByName } from '../../../values/words';
import { leavesOf } from './eventLeaves';
import { hasOtherWord } from './likelyWords';
import type { ReceivedEvent } from './receivedEvent';

/** The names of the service, if Field Names has them: then only these are read. */
export type IdentifierNames = Readonly<Partial<Record<'thread' | 'message', string>>>;

/** A name such as `threadId` or `thread.id`. */
const usual = /(?:^|\.)(thread|message|conversation|chat)[._-]?id$/i;

export class AnswerIdentifiers {
	private readonly found = new Map<string, string>();

	/** @param known the thread, if it is known already */
	constructor(
		private readonly known?: string,
		private readonly names: IdentifierNames = {},
	) {}

	/** As fields of the item. */
	get ids() {
		const subjects = ['thread', 'conversation', 'chat'];
		const threadId = this.known ?? subjects.map((each) => this.found.get(each)).find(Boolean);
		const messageId = this.found.get('message');
		return { ...(threadId && { threadId }), ...(messageId && { messageId }) };
	}

	/** The first thread is that of the answer, and the last message. */
	add(event: ReceivedEvent): void {
		const leaves = leavesOf(event);
		// What belongs to a message of the user, or to a tool, identifies no answer.
		if (leaves.some(({ name, value }) => name.endsWith('role') && hasOtherWord(String(value))))
			return;
		for (const { path, value } of leaves) {
			const subject = this.subjectOf(path);
			const isNew = subject === 'message' || !this.found.has(subject);
			if (subject !== '' && isNew && isIdentifier(value)) this.found.set(subject, String(value));
		}
	}

	private readonly subjectOf = memoizeByName((path: string): string => {
		const named = Object.entries(this.names).find(([, name]) => `.${path}`.endsWith(`.${name}`));
		const subject = usual.exec(path)?.[1]?.toLowerCase() ?? '';
		const isNamed = this.names[subject === 'message' ? subject : 'thread'] !== undefined;
		return named?.[0] ?? (isNamed || path.split('.').some(hasOtherWord) ? '' : subject);
	});
}
