/**
 * The thread and the message of an answer, whose names the specification doesn't show (spec 4.5, 6). A
 * name such as `threadId` or `thread.id` outweighs that of a conversation.
 */
import { isIdentifier } from '../../../values/jsonObject';
import { memoizeByName } from '../../../values/words';
import { leavesOf } from './eventLeaves';
import { hasOtherWord } from './likelyWords';
import type { ReceivedEvent } from './receivedEvent';

/** The names of the service, if Field Names has them: then only these are read. */
export type IdentifierNames = Readonly<Partial<Record<string, string>>>;

/** What a name such as `threadId` identifies, or the name before `id`. */
const readName = memoizeByName((name) => {
	const [, subject] = /^(thread|message|conversation|chat)(?:[_-]?id|\.id)$/i.exec(name) ?? [];
	return subject?.toLowerCase();
});

export class AnswerIdentifiers {
	private readonly found: Partial<Record<string, string>> = {};
	private readonly named: ReadonlyArray<readonly [subject: string, name: string | undefined]>;

	/** @param known the thread, if it is known already */
	constructor(
		private readonly known?: string,
		private readonly names: IdentifierNames = {},
	) {
		this.named = Object.entries(names);
	}

	/** As fields of the item. The last message is that of the answer. */
	get ids() {
		const { thread, conversation, chat, message } = this.found;
		const threadId = this.known ?? thread ?? conversation ?? chat;
		return { ...(threadId && { threadId }), ...(message && { messageId: message }) };
	}

	add(event: ReceivedEvent): void {
		for (const { path, value, labels } of leavesOf(event)) {
			// What belongs to a message of the user, or to a tool, identifies no answer.
			const isOther = labels.some((label) => label.isOther && label.field.endsWith('role'));
			const subject = isOther ? undefined : (this.namedSubject(path) ?? this.usualSubject(path));
			if (!isIdentifier(value)) continue;
			if (subject === 'message') this.found.message = String(value);
			else if (subject) this.found[subject] ??= String(value);
		}
	}

	private namedSubject(path: readonly string[]): string | undefined {
		const isNamed = (name: string) => `.${path.join('.')}`.endsWith(`.${name}`);
		return this.named.find(([, name]) => name !== undefined && isNamed(name))?.[0];
	}

	private usualSubject(path: readonly string[]): string | undefined {
		const name = path.at(-1) ?? '';
		const subject = readName(name === 'id' ? path.slice(-2).join('.') : name);
		const isNamed = this.names[subject === 'message' ? subject : 'thread'] !== undefined;
		return isNamed || path.some(hasOtherWord) ? undefined : subject;
	}
}
