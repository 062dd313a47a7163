/** The events of an answer that its format doesn't name, and the words to name them. */
import { wordsOf } from '../events/eventLeaves';
import { saysUndone } from '../events/likelyWords';
import type { ReceivedEvent } from '../events/receivedEvent';
import type { ProposedEntries } from '../format';

/** Words for events, by what follows `answer.` in the entries of a user. */
type Words = Readonly<Record<string, readonly string[]>>;

/** The entries of a user with further words. */
export function addWords(entries: ProposedEntries, words: Words): ProposedEntries {
	const all: Record<string, string | readonly string[]> = { ...entries };
	for (const [name, added] of Object.entries(words)) {
		const key = `answer.${name}`;
		const [first = '', ...more] = new Set([all[key] ?? [], added].flat());
		const isOne = name === 'finalEvent' && more.length === 0;
		if (added.length > 0) all[key] = isOne ? first : [first, ...more];
	}
	return all;
}

/** Whether a word names events of another meaning, too. */
export type IsShared = (word: string) => boolean;

/** A word that names an event, and none of another meaning; undefined if there is none. */
export function wordFor(
	{ types }: ReceivedEvent,
	words: readonly string[],
	isShared: IsShared,
): string | undefined {
	const word = words.find((each) => !isShared(each));
	return word === undefined || types.includes(word) ? word : [...types, word].join('&');
}

/** Whether an event may show that an earlier text no longer counts. A name alone doesn't. */
export const mayUndo = (words: readonly string[]) =>
	words.some((word) => !/=\*?$/.test(word) && saysUndone(word));

/** Kinds of unknown events that a proposal names, at most. */
const maxKinds = 200;

interface Kind {
	readonly event: ReceivedEvent;
	readonly hasText: boolean;
}

export class UnknownEvents {
	private readonly kinds = new Map<string, Kind>();

	/** What may change the answer can't be named as something else. */
	add(event: ReceivedEvent, hasText: boolean): void {
		const { types } = event;
		const words = wordsOf(event);
		if (mayUndo(words) || this.kinds.size >= maxKinds) return;
		const kind = (types.length > 0 ? types : words).join('\n');
		const known = this.kinds.get(kind)?.hasText === true;
		this.kinds.set(kind, { event, hasText: hasText || known });
	}

	words(isShared: IsShared): Words {
		const wordsFor = (isOfText: boolean) =>
			[...this.kinds.values()]
				.filter(({ hasText }) => hasText === isOfText)
				.flatMap(({ event }) => wordFor(event, wordsOf(event), isShared) ?? []);
		return { events: wordsFor(true), otherEvents: wordsFor(false) };
	}
}
