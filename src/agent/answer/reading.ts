/** Reads events by a format. What an event means depends on nothing but the event. */
import { isErrorCode } from '../../api/errorCodes';
import { memoizeByName, oneOf, splitWords, words } from '../../values/words';
import { type AnswerFormat, listWords, type TextMode } from './format';
import { type Named, NamedEvents, namesOf } from './namedEvents';
import { isNone, leadsAnywhere, type Path, readPath, textAt } from './path';
import { doneMark, type ReceivedEvent, typeFields } from './receivedEvent';

/** A text of an event. */
export interface Piece {
	readonly text: string;
	readonly mode: TextMode;
	readonly message?: string;
}

/** What an event means for the answer. */
export interface EventReading {
	readonly pieces: readonly Piece[];
	/** Who wrote the pieces, if the event says so. */
	readonly writer: string;
	/** The answer must end again. */
	readonly begins: boolean;
	/** The words by which the answer ends, and those by which it stops. */
	readonly ends: readonly string[];
	readonly stops: readonly string[];
	/** Words of the format by which the answer may have stopped before, and did not. */
	readonly resumes: readonly string[];
	/** The part of the event that reports a failure of the agent. */
	readonly failure?: unknown;
	readonly failsPart: boolean;
	/** The format names the event. */
	readonly isKnown: boolean;
	/** The event may change the answer, so it can't be named as something else. */
	readonly isUnclear: boolean;
}

const isHeartbeat = oneOf(words('ping pong heartbeat keepalive keep-alive keep_alive'));

/** Whether an event only keeps the connection open, in whatever format. */
export function keepsAlive(event: ReceivedEvent): boolean {
	const { value, data } = event;
	const types = event.typesBy(typeFields);
	if (types.length > 0) return types.some(isHeartbeat);
	const mark = typeof value === 'string' && data.length < 20 ? value.trim().toLowerCase() : '';
	return value === null || data === '' || isHeartbeat(mark);
}

const isFailureWord = oneOf(words('error errors failed failure fail exception fatal'));
const isOfAnswer = oneOf(
	words('answer response run stream message chat agent request server session conversation'),
);

/** Whether a type says that the agent failed, and not a part of it: `error`, `run.failed`. */
const saysFailure = memoizeByName((type: string) => {
	const parts = splitWords(type);
	return (
		parts.some(isFailureWord) && parts.every((part) => isFailureWord(part) || isOfAnswer(part))
	);
});

/** The part of an event that reports a failure in the usual words (spec 7), in whatever format. */
export function findFailure(event: ReceivedEvent): unknown {
	const { record, value } = event;
	const types = event.typesBy(typeFields);
	if (types.some(saysFailure)) return value;
	if (types.length > 0) return undefined;
	if (!isNone(record.error) && record.error !== false) return value;
	return typeof record.code === 'string' && isErrorCode(record.code) ? value : undefined;
}

const columnNames = [
	...(['signs', 'begins', 'ends', 'reasons', 'stops'] as const),
	...(['failures', 'failedParts', 'others', 'ignored', 'unclear'] as const),
];

type Columns = Readonly<Record<(typeof columnNames)[number], NamedEvents>>;

/** A longer text is no mark. */
const maxMark = 40;

/** A text of a format, ready to read. */
interface TextReader {
	readonly path: Path;
	readonly events: NamedEvents;
	readonly mode: TextMode;
	readonly messagePath?: Path;
}

const nothing: EventReading = {
	pieces: [],
	writer: '',
	begins: false,
	ends: [],
	resumes: [],
	stops: [],
	failsPart: false,
	isKnown: true,
	isUnclear: false,
};

/** Reads events by a row of the table, by the format of a user, or by a row that a user extended. */
export class FormatReader {
	private readonly columns: Columns;
	private readonly texts: readonly TextReader[];
	/** Events that have a text, even if it is empty. */
	private readonly textEvents: NamedEvents;
	private readonly typedBy: readonly string[];
	private readonly writers: readonly Path[];

	constructor(readonly format: AnswerFormat) {
		const columns = columnNames.map((name) => [name, new NamedEvents(listWords(format[name]))]);
		this.columns = Object.fromEntries(columns) as Columns;
		const more = listWords(format.textEvents);
		this.texts = format.texts.map(({ path, events, mode, message }) => {
			const named = listWords(events);
			return {
				path: readPath(path) ?? [],
				events: new NamedEvents(named.length > 0 ? [...named, ...more] : []),
				mode,
				messagePath: message === undefined ? undefined : readPath(message),
			};
		});
		const ofTexts = format.texts.flatMap(({ events }) => listWords(events));
		this.textEvents = new NamedEvents([...ofTexts, ...more]);
		this.typedBy = format.typedBy === undefined ? typeFields : listWords(format.typedBy);
		this.writers = listWords(format.writers).map((path) => readPath(path) ?? []);
	}

	/** Whether the format is that of a user, and no row of the table. */
	private get isUsers(): boolean {
		return this.columns.signs.isEmpty;
	}

	/** Whether an event shows that the stream has this format. */
	fits(event: ReceivedEvent): boolean {
		return this.columns.signs.has(namesOf(event, this.typedBy, false));
	}

	read(event: ReceivedEvent): EventReading {
		const named = namesOf(event, this.typedBy, this.isUsers);
		const { columns } = this;
		const ends = columns.ends.compare(named);
		if (isOutside(event) || columns.ignored.has(named)) return { ...nothing, ends: ends.fits };
		const reasons = columns.reasons.compare(named);
		const ofEnd = ends.differs.filter((word) => !this.isOfText(word));
		const stops = [...columns.stops.compare(named).fits, ...ofEnd, ...reasons.differs];
		const pieces = this.piecesOf(named, event.data);
		const begins = columns.begins.has(named);
		const failsPart = columns.failedParts.has(named);
		const says = [pieces, ends.fits, stops].some(({ length }) => length > 0);
		const isNamed = says || begins || failsPart || this.isNamed(named);
		const isWhollyNamed = isNamed && this.namesTypes(named);
		return {
			pieces,
			writer: pieces.length > 0 ? this.writerOf(named) : '',
			begins,
			ends: ends.fits,
			resumes: reasons.fits,
			stops,
			failure: this.failureOf(event, named, stops.length > 0 || isNamed),
			failsPart,
			isKnown: isWhollyNamed,
			isUnclear: columns.unclear.has(named),
		};
	}

	private piecesOf(named: Named, data: string): Piece[] {
		const pieces: Piece[] = [];
		for (const { path, events, mode, messagePath } of this.texts) {
			const isText = events.isEmpty || events.has(named);
			const text = isText ? textOf(named.value, path, data) : '';
			if (text === '' || this.isMark(text, named.types)) continue;
			const message = messagePath && textAt(named.value, messagePath);
			pieces.push({ text, mode, message: message === '' ? undefined : message });
		}
		return pieces;
	}

	/** Whether a word compares the text itself, which differs from it in most events. */
	private isOfText(word: string): boolean {
		return this.format.texts.some(({ path }) => path !== '' && word.startsWith(`${path}=`));
	}

	/** Whether a text is no text, but the user's word for the end. */
	isMark(text: string, types: readonly string[] = []): boolean {
		const mark = text.length > maxMark ? '' : text.trim();
		const [own] = this.isUsers ? this.format.texts : [];
		if (own === undefined || mark === '') return false;
		const isWhole = own.path === '' && types.length === 0;
		return listWords(this.format.ends).includes(isWhole ? mark : `${own.path}=${mark}`);
	}

	private writerOf({ value }: Named): string {
		return this.writers.map((path) => textAt(value, path)).join('\n');
	}

	/** Whether an event without text is named, or is one of those that have it. */
	private isNamed(named: Named): boolean {
		const { types, value } = named;
		if (this.columns.others.has(named)) return true;
		if (types.length > 0 && this.textEvents.has(named)) return true;
		// A row names the events that may be without text, and so does a user who names those with it.
		if (!this.isUsers || (types.length > 0 && !this.textEvents.isEmpty)) return false;
		return this.texts.some(({ path }) => leadsToText(value, path));
	}

	/** Whether a row names each type of an event. A user needs one word for an event. */
	private namesTypes({ types }: Named): boolean {
		return this.isUsers || types.every((type) => this.hasType(type));
	}

	/** Whether a word of the format names a type. */
	hasType(type: string): boolean {
		const all = [...Object.values(this.columns), this.textEvents];
		return all.some((column) => column.hasType(type));
	}

	private failureOf(event: ReceivedEvent, named: Named, isNamed: boolean): unknown {
		const { failures, stops } = this.columns;
		if (failures.has(named) && !stops.has(named)) return named.value;
		const { types } = named;
		const isExpected = types.length > 0 ? types.every((type) => this.hasType(type)) : isNamed;
		return isExpected ? undefined : findFailure(event);
	}
}

/** The text at a path. Plain text may look like a number, and is kept as it is then. */
const textOf = (value: unknown, path: Path, data: string) =>
	path.length === 0 && typeof value !== 'string' ? plainText(value, data) : textAt(value, path);

const leadsToText = (value: unknown, path: Path) =>
	path.length === 0 ? typeof value !== 'object' : leadsAnywhere(value, path);

const plainText = (value: unknown, data: string) => (typeof value === 'object' ? '' : data);

/** Whether an event is outside of any format. */
const isOutside = (event: ReceivedEvent) => event.isWord(doneMark) || keepsAlive(event);
