/** Reads events by a format. What an event means depends on nothing but the event. */
import { isRecord, isText } from '../../../values/jsonObject';
import { type Label, leavesOf } from '../events/eventLeaves';
import { labelsOf, stopReasonsIn } from '../events/eventSigns';
import {
	isOff,
	leadsAnywhere,
	namesIn,
	open,
	type Path,
	readPath,
	textAt,
	valuesAt,
} from '../events/path';
import { doneMark, keepsAlive, type ReceivedEvent } from '../events/receivedEvent';
import { findFailure } from '../events/reportedFailure';
import { type AnswerFormat, listWords, type TextMode } from '../format';
import type { Piece } from './messages';
import { NamedEvents } from './namedEvents';

/** The columns of a format that say what an event means. */
const columns = [
	...(['ends', 'mayEnd', 'stops', 'failures', 'failedParts'] as const),
	...(['others', 'ignored', 'unclear'] as const),
];

/** A column, or the index of a text whose events have such a word. */
type Meaning = (typeof columns)[number] | number;

type Compared = ReturnType<NamedEvents<Meaning>['compare']>;
type Meanings = Compared['fits'];

/** What an event means. */
export interface EventReading {
	readonly pieces: readonly Piece[];
	/** What is stated of the pieces, such as who wrote them. */
	readonly labels: readonly Label[];
	/** Words by which the event ends the answer, may end it, or stops it. */
	readonly ends: readonly string[];
	readonly mayEnd: readonly string[];
	readonly stops: readonly string[];
	readonly hasFailedPart: boolean;
	/** The part of the event that reports a failure of the agent. */
	readonly failure?: unknown;
	/** The format doesn't name the event. */
	readonly isUnknown: boolean;
	readonly isUnclear: boolean;
}

const nothing: EventReading = {
	...{ pieces: [], labels: [], ends: [], mayEnd: [], stops: [] },
	...{ hasFailedPart: false, isUnknown: false, isUnclear: false },
};

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
	private readonly words: NamedEvents<Meaning>;
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
		this.words = new NamedEvents<Meaning>([
			...columns.map((name) => [name, listWords(format[name])] as const),
			...this.texts.map(({ events }, index) => [index, events] as const),
		]);
		this.writers = listWords(writers).map((name) => ({ name, path: readPath(name) ?? [] }));
	}

	/** Whether an event shows that the stream has this format. */
	fits(event: ReceivedEvent): boolean {
		return this.signs.compare(event).fits.size > 0;
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
		const meanings = this.words.compare(event);
		const { fits } = meanings;
		const ends = fits.get('ends') ?? [];
		const stops = this.isUsers ? stopReasonsIn(event, ends) : [];
		if (this.isIgnored(event, fits)) return { ...nothing, ends, stops };
		const reading = { ...nothing, ends, stops, mayEnd: fits.get('mayEnd') ?? [] };
		if (!event.isWord(doneMark) && !keepsAlive(event))
			return this.readPart(event, meanings, reading);
		return { ...reading, isUnknown: ends.length === 0 && this.mayBeText(event, fits) };
	}

	/** Whether the event is no part of the answer. Of a list of parts, each with a text must be none. */
	private isIgnored({ types, value }: ReceivedEvent, fits: Meanings): boolean {
		if (!fits.has('ignored')) return false;
		const isOther = (each: unknown) =>
			this.words.compare({ types, value: each }).fits.has('ignored');
		const texts = this.textsIn(fits);
		const hasText = (part: unknown) => texts.some(({ path }) => textAt(part, path) !== '');
		const [rest, parts] = splitParts(value, texts[0]?.names.split('.') ?? []);
		return parts.every((part) => isOther(part) || !hasText(part)) || isOther(rest);
	}

	/** Reads what may be a part of the answer. */
	private readPart(event: ReceivedEvent, meanings: Compared, reading: EventReading): EventReading {
		const { fits } = meanings;
		const pieces = this.piecesOf(event, fits);
		const mark = pieces.find(({ text }) => this.isEnd(text));
		if (mark) return { ...nothing, ends: [mark.text] };
		const hasText = pieces.length > 0;
		const isNamed = hasText || this.isNamed(event, meanings);
		const hasTypes = event.types.every((type) => this.hasType(type));
		const labels = hasText ? this.labelsOf(event) : [];
		return {
			...reading,
			pieces,
			labels: labels.flat(),
			stops: [...stopsIn(meanings), ...reading.stops],
			hasFailedPart: fits.has('failedParts'),
			failure: this.failureOf(event, fits, event.types.length > 0 ? hasTypes : isNamed),
			isUnknown: !isNamed || !(this.isUsers || hasTypes),
			isUnclear:
				fits.has('unclear') || (hasText ? hasTextsOfTwoKinds(labels) : this.hasOther(event, fits)),
		};
	}

	/**
	 * The labels of each text. A row names who writes. In the format of a user, any field around the text
	 * may show it.
	 */
	private labelsOf(event: ReceivedEvent): ReadonlyArray<readonly Label[]> {
		const { value, data, types } = event;
		const label = (field: string, text: string) => ({ field, value: text, isOther: false });
		const [text] = this.texts;
		const byType = text?.events.length === 0 ? [label('type', types.join())] : [];
		// Plain text in quotes is written in another way than plain text, so both are not one answer.
		if (typeof value === 'string') return [[label('quoted', String(value !== data)), ...byType]];
		if (!this.isUsers) {
			const writers = this.writers.map(({ name, path }) => label(name, textAt(value, path)));
			return [writers.filter((writer) => writer.value !== '')];
		}
		const around = leavesOf(event)
			.filter(({ path }) => namesIn(path.join('.')) === text?.names)
			.map((leaf) => [...byType, ...labelsOf(event, leaf)]);
		return around.length > 0 ? around : [byType];
	}

	/** @param isExpected the format names the event, so that usual words report no failure */
	private failureOf(event: ReceivedEvent, fits: Meanings, isExpected: boolean): unknown {
		if (fits.has('failures') && !fits.has('stops')) return event.value;
		if (!isExpected) return findFailure(event);
		// A row knows what fails. A user names only the text and the end.
		return this.isUsers && !isOff(event.record.error) ? event.value : undefined;
	}

	/** Whether a heartbeat, such as "ping", may be a word of plain text. */
	private mayBeText(event: ReceivedEvent, fits: Meanings): boolean {
		if (!keepsAlive(event) || event.data.trim() === '') return false;
		return this.textsIn(fits).some(({ path }) => path.length === 0);
	}

	/** The texts that an event may have. */
	private textsIn(fits: Meanings) {
		return this.texts.filter(({ events }, index) => events.length === 0 || fits.has(index));
	}

	private piecesOf({ value, data, types }: ReceivedEvent, fits: Meanings): Piece[] {
		// Plain text that the user named as the end is no text.
		const isPlainEnd = fits.has('ends') && types.length === 0;
		return this.textsIn(fits).flatMap(({ path, mode, message }) => {
			const text = textOf(value, path, data, types.length > 0);
			const id = message.length > 0 && textAt(value, message);
			const hasText = text !== '' && !(isPlainEnd && path.length === 0);
			return hasText ? [{ text, mode, message: id || undefined }] : [];
		});
	}

	/**
	 * Whether a text would be lost: in its place is something else, such as a card in the format of a user,
	 * or the data isn't JSON, for example because it is cut.
	 */
	private hasOther({ value }: ReceivedEvent, fits: Meanings): boolean {
		const paths = this.textsIn(fits).flatMap(({ path }) => (path.length > 0 ? [path] : []));
		if (paths.length > 0 && isPlainText(value)) return !fits.has('ends');
		return this.isUsers && paths.some((path) => valuesAt(value, path).some(isObject));
	}

	/** Whether the format names an event without text. */
	private isNamed({ types, value }: ReceivedEvent, { fits, differs }: Compared): boolean {
		const hasType = types.length > 0 && fits.size + differs.size > 0;
		if (hasType || columns.some((name) => fits.has(name))) return true;
		// A row names the events that may be without text, and so does a user who names those with it.
		const isAny = types.length === 0 || this.texts.every(({ events }) => events.length === 0);
		return this.isUsers && isAny && this.texts.some(({ path }) => leadsToText(value, path));
	}
}

/** What an event has besides its first list at a path, and each entry of that list alone. */
function splitParts(value: unknown, names: readonly string[]): [unknown, readonly unknown[]] {
	if (Array.isArray(value)) return [[], value.map((entry) => [entry])];
	const [name, ...further] = names;
	if (name === undefined || !isRecord(value) || !Object.hasOwn(value, name)) return [value, []];
	const [rest, parts] = splitParts(value[name], further);
	return [{ ...value, [name]: rest }, parts.map((part) => ({ [name]: part }))];
}

/** Whether only some texts of an event have a label of something else, so that no word names them. */
function hasTextsOfTwoKinds(texts: ReadonlyArray<readonly Label[]>): boolean {
	const others = texts.filter((labels) => labels.some(({ isOther }) => isOther));
	return others.length > 0 && others.length < texts.length;
}

/** The words by which an event stops the answer. */
function stopsIn({ fits, differs }: Compared): string[] {
	const stops = fits.get('stops') ?? [];
	// A failure is no stop, even if its field is that of the end.
	if (fits.has('failures')) return [...stops];
	return [...stops, ...(differs.get('ends') ?? []), ...(differs.get('mayEnd') ?? [])];
}

/**
 * The text at a path. Plain text may look like a number, and is kept as it is then. Events of a type have
 * nothing but plain text, even if it looks like an object.
 */
function textOf(value: unknown, path: Path, data: string, hasType: boolean): string {
	if (path.length > 0 || typeof value === 'string') return textAt(value, path);
	return typeof value === 'object' && !hasType ? '' : data;
}

const isObject = (value: unknown) => typeof value === 'object';

const isPlainText = (value: unknown) => isText(value) && !isObject(open(value));

const leadsToText = (value: unknown, path: Path) =>
	path.length === 0 ? typeof value !== 'object' : leadsAnywhere(value, path);
