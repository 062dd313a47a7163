/**
 * Reads events of no known protocol. The answer is the text at one path in one kind of event. Any
 * other text that is not known to be something else leaves a doubt: it may be the answer as well.
 */
import { isRecord } from '../../values/jsonObject';
import { splitWords } from '../../values/words';
import type { AnswerText } from './answerText';
import { readTypes } from './eventTypes';
import type { EventReading } from './eventReading';
import {
	type AnswerEvents,
	type EventText,
	isLabelWord,
	isLikely,
	isNamedEvent,
	isOtherKind,
	plainRank,
	TextFinder,
	type TextSource,
} from './eventTexts';
import { readKind } from './kinds';
import { LeftOutTexts } from './leftOutTexts';
import { hasNoSpaces, isCutOff, isEndMark, isEndPhrase, jsonBeginning } from './notices';
import { isHeartbeat, type ReceivedEvent } from './receivedEvent';
import type { TextField } from './textField';

/** A shorter question without its mark may be a greeting, with which the answer begins, too. */
const minEcho = 16;

const mayBeEchoed = (question: string) => question.length >= minEcho || /[?？؟]$/.test(question);

/** Plain text as code or a page has it, such as `'a\\nb'` or `a<br>b`. */
const asInCode = /\\n|<br\s*\/?>|^(?:b["']|').*["']$/is;

interface ReaderSettings {
	/** Without spaces around it. */
	readonly question: string;
	/** In lower case. */
	readonly answerEvents: AnswerEvents;
	/** If it is not set, the text is found. */
	readonly textField?: TextField;
}

/** What a text can be to the answer, and what it then contributes. */
interface TextRole {
	readonly fits: (text: EventText) => boolean;
	readonly read: (text: EventText) => EventReading;
}

export class GenericReader {
	/** The first role that fits a text counts. */
	private readonly roles: readonly TextRole[] = [
		{ fits: isStatusAtEnd, read: () => ({}) },
		{ fits: ({ kind }) => readTypes(kind).isOfGuard, read: (text) => this.leaveOut(text) },
		{ fits: ({ text }) => isEndMark(text), read: () => this.readEndMark() },
		{ fits: (text) => this.replaces(text), read: ({ text }) => ({ answer: text }) },
		{ fits: (text) => this.isOwn(text), read: (text) => this.readOwn(text) },
		{ fits: ({ text }) => this.answer.repeats(text), read: (text) => this.readRepetition(text) },
		{ fits: (text) => this.isEcho(text), read: (text) => this.readEcho(text) },
		{ fits: (text) => this.isFirst(text), read: (text) => this.readFirst(text) },
		{ fits: () => true, read: (text) => this.leaveOut(text) },
	];
	/** Where the answer is, if it was found by its name. */
	source: TextSource | undefined;
	/** Where the question was repeated before any other text. */
	private echo: TextSource | undefined;
	private readonly leftOut = new LeftOutTexts();
	/** A mark of the end came in the place of the text. */
	private hasEndMark = false;
	/** A block began that is no answer, such as one of reasoning. */
	private isInOther = false;
	/** How many texts were read before a thought began. Those until its end belong to it. */
	private textsBeforeThought = Infinity;
	/** The text may contain what is no answer. */
	private isMixed = false;
	/** The number of texts that the answer was read from. */
	textCount = 0;
	/** The answer's text in the last event, if that had no other. */
	private onlyText: EventText | undefined;
	/** The first plain text had no quotes, so quotes belong to the text. */
	private isUnquoted: boolean | undefined;
	/** The first plain text had quotes, and the last had none. */
	private isUnlikeFirst = false;

	constructor(
		private readonly answer: AnswerText,
		private readonly settings: ReaderSettings,
	) {}

	read(event: ReceivedEvent): EventReading {
		const { textField } = this.settings;
		if (textField) return this.readField(textField.read(event));
		const { beginsPart, beginsThought, endsThought } = readTypes(event.kind);
		if (beginsPart) this.isInOther = readKind(event.kind).isOther;
		if (beginsThought) this.textsBeforeThought = this.textCount;
		if (endsThought) this.isMixed ||= this.textCount > this.textsBeforeThought;
		const texts = this.findTexts(event);
		const main = this.findMain(texts);
		this.onlyText = texts.length === 1 ? main : undefined;
		for (const text of texts) if (text !== main) this.leaveOut(text);
		return main === undefined ? {} : this.readText(main);
	}

	/** Whether an event that differs from the last one only in its text can be read by that text. */
	get canReadAgain(): boolean {
		return this.settings.textField !== undefined || this.onlyText !== undefined;
	}

	readAgain(text: string): EventReading {
		const { onlyText } = this;
		return onlyText ? this.readText({ ...onlyText, text }) : this.readField(text);
	}

	private readText(text: EventText): EventReading {
		return this.roles.find(({ fits }) => fits(text))?.read(text) ?? {};
	}

	/** Takes an event beside those of a known protocol: its texts are none of the answer. */
	readBeside(event: ReceivedEvent): EventReading {
		for (const text of this.findTexts(event)) this.leaveOut(text);
		return {};
	}

	/** Takes the first event with text of a known protocol: what was read before is left out. */
	giveWayTo(event: ReceivedEvent, own: unknown): void {
		if (this.source) this.leftOut.add(this.source, this.answer.whole);
		this.source = this.findTexts(event).find(({ text }) => text === own);
	}

	/**
	 * Texts that the answer doesn't contain, and that may belong to it, and the answer itself if it may
	 * be cut off or no answer.
	 *
	 * @param endsWithStream whether no event ended the answer
	 */
	findDoubts(endsWithStream: boolean): readonly TextSource[] {
		const { source: own = this.echo } = this;
		const { whole } = this.answer;
		const others = this.leftOut.unexplained(whole, this.settings.question, own?.path);
		return [...(own && this.isDoubtful(own, whole, endsWithStream) ? [own] : []), ...others];
	}

	private isDoubtful(own: TextSource, whole: string, endsWithStream: boolean): boolean {
		const { question } = this.settings;
		const hasEcho = mayBeEchoed(question) && whole.trimStart().startsWith(question);
		const isStrange = hasNoSpaces(whole) || (own.path === '' && asInCode.test(whole));
		return hasEcho || this.isMixed || isStrange || this.isUnsure(own, whole, endsWithStream);
	}

	/**
	 * Whether the answer may be cut off, or is under a name for anything, in events of a type that says
	 * nothing of an answer. A user who names the events knows the stream.
	 */
	private isUnsure(own: TextSource, whole: string, endsWithStream: boolean): boolean {
		if (this.settings.answerEvents.size > 0) return false;
		// A single text may be a word.
		if (endsWithStream && this.textCount > 1 && isCutOff(whole)) return true;
		return !isLikely(own) && !readTypes(own.kind).isAboutAnswer;
	}

	private findTexts(event: ReceivedEvent): readonly EventText[] {
		const { value, kind } = event;
		const { answerEvents } = this.settings;
		if (this.isHeartbeat(event) || isOtherKind(kind, answerEvents)) return [];
		const isPlain = !(Array.isArray(value) ? value.some(isRecord) : isRecord(value));
		if (isPlain) return this.findPlain(event);
		return new TextFinder(answerEvents, this.source?.path).find(event);
	}

	private isHeartbeat(event: ReceivedEvent): boolean {
		// In a stream of plain text, "ping" may be a word of the answer.
		return this.source?.path === '' ? readKind(event.kind).isHeartbeat : isHeartbeat(event);
	}

	private findPlain(event: ReceivedEvent): readonly EventText[] {
		const { kind, value, data, unfinished } = event;
		if (isLabelType(kind) || !isNamedEvent(event, this.settings.answerEvents)) return [];
		const isCutJson = unfinished && /^\s*[[{]/.test(data);
		const isLiteral = (value === null || typeof value === 'boolean') && this.source?.path !== '';
		const text = isCutJson || isLiteral ? '' : this.plainText(event);
		return text === '' ? [] : [{ path: '', kind, rank: plainRank, text }];
	}

	private plainText({ value, data }: ReceivedEvent): string {
		// Neither empty data nor a list shows whether texts have quotes.
		if (data.trim() === '' || typeof value === 'object') return data;
		const quoted = typeof value === 'string' && value !== data ? value : undefined;
		this.isUnquoted ??= quoted === undefined;
		this.isUnlikeFirst = quoted === undefined && !this.isUnquoted;
		return this.isUnquoted ? data : (quoted ?? data);
	}

	/** Of the texts in an event that of the answer so far, or the likeliest. */
	private findMain(texts: readonly EventText[]): EventText | undefined {
		const [main] = [...texts].sort((a, b) => this.rankOf(a) - this.rankOf(b));
		return main && this.rankOf(main) < Infinity ? main : undefined;
	}

	/** What was read under a possible name gives way to a likely one. */
	private rankOf(text: EventText): number {
		if (text.path !== this.source?.path) return text.rank;
		return isLikely(this.source) ? -1 : plainRank - 0.5;
	}

	/** Whether a text is of the kind and at the path of the answer. */
	private isOwn({ path, kind }: EventText): boolean {
		const { source } = this;
		if (path !== source?.path) return false;
		return kind === source.kind || this.settings.answerEvents.size > 0;
	}

	private replaces({ kind }: EventText): boolean {
		return this.source !== undefined && readKind(kind).replaces;
	}

	private readEndMark(): EventReading {
		this.hasEndMark = true;
		return { end: 'complete' };
	}

	private readField(text: string): EventReading {
		if (text !== '') this.textCount++;
		return { text };
	}

	private readOwn({ text }: EventText): EventReading {
		this.isMixed ||= this.isInOther || this.hasEndMark || this.isUnlikeFirst;
		return this.readField(text);
	}

	/** It may repeat the last message only. */
	private readRepetition(text: EventText): EventReading {
		this.leaveOut(text);
		// From here on, all of the answer is one text.
		this.textCount = 1;
		return { snapshot: text.text };
	}

	/** Whether a text is the question before the answer. */
	private isEcho({ text }: EventText): boolean {
		return !this.source && text.trim() === this.settings.question && mayBeEchoed(text.trim());
	}

	private readEcho(text: EventText): EventReading {
		this.echo = text;
		return { fallback: text.text };
	}

	/** Whether a text is the first, or the first under a likely name after text under a possible one. */
	private isFirst(text: EventText): boolean {
		const { source } = this;
		if (source && (isLikely(source) || !isLikely(text))) return false;
		// Nothing tells JSON that was asked for from a record around the answer: Text Field does.
		return !jsonBeginning.test(text.text);
	}

	private readFirst(text: EventText): EventReading {
		const before = this.source;
		if (before) this.leftOut.add(before, this.answer.whole);
		this.source = text;
		this.textCount = 0;
		return { ...this.readOwn(text), restarts: before !== undefined };
	}

	private leaveOut(text: EventText): EventReading {
		this.leftOut.add(text, text.text);
		return {};
	}
}

/** Whether a text, such as "completed" in the event that ends the answer, is its status. */
function isStatusAtEnd(text: EventText): boolean {
	return !isLikely(text) && readTypes(text.kind).isEnd && isEndPhrase(text.text);
}

/** Plain text in an event of such a kind is a label: the last word of its type is "id" or the like. */
function isLabelType(kind: string): boolean {
	return readKind(kind).types.some((type) => isLabelWord(splitWords(type).at(-1) ?? ''));
}
