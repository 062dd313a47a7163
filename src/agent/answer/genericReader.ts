/**
 * Reads events of no known protocol, by listed names alone. The last word of a name counts, and
 * nothing in events, records or fields of tools, reasoning, status, input and the like. One field
 * carries the answer, the likeliest so far: text elsewhere counts only if it repeats the answer.
 */
import type { IDataObject } from 'n8n-workflow';
import { answerTextNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { oneOf, memoizeByName, splitWords } from '../../api/words';
import type { AnswerText } from './answerText';
import type { EventReading } from './eventReading';
import { isHeartbeat, isNonAnswer, isNonAnswerName, startsMessage, typeEnds } from './eventSigns';
import type { ReceivedEvent } from './receivedEvent';

const { likely, possible, alternatives, askers, labels } = answerTextNames;
const ranks = new Map<string, number>([...likely, ...possible].map((name, rank) => [name, rank]));
const isLabelWord = oneOf(labels);
const isAskerWord = oneOf(askers);
const isAlternatives = oneOf(alternatives);
const maxDepth = 12;

/** A shorter text that is the same as the question may well be an answer. */
const minEcho = 8;

/** As many paths are named to the user. */
const maxPaths = 12;

/** Data such as an image: long, and without a space. */
const encodedData = /^(?:data:[\w/+.-]+;base64,)?[\w+/=-]{256,}$/;

/** Types such as `delta-1` and `delta-2` are one. */
const withoutNumbers = memoizeByName((type) => type.replace(/\d+/g, ''));

interface Candidate {
	readonly path: string;
	readonly text: string;
	readonly depth: number;
	/** The lower, the likelier. */
	readonly rank: number;
}

export class GenericReader {
	private field: (Pick<Candidate, 'path' | 'rank'> & { readonly type: string }) | undefined;
	/** The first plain text had no quotes, so quotes belong to the text. */
	private isUnquoted: boolean | undefined;
	/** Texts that were left out, by their paths. */
	readonly leftOut = new Map<string, string>();

	constructor(
		private readonly answer: AnswerText,
		private readonly question = '',
	) {}

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
		const candidate = candidates.find(({ path }) => path === this.path) ?? candidates[0];
		return candidate === undefined ? {} : this.choose(event, candidate);
	}

	private choose(event: ReceivedEvent, { path, text, rank }: Candidate): EventReading {
		const { field } = this;
		const type = withoutNumbers(event.types.join(' '));
		const isLikely = rank < likely.length;
		// The last event may tell in a word that it is the last.
		if (!isLikely && typeEnds(event) && !/\s/.test(text.trim())) return {};
		if (text.length >= minEcho && text.trim() === this.question.trim()) return {};
		const isOwn = path === field?.path;
		if (isOwn && type === field.type) return { text };
		const repeated = field && this.answer.repeats(text);
		if (repeated !== undefined) return { [repeated]: text };
		if (isOwn) return { text };
		const restarts = field !== undefined && isLikely && field.rank >= likely.length;
		if (restarts) this.leaveOut(field.path, this.answer.whole);
		else if (field) this.leaveOut(path, text);
		if (field && !restarts) return {};
		this.field = { path, type, rank };
		return { text, restarts };
	}

	private leaveOut(path: string, text: string): void {
		if (this.leftOut.size < maxPaths && !this.leftOut.has(path)) this.leftOut.set(path, text);
	}

	private findPlain({ value, data, unfinished, types }: ReceivedEvent): Candidate[] {
		const isLabel = types.some((type) => isLabelWord(splitWords(type).at(-1) ?? ''));
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
	const collect = (part: unknown, names: readonly string[]): void => {
		const name = names.at(-1) ?? '';
		if (names.length > maxDepth) return;
		if (typeof part === 'string' || typeof part === 'number') {
			const path = pathOf(names);
			const isListed = typeof part === 'string' && rankOf(name) < Infinity;
			// A service may write a piece such as "42" as a number.
			if (!isListed && path !== ownPath) return;
			if (part === '' || encodedData.test(String(part))) return;
			const text = `${found.get(path)?.text ?? ''}${part}`;
			found.set(path, { path, text, depth: names.length, rank: Math.min(...names.map(rankOf)) });
		} else if (Array.isArray(part)) {
			for (const entry of findEntries(part, name)) collect(entry, names);
		} else if (isRecord(part) && !isAsker(part) && !(names.length > 0 && isNonAnswerRecord(part))) {
			for (const inner of Object.keys(part)) {
				if (!isNonAnswerName(inner)) collect(part[inner], [...names, inner]);
			}
		}
	};
	collect(value, []);
	const isLikely = ({ rank }: Candidate) => Number(rank < likely.length);
	return [...found.values()].sort(
		(a, b) => isLikely(b) - isLikely(a) || a.depth - b.depth || a.rank - b.rank,
	);
}

const rankOf = memoizeByName((name) => ranks.get(splitWords(name).at(-1) ?? '') ?? Infinity);

/** A path without what only says that its content is text: `content.text` is `content`. */
function pathOf(names: readonly string[]): string {
	const [parent = '', last = ''] = names.slice(-2);
	const isWrapped = (last === 'text' || last === 'value') && rankOf(parent) < likely.length;
	return (isWrapped ? names.slice(0, -1) : names).join('.');
}

/** The entries of a list that may hold the answer: the first choice, or what follows the question. */
function findEntries(list: readonly unknown[], name: string): readonly unknown[] {
	if (!isAlternatives(name)) return list.slice(list.findLastIndex(isAsker) + 1);
	return list.filter((entry) => !isRecord(entry) || (entry.index ?? 0) === 0).slice(0, 1);
}

function speakerWords(record: IDataObject): readonly string[] {
	const speakers = answerTextNames.speaker.map((name) => record[name]);
	return speakers.flatMap((speaker) => {
		const role = isRecord(speaker) ? speaker.role : speaker;
		return typeof role === 'string' ? splitWords(role) : [];
	});
}

function isAsker(value: unknown): boolean {
	return isRecord(value) && speakerWords(value).some(isAskerWord);
}

function isNonAnswerRecord(record: IDataObject): boolean {
	const isFlagged = answerTextNames.otherFlags.some((name) => record[name] === true);
	return isFlagged || speakerWords(record).some(isNonAnswerName);
}

/** Adds the paths of all texts in a value, as Text Field takes them. */
export function addTextPaths(value: unknown, names: readonly string[], paths: Set<string>): void {
	if (paths.size >= maxPaths || names.length > maxDepth) return;
	if (typeof value === 'object' && value !== null) {
		for (const [name, inner] of Object.entries(value)) addTextPaths(inner, [...names, name], paths);
	} else if (typeof value === 'string' && value.trim() !== '' && names.length > 0) {
		if (!splitWords(names.at(-1) ?? '').some(isLabelWord)) paths.add(names.join('.'));
	}
}
