/** The events of an answer that its format doesn't name, and the words to name them. */
import { type EventSigns, mayUndo, signsOf, wordFor } from './eventSigns';
import type { ProposedEntries } from './proposal';
import type { ReceivedEvent } from './receivedEvent';

/** What a user can enter about an event: after `answer.`, and the word. */
export type ProposedWord = readonly [
	name: 'events' | 'finalEvent' | 'otherEvents',
	word: string | undefined,
];

/** The entries of a user with further words. */
export function addWords(
	entries: ProposedEntries,
	words: readonly ProposedWord[],
): ProposedEntries {
	const all: Record<string, string | readonly string[]> = { ...entries };
	for (const [name, word] of words) {
		const key = `answer.${name}`;
		all[key] = [...new Set([all[key] ?? [], word ?? []].flat())];
	}
	return all;
}

/** Kinds of unknown events that are told. */
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
	words(isShared: (word: string) => boolean): readonly ProposedWord[] {
		return [...this.kinds.values()].map(({ hasText, ...signs }) => {
			const word = wordFor(signs, isShared);
			return [hasText ? 'events' : 'otherEvents', word];
		});
	}
}
