/** Reads events by a format. What an event means depends on nothing but the event. */
import { type AnswerFormat, listWords, type TextMode } from './format';
import type { Piece } from './messages';
import { type Label, leavesOf } from './eventLeaves';
import { labelsOf, stopsIn } from './eventSigns';
import { NamedEvents } from './namedEvents';
import { isOff, leadsAnywhere, namesIn, type Path, readPath, textAt } from './path';
import { doneMark, keepsAlive, type ReceivedEvent } from './receivedEvent';
import { findFailure } from './reportedFailure';

/** The columns of a format that say what an event means. */
const columns = [
	...(['ends', 'mayEnd', 'stops', 'failures', 'failedParts'] as const),
	...(['others', 'ignored', 'unclear'] as const),
];

type Column = (typeof columns)[number];

/**
 * The words for an event by what it means; those for the events of a text by its index. `unlikeEnd` are
 * those of an end whose field has another value here, and `reasons` those of fields that name a stop.
 */
type Meanings = ReadonlyMap<
	Column | number | 'unlikeEnd' | 'reasons',
	ReadonlyArray<{ readonly word: string }>
>;

export interface EventReading {
	readonly meanings: Meanings;
	/** The format doesn't name the event. */
	readonly isUnknown: boolean;
	readonly pieces: readonly Piece[];
	/** What is stated of the pieces, such as who wrote them. */
	readonly labels: readonly Label[];
	/** The part of the event that reports a failure of the agent. */
	readonly failure?: unknown;
}

/** A text of a format, ready to read. */
interface TextReader {
	readonly mode: TextMode;
	readonly events: readonly string[];
	readonly path: Path;
	/** The path without conditions and positions. */
	readonly names: string;
	readonly message: Path;
}

/** Reads events by a row of the table, by the format of a user, or by a row that a user extended. */
export class FormatReader {
	private readonly words: NamedEvents<Column | number>;
	private readonly signs: NamedEvents<'sign'>;
	/** Whether the format is that of a user, and no row of the table. */
	private readonly isUsers: boolean;
	private readonly texts: readonly TextReader[];
	private readonly writers: ReadonlyArray<Readonly<{ name: string; path: Path }>>;

	constructor(readonly format: AnswerFormat) {
		const { signs, texts, writers } = format;
		this.signs = new NamedEvents([['sign', listWords(signs)]]);
		this.isUsers = signs === undefined;
		this.texts = texts.map(({ path, message = '', events, mode }) => ({
			mode,
			events: listWords(events),
			path: readPath(path) ?? [],
			names: namesIn(path),
			message: readPath(message) ?? [],
		}));
		this.words = new NamedEvents<Column | number>([
			...columns.map((name) => [name, listWords(format[name])] as const),
			...this.texts.map(({ events }, index) => [index, events] as const),
		]);
		this.writers = listWords(writers).map((name) => ({ name, path: readPath(name) ?? [] }));
	}

	/** Whether an event shows that the stream has this format. */
	fits(event: ReceivedEvent): boolean {
		return this.signs.compare(event).fits.length > 0;
	}

	/** Whether a word of the format names a type. */
	hasType(type: string): boolean {
		return this.words.hasType(type);
	}

	/** Whether a text is no text, but ends the answer. */
	isEnd(text: string): boolean {
		return this.format.endTexts?.includes(text) === true;
	}

	read(event: ReceivedEvent): EventReading {
		const meanings = this.meaningsOf(event);
		const isAside = meanings.has('ignored') || event.isWord(doneMark) || keepsAlive(event);
		return isAside ? this.readAside(event, meanings) : this.readPart(event, meanings);
	}

	/** Reads what can be no part of the answer, but its end. */
	private readAside(event: ReceivedEvent, meanings: Meanings): EventReading {
		const kept = ['ends', 'reasons', meanings.has('ignored') ? '' : 'mayEnd'];
		const ends = [...meanings].filter(([meaning]) => kept.includes(String(meaning)));
		const isUnknown = keepsAlive(event) && ends.length === 0 && this.mayBeText(event, meanings);
		return { meanings: new Map(ends), pieces: [], labels: [], isUnknown };
	}

	private readPart(event: ReceivedEvent, meanings: Meanings): EventReading {
		const pieces = this.piecesOf(event, meanings);
		const isNamed = pieces.length > 0 || this.isNamed(event, meanings);
		const hasTypes = event.types.every((type) => this.hasType(type));
		return {
			meanings,
			pieces,
			isUnknown: !isNamed || !(this.isUsers || hasTypes),
			labels: pieces.length > 0 ? this.labelsOf(event) : [],
			failure: this.failureOf(event, meanings, event.types.length > 0 ? hasTypes : isNamed),
		};
	}

	private meaningsOf(event: ReceivedEvent): Meanings {
		const [text] = this.format.endTexts ? this.texts : [];
		const mark = text && textAt(event.value, text.path);
		if (mark !== undefined && this.isEnd(mark)) return new Map([['ends', [{ word: mark }]]]);
		const { fits, differs } = this.words.compare(event);
		const meanings: Meanings = Map.groupBy(fits, ({ meaning }) => meaning);
		const isEnd = ({ meaning }: { meaning: unknown }) => meaning === 'ends' || meaning === 'mayEnd';
		const unlikeEnd = differs.filter(isEnd);
		const stops = this.isUsers ? this.stopsIn(event, meanings) : [];
		if (stops.length > 0) return new Map([...meanings, ['reasons', stops]]);
		// A failure is no stop, even if its field is that of the end.
		if (unlikeEnd.length === 0 || meanings.has('failures')) return meanings;
		return new Map([...meanings, ['unlikeEnd', unlikeEnd]]);
	}

	/** The reasons to stop that a user may not have seen when they confirmed the end. */
	private stopsIn(event: ReceivedEvent, meanings: Meanings) {
		const ends = meanings.get('ends') ?? [];
		const isNamed = (stop: string) =>
			ends.some(({ word }) => word.includes(stop.replace(/=.*/, '=')));
		const stops = stopsIn(event, ends.length > 0).filter((stop) => !isNamed(stop));
		return stops.map((word) => ({ word }));
	}

	/** A row names who writes. In the format of a user, any field around the text may tell. */
	private labelsOf(event: ReceivedEvent): readonly Label[] {
		const { value, data, types } = event;
		const label = (field: string, text: string) => ({ field, value: text, isOther: false });
		// Plain text in quotes is written in another way than plain text, so both are not one answer.
		if (typeof value === 'string') return [label('quoted', String(value !== data))];
		if (!this.isUsers) {
			const writers = this.writers.map(({ name, path }) => label(name, textAt(value, path)));
			return writers.filter((writer) => writer.value !== '');
		}
		const [text] = this.texts;
		const around = leavesOf(event)
			.filter(({ path }) => namesIn(path.join('.')) === text?.names)
			.flatMap((leaf) => labelsOf(event, leaf));
		return text?.events.length === 0 ? [label('type', types.join()), ...around] : around;
	}

	/** @param isExpected the format names the event, so that usual words report no failure */
	private failureOf(event: ReceivedEvent, meanings: Meanings, isExpected: boolean): unknown {
		if (meanings.has('failures') && !meanings.has('stops')) return event.value;
		if (!isExpected) return findFailure(event);
		// A row knows what fails. A user names only the text and the end.
		return this.isUsers && !isOff(event.record.error) ? event.value : undefined;
	}

	/** Whether a sign of life may be a word of plain text. */
	private mayBeText({ data }: ReceivedEvent, meanings: Meanings): boolean {
		if (data.trim() === '' || meanings.has('ignored')) return false;
		return this.textsIn(meanings).some(({ path }) => path.length === 0);
	}

	/** The texts that an event may have. */
	private textsIn(meanings: Meanings) {
		return this.texts.filter(({ events }, index) => events.length === 0 || meanings.has(index));
	}

	private piecesOf({ value, data, types }: ReceivedEvent, meanings: Meanings): Piece[] {
		// Plain text that the user named as the end is no text.
		const isPlainEnd = meanings.has('ends') && types.length === 0;
		return this.textsIn(meanings).flatMap(({ path, mode, message }) => {
			const text = textOf(value, path, data, types.length > 0);
			const isMark = this.isEnd(text) || (isPlainEnd && path.length === 0);
			const id = message.length > 0 && textAt(value, message);
			return text === '' || isMark ? [] : [{ text, mode, message: id || undefined }];
		});
	}

	/** Whether the format names an event without text. */
	private isNamed({ types, value }: ReceivedEvent, meanings: Meanings): boolean {
		if (columns.some((name) => meanings.has(name))) return true;
		const isOfType = types.length > 0 && [...meanings.keys()].some((name) => name !== 'reasons');
		if (isOfType) return true;
		// A row names the events that may be without text, and so does a user who names those with it.
		const isAny = types.length === 0 || this.texts.every(({ events }) => events.length === 0);
		return this.isUsers && isAny && this.texts.some(({ path }) => leadsToText(value, path));
	}
}

/**
 * The text at a path. Plain text may look like a number, and is kept as it is then. Events of a type have
 * nothing but plain text, even if it looks like an object.
 */
function textOf(value: unknown, path: Path, data: string, hasType: boolean): string {
	if (path.length > 0 || typeof value === 'string') return textAt(value, path);
	return typeof value === 'object' && !hasType ? '' : data;
}

const leadsToText = (value: unknown, path: Path) =>
	path.length === 0 ? typeof value !== 'object' : leadsAnywhere(value, path);
