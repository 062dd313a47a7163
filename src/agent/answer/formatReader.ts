/** Reads events by a format. What an event means depends on nothing but the event. */
import { type AnswerFormat, listWords, type TextMode } from './format';
import type { Piece } from './messages';
import { type Named, NamedEvents, namesOf } from './namedEvents';
import { leadsAnywhere, type Path, readPath, textAt } from './path';
import { doneMark, keepsAlive, type ReceivedEvent } from './receivedEvent';
import { findFailure } from './reportedFailure';

/** The columns of a format that say what an event means. */
const columns = [
	...(['ends', 'mayEnd', 'stops', 'failures', 'failedParts'] as const),
	...(['others', 'ignored', 'unclear'] as const),
];

/** What an event means. `unknown`: the format doesn't name it. */
export type Meaning = (typeof columns)[number] | 'unknown';

export interface EventReading {
	readonly meanings: ReadonlySet<Meaning>;
	readonly pieces: readonly Piece[];
	/** Who wrote the pieces, if the event says so. */
	readonly writer: string;
	/** The words by which the answer ends, stops, or may end. */
	readonly words: Readonly<Record<'ends' | 'stops' | 'mayEnd', readonly string[]>>;
	/** The part of the event that reports a failure of the agent. */
	readonly failure?: unknown;
}

/** A text of a format, ready to read. */
interface TextReader {
	readonly index: number;
	readonly mode: TextMode;
	/** The path as it is written. */
	readonly name: string;
	readonly events: readonly string[];
	readonly path: Path;
	readonly message: Path;
}

/** A column for whose fields another value stops the answer. */
const isEnd = (meaning: unknown) => meaning === 'ends' || meaning === 'mayEnd';

/** Reads events by a row of the table, by the format of a user, or by a row that a user extended. */
export class FormatReader {
	/** Words by what they mean; those for the events of a text by its index. */
	private readonly words: NamedEvents<Meaning | number>;
	private readonly signs: NamedEvents<'sign'>;
	/** Whether the format is that of a user, and no row of the table. */
	private readonly isUsers: boolean;
	private readonly texts: readonly TextReader[];
	private readonly writers: readonly Path[];
	/** What a user's word for the end begins with, if it compares the text itself. */
	private readonly endText: string | undefined;

	constructor(readonly format: AnswerFormat) {
		const { signs, texts, writers } = format;
		this.signs = new NamedEvents([['sign', listWords(signs)]]);
		this.isUsers = signs === undefined;
		this.texts = texts.map(({ path, message = '', events, mode }, index) => ({
			index,
			mode,
			name: path,
			events: listWords(events),
			path: readPath(path) ?? [],
			message: readPath(message) ?? [],
		}));
		this.words = new NamedEvents<Meaning | number>([
			...columns.map((name) => [name, listWords(format[name])] as const),
			...this.texts.map(({ events, index }) => [index, events] as const),
		]);
		this.writers = listWords(writers).map((path) => readPath(path) ?? []);
		const [text] = this.isUsers ? texts : [];
		this.endText = text && (text.path === '' ? '' : `${text.path}=`);
	}

	/** Whether the user named no event that ends the answer. */
	get endsWithStream(): boolean {
		return this.isUsers && listWords(this.format.ends).length === 0;
	}

	/** Whether an event shows that the stream has this format. */
	fits(event: ReceivedEvent): boolean {
		return this.signs.compare(namesOf(event, false)).fits.length > 0;
	}

	/** Whether a word of the format names a type. */
	hasType(type: string): boolean {
		return this.words.hasType(type);
	}

	read(event: ReceivedEvent): EventReading {
		const named = namesOf(event, this.isUsers);
		const { types, value } = named;
		const { fits, differs } = this.words.compare(named);
		const found = new Set(fits.map(({ meaning }) => meaning));
		const meanings = new Set<Meaning>(columns.filter((name) => found.has(name)));
		const wordsOf = (wanted: Meaning) =>
			fits.filter(({ meaning }) => meaning === wanted).map(({ word }) => word);
		const ends = wordsOf('ends');
		const isOutside = event.isWord(doneMark) || keepsAlive(event);
		if (isOutside || meanings.has('ignored')) {
			return {
				meanings: new Set(),
				pieces: [],
				writer: '',
				words: { ends, stops: [], mayEnd: [] },
			};
		}
		const isOfText = (word: string) => this.isOfText(word, types);
		const others = differs.filter(({ meaning, word }) => isEnd(meaning) && !isOfText(word));
		if (others.length > 0) meanings.add('stops');
		// The user's word for the end is no text.
		const pieces = ends.some(isOfText) ? [] : this.piecesOf(value, found, event.data);
		const isNamed = pieces.length + meanings.size > 0 || this.hasText(named, found);
		const isWhollyNamed = isNamed && (this.isUsers || types.every((type) => this.hasType(type)));
		if (!isWhollyNamed) meanings.add('unknown');
		return {
			meanings,
			pieces,
			writer: this.writers.map((path) => textAt(value, path)).join('\n'),
			words: {
				ends,
				stops: [...wordsOf('stops'), ...others.map(({ word }) => word)],
				mayEnd: wordsOf('mayEnd'),
			},
			failure: this.failureOf(event, found, isNamed),
		};
	}

	private piecesOf(value: unknown, found: ReadonlySet<unknown>, data: string): Piece[] {
		return this.texts.flatMap(({ index, path, events, mode, message }) => {
			const isText = events.length === 0 || found.has(index);
			const text = isText ? textOf(value, path, data) : '';
			const id = message.length > 0 && textAt(value, message);
			return text === '' ? [] : [{ text, mode, message: id || undefined }];
		});
	}

	/** Whether a word of a user's format compares the text itself, which differs from it in most events. */
	private isOfText(word: string, types: readonly string[]): boolean {
		if (this.endText === '') return types.length === 0 && !word.includes('=');
		return this.endText !== undefined && word.startsWith(this.endText);
	}

	/** Whether a text may be no text, but the user's word for the end. */
	mayEnd(text: string): boolean {
		return this.endText !== undefined && listWords(this.format.ends).includes(this.endText + text);
	}

	/** Whether an event is one of those with text, even if it has none. */
	private hasText({ types, value }: Named, found: ReadonlySet<unknown>): boolean {
		if (types.length > 0 && found.size > 0) return true;
		// A row names the events that may be without text, and so does a user who names those with it.
		const isAny = types.length === 0 || this.texts.every(({ events }) => events.length === 0);
		return this.isUsers && isAny && this.texts.some(({ path }) => leadsToText(value, path));
	}

	private failureOf(event: ReceivedEvent, found: ReadonlySet<unknown>, isNamed: boolean): unknown {
		if (found.has('failures') && !found.has('stops')) return event.value;
		const { types } = event;
		const isExpected = types.length > 0 ? types.every((type) => this.hasType(type)) : isNamed;
		return isExpected ? undefined : findFailure(event);
	}
}

/** The text at a path. Plain text may look like a number, and is kept as it is then. */
function textOf(value: unknown, path: Path, data: string): string {
	if (path.length > 0 || typeof value === 'string') return textAt(value, path);
	return typeof value === 'object' ? '' : data;
}

const leadsToText = (value: unknown, path: Path) =>
	path.length === 0 ? typeof value !== 'object' : leadsAnywhere(value, path);
