/**
 * Reads events of no known protocol, by listed names alone. The last word of a name counts, and
 * nothing in events, records or fields of tools, reasoning, status, input and the like. One field
 * carries the answer, the likeliest so far: text elsewhere counts only if it repeats the answer.
 */
import type { IDataObject } from 'n8n-workflow';
import { answerTextNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { rememberByName, wordsIn } from '../../api/words';
import type { AnswerText } from './answerText';
import type { EventReading } from './eventReading';
import { isHeartbeat, isNonAnswer, isNonAnswerName, startsMessage, typeEnds } from './eventSigns';
import type { ReceivedEvent } from './receivedEvent';

const { likely, possible, alternatives, askers, labels } = answerTextNames;
const ranks = new Map<string, number>([...likely, ...possible].map((name, rank) => [name, rank]));
const labelWords = new Set<string>(labels);
const maxDepth = 12;

/** A shorter text that is the same as the question may well be an answer. */
const minEcho = 8;

/** As many paths are named to the user. */
const maxPaths = 12;

/** Data such as an image: long, and without a space. */
const encodedData = /^(?:data:[\w/+.-]+;base64,)?[\w+/=-]{256,}$/;

/** Types such as `delta-1` and `delta-2` are one. */
const withoutNumbers = rememberByName((type) => type.replace(/\d+/g, ''));

interface Candidate {
	readonly path: string;
	readonly text: string;
	readonly depth: number;
	/** The lower, the likelier. */
	readonly rank: number;
}

export class GenericReader {
	private field:
		{ readonly path: string; readonly type: string; readonly rank: number } | undefined;
	/** The first plain text had no quotes, so quotes belong to the text. */
	private isUnquoted: boolean | undefined;
	/** Texts that were left out, by their paths. */
	readonly leftOut = new Map<string, string>();

	constructor(
		private readonly answer: AnswerText,
		private readonly question = '',
	) {}

	/** The path of the field that carries the answer. */
	get path(): string | undefined {
		return this.field?.path;
	}

	read(event: ReceivedEvent): EventReading {
		const { value } = event;
		const isPlain = !(Array.isArray(value) ? value.some(isRecord) : isRecord(value));
		// In a stream of plain text, "ping" may be a word of the answer.
		const isSignOfLife = isHeartbeat(this.path === '' ? { ...event, data: '' } : event);
		if (isNonAnswer(event) || isSignOfLife) return { startsMessage: startsMessage(event) };
		const candidates = isPlain ? this.findPlain(event) : findCandidates(value, this.path);
		const own = candidates.find(({ path }) => path === this.field?.path);
		const candidate = own ?? candidates[0];
		return candidate === undefined ? {} : this.choose(event, candidate, own !== undefined);
	}

	private choose(event: ReceivedEvent, candidate: Candidate, isOwn: boolean): EventReading {
		const { path, text, rank } = candidate;
		const type = withoutNumbers(event.types.join(' '));
		const isLikely = rank < likely.length;
		// The last event may tell in a word that it is the last.
		if (!isLikely && typeEnds(event) && !/\s/.test(text.trim())) return {};
		if (text.length >= minEcho && text.trim() === this.question.trim()) return {};
		const { field } = this;
		if (field && isOwn && type === field.type) return { text };
		const repeated = field && this.answer.repeats(text);
		if (repeated !== undefined) return { [repeated]: text };
		if (field && isOwn) return { text };
		const restarts = field !== undefined && isLikely && field.rank >= likely.length;
		if (field && !restarts) {
			this.leaveOut(path, text);
			return {};
		}
		if (field) this.leaveOut(field.path, this.answer.whole);
		this.field = { path, type, rank };
		return { text, restarts };
	}

	private leaveOut(path: string, text: string): void {
		if (this.leftOut.size < maxPaths && !this.leftOut.has(path)) this.leftOut.set(path, text);
	}

	/** Data that is no JSON object. */
	private findPlain({ value, data, unfinished, types }: ReceivedEvent): Candidate[] {
		const isLabel = types.some((type) => labelWords.has(wordsIn(type).at(-1) ?? ''));
		const isCutJson = unfinished && /^\s*[[{]/.test(data);
		if (isLabel || isCutJson || (value === null && this.path !== '')) return [];
		const isQuoted = typeof value === 'string' && value !== data;
		this.isUnquoted ??= !isQuoted;
		const text = isQuoted && !this.isUnquoted ? value : data;
		return text === '' ? [] : [{ path: '', text, depth: 0, rank: likely.length }];
	}
}

/** The texts under listed names, the likeliest first. */
function findCandidates(value: unknown, ownPath?: string): Candidate[] {
	const found = new Map<string, Candidate>();
	collect(value, [], found, ownPath);
	if (found.size < 2) return [...found.values()];
	const isLikely = ({ rank }: Candidate) => Number(rank < likely.length);
	return [...found.values()].sort(
		(a, b) => isLikely(b) - isLikely(a) || a.depth - b.depth || a.rank - b.rank,
	);
}

function collect(
	value: unknown,
	names: readonly string[],
	found: Map<string, Candidate>,
	ownPath?: string,
): void {
	if (names.length > maxDepth) return;
	if (typeof value === 'string' || typeof value === 'number') {
		const path = pathOf(names);
		const isListed = typeof value === 'string' && rankOf(names.at(-1) ?? '') < Infinity;
		// A service may write a piece such as "42" as a number.
		if (!isListed && path !== ownPath) return;
		if (value === '' || (String(value).length > 255 && encodedData.test(String(value)))) return;
		const text = `${found.get(path)?.text ?? ''}${value}`;
		found.set(path, { path, text, depth: names.length, rank: Math.min(...names.map(rankOf)) });
	} else if (Array.isArray(value)) {
		for (const entry of findEntries(value, names.at(-1) ?? ''))
			collect(entry, names, found, ownPath);
	} else if (
		isRecord(value) &&
		!isAsker(value) &&
		(names.length === 0 || !isNonAnswerRecord(value))
	) {
		for (const name of Object.keys(value)) {
			if (!isNonAnswerName(name)) collect(value[name], [...names, name], found, ownPath);
		}
	}
}

const rankOf = rememberByName((name) => ranks.get(wordsIn(name).at(-1) ?? '') ?? Infinity);

/** A path without what only says that its content is text: `content.text` is `content`. */
function pathOf(names: readonly string[]): string {
	const [parent = '', last = ''] = names.slice(-2);
	const isWrapped = (last === 'text' || last === 'value') && rankOf(parent) < likely.length;
	return (isWrapped ? names.slice(0, -1) : names).join('.');
}

/** The entries of a list that may hold the answer: the first choice, or what follows the question. */
function findEntries(list: readonly unknown[], name: string): readonly unknown[] {
	if (!alternatives.some((each) => each === name))
		return list.slice(list.findLastIndex(isAsker) + 1);
	return list.filter((entry) => !isRecord(entry) || (entry.index ?? 0) === 0).slice(0, 1);
}

function speakerWords(record: IDataObject): readonly string[] {
	const speakers = answerTextNames.speaker.map((name) => record[name]);
	return speakers.flatMap((speaker) => {
		const role = isRecord(speaker) ? speaker.role : speaker;
		return typeof role === 'string' ? wordsIn(role) : [];
	});
}

function isAsker(value: unknown): boolean {
	return (
		isRecord(value) && speakerWords(value).some((word) => askers.some((each) => each === word))
	);
}

function isNonAnswerRecord(record: IDataObject): boolean {
	const isFlagged = answerTextNames.otherFlags.some((name) => record[name] === true);
	return isFlagged || speakerWords(record).some(isNonAnswerName);
}

/** Adds the paths of all texts in a value, as Text Field takes them. */
export function addTextPaths(
	value: unknown,
	paths: Set<string>,
	names: readonly string[] = [],
): void {
	if (paths.size >= maxPaths || names.length > maxDepth) return;
	if (typeof value === 'object' && value !== null) {
		for (const [name, inner] of Object.entries(value)) addTextPaths(inner, paths, [...names, name]);
	} else if (typeof value === 'string' && value.trim() !== '' && names.length > 0) {
		const isLabel = wordsIn(names.at(-1) ?? '').some((word) => labelWords.has(word));
		if (!isLabel) paths.add(names.join('.'));
	}
}
