/** The events of an answer that its format doesn't name, and the words to name them. */
import { type EventSigns, mayUndo, signsOf, wordFor } from '../events/eventSigns';
import type { ReceivedEvent } from '../events/receivedEvent';
import type { ProposedEntries } from '../format';

/** Words for events, by what follows `answer.` in the entries of a user. */
type Words = Readonly<Record<string, readonly string[]>>;

/** The entries of a user with further words. */
export function addWords(entries: ProposedEntries, words: Words): ProposedEntries {
	const all: Record<string, string | readonly string[]> = { ...entries };
	for (const [name, added] of Object.entries(words)) {
		const key = `answer.${name}`;
		if (added.length > 0) all[key] = [...new Set([all[key] ?? [], added].flat())];
	}
	return all;
}

/** Kinds of unknown events that a proposal names, at most. */
const maxKinds = 200;

export class UnknownEvents {
	private readonly kinds = new Map<string, EventSigns & { readonly hasText: boolean }>();

	/** What may change the answer can't be named as something else. */
	add(event: ReceivedEvent, hasText: boolean): void {
		const signs = signsOf(event);
		if (mayUndo(signs) || this.kinds.size >= maxKinds) return;
		const known = this.kinds.get(signs.kind);
		this.kinds.set(signs.kind, { ...signs, hasText: hasText || known?.hasText === true });
	}

	/** @param isShared whether a word names known events, too */
	words(isShared: (word: string) => boolean): Words {
		const kinds = [...this.kinds.values()];
		const wordsOf = (isOfText: boolean) =>
			kinds.flatMap((kind) => (kind.hasText === isOfText && wordFor(kind, isShared)) || []);
		return { events: wordsOf(true), otherEvents: wordsOf(false) };
	}
}
