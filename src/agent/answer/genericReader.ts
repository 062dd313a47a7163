/**
 * Reads events of no known protocol, by listed names alone. The last word of a name counts, and
 * nothing in events, records or fields of tools, reasoning, status, input and the like. One field
 * carries the answer, the likeliest so far: text elsewhere counts only if it repeats the answer.
 */
import type { IDataObject } from 'n8n-workflow';
import { answerTextNames } from './answerWords';
import { isRecord } from '../../values/jsonObject';
import { oneOf, memoizeByName, splitWords } from '../../values/words';
import type { AnswerText } from './answerText';
import type { EventReading } from './eventReading';
import {
	type EventType,
	isAskerWord,
	isHeartbeat,
	isLabelWord,
	isNonAnswerName,
	isOther,
	type ReceivedEvent,
} from './receivedEvent';

const { likely, possible, alternatives } = answerTextNames;
const ranks = new Map<string, number>([...likely, ...possible].map((name, rank) => [name, rank]));
const isAlternatives = oneOf(alternatives);
const maxDepth = 12;

/** A shorter text that is the same as the question may well be an answer. */
const minEcho = 8;

/** The number of paths in a message. */
const maxPaths = 12;

/** Data such as an image: long, and without a space. */
const encodedData = /^(?:data:[\w/+.-]+;base64,)?[\w+/=-]{256,}$/;

/** The place of a text in an event. */
interface Place {
	readonly name: string;
	readonly path: string;
	readonly depth: number;
	/** Of the likeliest name on the path: the lower, the likelier. */
	readonly rank: number;
}

type Candidate = Omit<Place, 'name'> & { text: string };

export class GenericReader {
	/** The field with the answer. */
	field: { readonly path: string; readonly rank: number; readonly group: string } | undefined;
	/** The first plain text had no quotes, so quotes belong to the text. */
	private isUnquoted: boolean | undefined;
	/** Texts that were left out, by their paths. */
	readonly leftOut = new Map<string, string>();

	constructor(
		private readonly answer: AnswerText,
		private readonly question = '',
	) {}

	read(event: ReceivedEvent): EventReading {
		const { value, type } = event;
		const ownPath = this.field?.path;
		const isPlain = !(Array.isArray(value) ? value.some(isRecord) : isRecord(value));
		// In a stream of plain text, "ping" may be a word of the answer.
		const isSignOfLife = ownPath === '' ? type.isHeartbeat : isHeartbeat(event);
		if (type.isNonAnswer || isSignOfLife) return { startsMessage: type.startsMessage };
		const candidates = isPlain ? this.findPlain(event) : findCandidates(value, ownPath);
		const candidate = candidates.find(({ path }) => path === ownPath) ?? candidates[0];
		return candidate === undefined ? {} : this.choose(type, candidate);
	}

	private choose({ group, isEnd }: EventType, { path, text, rank }: Candidate): EventReading {
		const { field } = this;
		const isLikely = rank < likely.length;
		// A single word in the last event may be a status.
		if (!isLikely && isEnd && !/\s/.test(text.trim())) return {};
		if (text.length >= minEcho && text.trim() === this.question.trim()) return {};
		const isOwn = path === field?.path;
		if (isOwn && group === field.group) return { text };
		const repeated = field && this.answer.repeats(text);
		if (repeated !== undefined) return { [repeated]: text };
		if (isOwn) return { text };
		const restarts = field !== undefined && isLikely && field.rank >= likely.length;
		if (restarts) this.leaveOut(field.path, this.answer.whole);
		else if (field) this.leaveOut(path, text);
		if (field && !restarts) return {};
		this.field = { path, group, rank };
		return { text, restarts };
	}

	private leaveOut(path: string, text: string): void {
		if (this.leftOut.size < maxPaths && !this.leftOut.has(path)) this.leftOut.set(path, text);
	}

	private findPlain({ value, data, unfinished, type }: ReceivedEvent): Candidate[] {
		const isCutJson = unfinished && /^\s*[[{]/.test(data);
		if (type.isLabel || isCutJson || (value === null && this.field?.path !== '')) return [];
		const isQuoted = typeof value === 'string' && value !== data;
		this.isUnquoted ??= !isQuoted;
		const text = isQuoted && !this.isUnquoted ? value : data;
		return text === '' ? [] : [{ path: '', depth: 0, rank: likely.length, text }];
	}
}

const top: Place = { name: '', path: '', depth: 0, rank: Infinity };

const rankOf = memoizeByName((name) => ranks.get(splitWords(name).at(-1) ?? '') ?? Infinity);

/** The place of a field. A name that only means text is left out: `content.text` is `content`. */
function placeOf(name: string, parent: Place): Place {
	const isWrapped = (name === 'text' || name === 'value') && rankOf(parent.name) < likely.length;
	const path = parent.path === '' ? name : isWrapped ? parent.path : `${parent.path}.${name}`;
	return { name, path, depth: parent.depth + 1, rank: Math.min(parent.rank, rankOf(name)) };
}

/** The texts under listed names, the likeliest first. */
function findCandidates(value: unknown, ownPath?: string): Candidate[] {
	const found: Candidate[] = [];
	collectTexts(value, top, found, ownPath);
	if (found.length < 2) return found;
	const isLikely = ({ rank }: Candidate) => Number(rank < likely.length);
	return found.sort((a, b) => isLikely(b) - isLikely(a) || a.depth - b.depth || a.rank - b.rank);
}

function collectTexts(part: unknown, place: Place, found: Candidate[], ownPath?: string): void {
	if (typeof part === 'string' || typeof part === 'number') {
		const { name, path, depth, rank } = place;
		// A service may write a piece such as "42" as a number.
		const isText = path === ownPath || (typeof part === 'string' && rankOf(name) < Infinity);
		const text = String(part);
		if (!isText || text === '' || encodedData.test(text)) return;
		const before = found.find((each) => each.path === path);
		if (before) before.text += text;
		else found.push({ path, depth, rank, text }); // Spreading the place takes five times as long.
	} else if (Array.isArray(part)) {
		for (const entry of findEntries(part, place.name)) collectTexts(entry, place, found, ownPath);
	} else if (isRecord(part) && !isAsker(part) && !(place.depth > 0 && isNonAnswerRecord(part))) {
		for (const name of place.depth < maxDepth ? Object.keys(part) : []) {
			if (!isNonAnswerName(name)) collectTexts(part[name], placeOf(name, place), found, ownPath);
		}
	}
}

/** The entries of a list that may be the answer: the first choice, or what follows the question. */
function findEntries(list: readonly unknown[], name: string): readonly unknown[] {
	if (!isAlternatives(name)) return list.slice(list.findLastIndex(isAsker) + 1);
	return list.filter((entry) => !isRecord(entry) || (entry.index ?? 0) === 0).slice(0, 1);
}

/** Whether a record has a speaker that one of these words describes. */
function hasSpeaker(value: unknown, isMatch: (word: string) => boolean): boolean {
	if (!isRecord(value)) return false;
	return answerTextNames.speaker.some((name) => {
		const speaker = value[name];
		const role = isRecord(speaker) ? speaker.role : speaker;
		return typeof role === 'string' && splitWords(role).some(isMatch);
	});
}

const isAsker = (value: unknown) => hasSpeaker(value, isAskerWord);

const isNonAnswerRecord = (record: IDataObject) =>
	answerTextNames.otherFlags.some((name) => record[name] === true) || hasSpeaker(record, isOther);

/** Adds the paths of all texts in a value, as Text Field takes them. */
export function addTextPaths(value: unknown, names: readonly string[], paths: Set<string>): void {
	if (paths.size >= maxPaths || names.length > maxDepth) return;
	if (typeof value === 'object' && value !== null) {
		for (const [name, inner] of Object.entries(value)) addTextPaths(inner, [...names, name], paths);
	} else if (typeof value === 'string' && value.trim() !== '' && names.length > 0) {
		if (!splitWords(names.at(-1) ?? '').some(isLabelWord)) paths.add(names.join('.'));
	}
}
