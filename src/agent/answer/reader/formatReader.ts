/** Reads events by a format. What an event means depends on nothing but the event. */
import { isText } from '../../../values/jsonObject';
import {
	type Label,
	isOfOther,
	labelsOf,
	leavesOf,
	stateField,
	wordOf,
} from '../events/eventLeaves';
import { isStopReason } from '../events/likelyWords';
import {
	findAll,
	isNone,
	isOff,
	namesIn,
	open,
	type Path,
	readPath,
	testedFields,
	textAt,
} from '../events/path';
import { doneMark, keepsAlive, type ReceivedEvent } from '../events/receivedEvent';
import { findFailure } from '../events/reportedFailure';
import { type AnswerFormat, type AnswerText, listWords, type TextMode } from '../format';
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

/**
 * Why an answer with an event is not complete. The format doesn't name the event (`unknown`), its text is
 * of somebody or something else (`other`), or it may belong to the answer, or change it, and no word can
 * name it (`unclear`).
 */
export type Doubt = 'unknown' | 'other' | 'unclear';

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
	/** The user named the event as no part of the answer, or it only keeps the connection open. */
	readonly isSilent: boolean;
	readonly doubt?: Doubt;
}

const nothing: EventReading = {
	...{ pieces: [], labels: [], ends: [], mayEnd: [], stops: [] },
	...{ hasFailedPart: false, isSilent: false },
};

/** A text of a format, ready to read. */
interface TextReader {
	readonly mode: TextMode;
	/** All events may have the text. */
	readonly isInAll: boolean;
	readonly path: Path;
	readonly message: Path;
}

const readText = ({ path, message = '', events, mode }: AnswerText): TextReader => ({
	mode,
	isInAll: listWords(events).length === 0,
	path: readPath(path) ?? [],
	message: readPath(message) ?? [],
});

/** Reads events by a row of the table, by the format of a user, or by a row that a user extended. */
export class FormatReader {
	private readonly words: NamedEvents<Meaning>;
	private readonly signs: NamedEvents<'sign'>;
	/** Whether the format is that of a user, and no row of the table. */
	private readonly isUsers: boolean;
	/** The path of the text of a user, without conditions and positions. */
	readonly textName: string;
	/** The path of what has the text, which may be a list of parts. */
	private readonly partsPath: Path;
	/** The fields by which a user selects the texts of an event. */
	private readonly tested: readonly string[];
	private readonly texts: readonly TextReader[];
	private readonly writers: ReadonlyArray<Readonly<{ name: string; path: Path }>>;

	constructor(readonly format: AnswerFormat) {
		const { signs, texts, writers } = format;
		this.signs = new NamedEvents([['sign', listWords(signs)]]);
		this.isUsers = signs === undefined;
		this.texts = texts.map(readText);
		this.tested = testedFields(texts[0]?.path ?? '');
		this.textName = namesIn(texts[0]?.path ?? '');
		this.partsPath = readPath(this.textName)?.slice(0, -1) ?? [];
		this.writers = listWords(writers).map((name) => ({ name, path: readPath(name) ?? [] }));
		this.words = new NamedEvents<Meaning>([
			...columns.map((name) => [name, listWords(format[name])] as const),
			...texts.map(({ events }, index) => [index, listWords(events)] as const),
		]);
	}

	/** Whether an event shows that the stream has this format. */
	fits(event: ReceivedEvent): boolean {
		return this.signs.compare(event).fits.size > 0;
	}

	/** Whether a word of the format names a type, perhaps only of some events. */
	readonly hasType = (type: string): boolean => this.words.hasType(type);

	/** Whether a text is no text, but ends the answer. */
	isEnd(text: string): boolean {
		return this.format.endTexts?.includes(text) === true;
	}

	read(event: ReceivedEvent): EventReading {
		const compared = this.words.compare(event);
		const { fits } = compared;
		const ends = fits.get('ends') ?? [];
		const stops = this.isUsers ? this.stopReasonsIn(event, ends) : [];
		const reading = { ...nothing, ends, stops };
		const pieces = this.piecesOf(event, fits);
		const isIgnored = fits.has('ignored') && !this.isMixed(event, pieces);
		if (isIgnored) return { ...reading, isSilent: true };
		if (keepsAlive(event)) {
			const mayBeText = ends.length === 0 && pieces.length > 0;
			return { ...reading, isSilent: true, doubt: mayBeText ? 'unknown' : undefined };
		}
		const mayEnd = fits.get('mayEnd') ?? [];
		if (event.isWord(doneMark)) return { ...reading, mayEnd };
		return this.readPart(event, compared, pieces, { ...reading, mayEnd });
	}

	/** Reads what may be a part of the answer. */
	private readPart(
		event: ReceivedEvent,
		compared: Compared,
		pieces: readonly Piece[],
		reading: EventReading,
	): EventReading {
		const { fits } = compared;
		const mark = pieces.find(({ text }) => this.isEnd(text));
		if (mark) return { ...nothing, ends: [mark.text] };
		const isNamed = pieces.length > 0 || this.isNamed(event, compared);
		const isKnown = isNamed && (this.isUsers || event.types.every(this.hasType));
		return {
			...reading,
			pieces,
			labels: pieces.length > 0 ? this.labelsOf(event) : [],
			stops: [...stopsIn(compared), ...reading.stops],
			hasFailedPart: fits.has('failedParts'),
			failure: this.failureOf(event, fits, isNamed),
			doubt: this.doubtOf(event, pieces, fits, isKnown),
		};
	}

	private doubtOf(
		event: ReceivedEvent,
		pieces: readonly Piece[],
		fits: Meanings,
		isKnown: boolean,
	): Doubt | undefined {
		const hasText = pieces.length > 0;
		const isLost = !hasText && this.hasOther(event, fits);
		if (isLost || fits.has('unclear') || fits.has('ignored')) return 'unclear';
		const isOther = this.isUsers && hasText && isOfOther(event, this.tested);
		if (isOther) return this.isMixed(event, pieces) ? 'unclear' : 'other';
		return isKnown ? undefined : 'unknown';
	}

	/** Whether there are parts beside one with a text, so that no word can be for all of them. */
	private isMixed({ value }: ReceivedEvent, pieces: readonly Piece[]): boolean {
		return pieces.length > 0 && findAll(value, this.partsPath).flat().length > 1;
	}

	/**
	 * The reasons in an event to stop, as words. A user may not have seen them when they confirmed the end.
	 *
	 * @param ends words by which the event ends the answer, so that an unknown state is a reason, too
	 */
	private stopReasonsIn(event: ReceivedEvent, ends: readonly string[]): string[] {
		const isNamed = (path: string) => ends.some((word) => word.includes(`${path}=`));
		return leavesOf(event)
			.filter(({ name, value }) => isStopReason(name, value, ends.length > 0))
			.filter(({ path }) => !isNamed(path))
			.map(wordOf);
	}

	/** A row names who writes. In the format of a user, any field of the event may show it. */
	private labelsOf(event: ReceivedEvent): readonly Label[] {
		const { value, data, types } = event;
		const byType: Label[] = this.texts[0]?.isInAll === true ? [['type', types.join()]] : [];
		// Plain text in quotes is written in another way than plain text, so both are not one answer.
		if (typeof value === 'string') return [['quoted', String(value !== data)], ...byType];
		if (this.isUsers) {
			// The state of a text may change until the text is whole.
			const isSnapshot = this.texts[0]?.mode === 'snapshot';
			const stated = labelsOf(event, this.textName, this.tested);
			return [...byType, ...stated.filter(([field]) => !isSnapshot || field !== stateField)];
		}
		const writers = this.writers.map(({ name, path }): Label => [name, textAt(value, path)]);
		return writers.filter(([, writer]) => writer !== '');
	}

	private failureOf(event: ReceivedEvent, fits: Meanings, isNamed: boolean): unknown {
		if (fits.has('failures') && !fits.has('stops')) return event.value;
		const isExpected = event.types.length > 0 ? event.types.every(this.hasType) : isNamed;
		if (!isExpected) return findFailure(event);
		// A row knows what fails. A user names only the text and the end.
		return this.isUsers && !isOff(event.record.error) ? event.value : undefined;
	}

	/** The texts that an event may have. */
	private textsIn(fits: Meanings): readonly TextReader[] {
		return this.texts.filter(({ isInAll }, index) => isInAll || fits.has(index));
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
		const around = [value, ...findAll(value, this.partsPath).flat()];
		if (paths.length > 0 && around.some(isPlainText)) return !fits.has('ends');
		return this.isUsers && paths.some((path) => findAll(value, path).some(isFilledObject));
	}

	/** Whether the format names an event without text. */
	private isNamed({ types, value }: ReceivedEvent, { fits, differs }: Compared): boolean {
		const hasType = types.length > 0 && fits.size + differs.size > 0;
		if (hasType || columns.some((name) => fits.has(name))) return true;
		// A row names the events that may be without text, and so does a user who names those with it.
		const isAny = types.length === 0 || this.texts.every(({ isInAll }) => isInAll);
		return this.isUsers && isAny && this.texts.some(({ path }) => leadsToText(value, path));
	}
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
const isFilledObject = (value: unknown) => isObject(value) && !isNone(value);

const isPlainText = (value: unknown) => isText(value) && !isObject(open(value));

const leadsToText = (value: unknown, path: Path) =>
	path.length === 0 ? !isObject(value) : findAll(value, path).length > 0;
