/** The texts in an event that may be the answer, each with its path and its kind. */
import type { IDataObject } from 'n8n-workflow';
import { defaultType } from '../../http/eventRecord';
import { isRecord } from '../../values/jsonObject';
import { memoizeByName, oneOf, splitWords } from '../../values/words';
import { answerTextNames } from './answerWords';
import { isNonAnswerName, isShortType, kindOf, readKind } from './kinds';
import { isText, type ReceivedEvent } from './receivedEvent';

const { likely, possible, alternatives, labels } = answerTextNames;
const ranks = new Map<string, number>([...likely, ...possible].map((name, rank) => [name, rank]));
const isAlternatives = oneOf(alternatives);
/** Text under a name with such a word, or in an event of such a type, is a label. */
export const isLabelWord = oneOf(labels);

/** A text that is deeper in its event is not found. */
export const maxTextDepth = 12;

/** The number of paths in a message to the user. */
export const maxPaths = 12;

/** Where a text is. */
export interface TextSource {
	/** Names with dots in between; a list has none of its own. */
	readonly path: string;
	/** What the event and the records around the text call themselves. */
	readonly kind: string;
	/** Of the likeliest name on the path: the lower, the likelier. Infinite if the text's name isn't listed. */
	readonly rank: number;
}

export interface EventText extends TextSource {
	text: string;
}

/** A record, a list, or a field. */
interface TextPlace extends TextSource {
	readonly name: string;
	readonly depth: number;
	/** Whether Answer Events names it or what is around it. */
	readonly isNamed: boolean;
}

/** Which events have the answer, by the names of their kinds in lower case; all if there are none. */
export type AnswerEvents = ReadonlySet<string>;

/** Of plain text: as likely as text under a possible name. */
export const plainRank = likely.length;

export const isLikely = ({ rank }: TextSource): boolean => rank < likely.length;
export const isLabel = memoizeByName((name) => splitWords(name).some(isLabelWord));
const rankOf = memoizeByName((name) => {
	const last = splitWords(name).at(-1) ?? '';
	// The token of something, such as `sessionToken`, is no text.
	return (last === 'token' && isLabel(name) ? undefined : ranks.get(last)) ?? Infinity;
});

/** Whether Answer Events names a kind. */
const isNamedKind = (kind: string, events: AnswerEvents) =>
	readKind(kind).names.some((name) => events.has(name));

export function isNamedEvent({ event = defaultType, kind }: ReceivedEvent, events: AnswerEvents) {
	return events.size === 0 || events.has(event.toLowerCase()) || isNamedKind(kind, events);
}

/** Whether an event, or a record in it, is no answer, and Answer Events doesn't name it. */
export function isOtherKind(kind: string, events: AnswerEvents): boolean {
	return readKind(kind).isOther && !isNamedKind(kind, events);
}

/** Finds the texts in an event. */
export class TextFinder {
	private found: EventText[] = [];

	/** @param ownPath of the answer so far, where a text may also be a number */
	constructor(
		private readonly events: AnswerEvents,
		private readonly ownPath?: string,
	) {}

	/** The texts of an event whose data is an object or a list. */
	find(event: ReceivedEvent): readonly EventText[] {
		const { value, kind } = event;
		const isNamed = isNamedEvent(event, this.events);
		const top: TextPlace = { path: '', kind, rank: Infinity, name: '', depth: 0, isNamed };
		if (isRecord(value)) this.addFields(value, top);
		else this.addValue(value, top);
		return this.found;
	}

	private addValue(value: unknown, place: TextPlace): void {
		if (Array.isArray(value)) {
			for (const entry of findEntries(value, place.name)) this.addValue(entry, place);
		} else if (isRecord(value)) this.addRecord(value, place);
		else this.addText(value, place);
	}

	private addRecord(record: IDataObject, place: TextPlace): void {
		const own = kindOf(record);
		if (own === '') return this.addFields(record, place);
		if (isOtherKind(own, this.events)) return;
		const isNamed = place.isNamed || isNamedKind(own, this.events);
		this.addFields(record, { ...place, kind: place.kind + own, isNamed });
	}

	private addFields(record: IDataObject, place: TextPlace): void {
		if (place.depth >= maxTextDepth) return;
		for (const name of Object.keys(record)) {
			if (isNonAnswerName(name) || isShortType(name, record)) continue;
			this.addValue(record[name], placeInside(name, place));
		}
	}

	private addText(value: unknown, { name, path, kind, rank, isNamed }: TextPlace): void {
		// A service may write a piece such as "42" as a number.
		const text = typeof value === 'number' && path === this.ownPath ? String(value) : value;
		if (!isText(text) || !isNamed) return;
		const isListed = rankOf(name) < Infinity;
		if (!isListed && isLabel(name)) return;
		const before = this.found.find((each) => each.path === path && each.kind === kind);
		if (before) before.text += text;
		else this.found.push({ path, kind, rank: isListed ? rank : Infinity, text });
	}
}

/** The path of a field of what is at a path. */
export const pathInside = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

function placeInside(name: string, place: TextPlace): TextPlace {
	const path = pathInside(place.path, name);
	const rank = Math.min(place.rank, rankOf(name));
	return { ...place, path, rank, name, depth: place.depth + 1 };
}

const isQuestion = (entry: unknown) => isRecord(entry) && readKind(kindOf(entry)).isAsker;

/** The entries of a list that may be the answer: the first choice, or what follows the question. */
export function findEntries(list: readonly unknown[], name: string): readonly unknown[] {
	if (!isAlternatives(name)) return list.slice(list.findLastIndex(isQuestion) + 1);
	return list.slice(0, 1);
}
