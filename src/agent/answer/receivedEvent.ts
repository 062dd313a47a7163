/** Reads an event as it arrived. */
import type { IDataObject } from 'n8n-workflow';
import { defaultType, eventData } from '../../http/eventRecord';
import type { StreamEvent } from '../../http/eventStream';
import { isRecord } from '../../values/jsonObject';
import { memoizeByName, splitWords } from '../../values/words';
import { answerEventNames } from './answerWords';
import { isGuard, isHeartbeatWord, kindOf, kindOfType, readKind } from './kinds';

export function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

/** What an event contains. */
export interface EventContent {
	readonly data: string;
	/** The data, parsed if it is JSON. */
	readonly value: unknown;
	/** What the event and its data call themselves. */
	readonly kind: string;
}

/** An event. Its data is parsed when something of it is asked for. */
export class ReceivedEvent implements StreamEvent, EventContent {
	private content: ReturnType<typeof readContent> | undefined;

	constructor(
		readonly data: string,
		readonly event?: string,
		readonly unfinished = false,
		readonly id?: string,
	) {}

	get value() {
		return this.read().value;
	}

	/** The data if it is a JSON object, else empty. */
	get record(): IDataObject {
		return this.read().record;
	}

	get kind() {
		return this.read().kind;
	}

	private read() {
		return (this.content ??= readContent(this));
	}
}

/** Equal kinds are one string, which is found faster by all that is known of it. */
const sameKind = memoizeByName((kind) => kind);

function readContent({ event, data }: StreamEvent) {
	const value = eventData({ data });
	const record = isRecord(value) ? value : {};
	const type = isText(event) && event !== defaultType ? kindOfType(event) : '';
	const own = type + kindOf(record);
	return { value, record, kind: sameKind(isStated(own) ? own : own + kindInside(value)) };
}

/** Whether a kind is stated under a name that is known to state one. */
const isStated = (kind: string) => /^(?!unknown ).+/m.test(kind);

/**
 * The kind of the only record with one, for an event or a list that states none itself. A record that
 * is alone counts, whatever it states.
 */
function kindInside(value: unknown): string {
	if (typeof value !== 'object' || value === null) return '';
	const kinds = Object.values(value).filter(isRecord).map(kindOf);
	const [inner, ...others] = kinds.length > 1 ? kinds.filter(isStated) : kinds;
	return inner === undefined || others.length > 0 ? '' : onlyName(value) + inner;
}

/** The name of a single record is its type if it is compound, such as `messageStop`, or a guard's. */
function onlyName(value: object): string {
	const [name = '', ...others] = Object.keys(value);
	const isType = splitWords(name).length > 1 || isGuard(name);
	return others.length === 0 && isType ? kindOfType(name) : '';
}

const { finalData } = answerEventNames;

/** The events in one that arrived: data of several lines with a JSON object each is several events. */
export function readEvents({ event, id, data, unfinished }: StreamEvent): readonly ReceivedEvent[] {
	const whole = new ReceivedEvent(data, event, unfinished, id);
	if (!data.includes('\n') || whole.value !== data) return [whole];
	const lines = data.split('\n').filter((line) => line.trim() !== '');
	const events = lines.map((line) => new ReceivedEvent(line, event, unfinished, id));
	const isEach =
		events.length > 0 && events.every(({ value, data }) => isRecord(value) || data === finalData);
	return isEach ? events : [whole];
}

/** Whether an event only keeps the connection alive, by its type or in a word. */
export function isHeartbeat({ kind, value, data }: ReceivedEvent): boolean {
	if (readKind(kind).isHeartbeat) return true;
	return typeof value !== 'object' && data.length < 20 && splitWords(data).some(isHeartbeatWord);
}

/** Whether the type of an event is this word. */
export function hasType({ kind }: EventContent, word: string): boolean {
	return readKind(kind).typeNames.includes(word.toLowerCase());
}

/** Whether the data of an event is this word, with or without quotes. */
export function isWord({ data, value }: EventContent, word: string): boolean {
	if (data.length > 2 * word.length + 10) return false;
	return [data, value].some((text) => String(text).trim().toLowerCase() === word.toLowerCase());
}

/**
 * Whether a text in the data of an event, or in a part of it, is one of these words, such as `out` in
 * `{ "stream": "out", "line": "Hello" }`: a service may call the field of a type what it likes. Lists
 * inside are not searched, as each of their entries has a type of its own.
 *
 * @param words in lower case
 * @param textPath of the text of the answer, whose pieces may be such a word
 */
export function statesAny(
	data: unknown,
	words: ReadonlySet<string>,
	[name, ...others]: readonly string[],
): boolean {
	if (typeof data !== 'object' || data === null) return false;
	return Object.entries(data).some(([each, value]: [string, unknown]) => {
		const isOnPath = each === name;
		if (isOnPath && others.length === 0) return false;
		if (typeof value === 'string') return words.has(value.toLowerCase());
		const isOneOfSeveral = Array.isArray(data) || Array.isArray(value);
		return !isOneOfSeveral && statesAny(value, words, isOnPath ? others : []);
	});
}
