/**
 * What in an event may be text of the answer. The specification shows no payloads (spec 6), so that
 * this is told by structure. Every text of the data is a candidate under its path, but for:
 *
 * - what is under a name, or in a record or event of a kind, that is no answer: tool calls, their
 *   arguments and results, reasoning, status and progress, heartbeats, sources, metadata, mishaps;
 * - what the asker says, and whatever stands before it in a list of messages;
 * - labels, such as identifiers, roles, models, times and addresses;
 * - other alternatives than the first.
 *
 * Of several candidates the `usual` names come first, then those less deep in the data, then the
 * likelier ones. `possible` and `unknown` names wait for whether a usual one comes (`heldTexts.ts`).
 */
import type { IDataObject } from 'n8n-workflow';
import { stateInWords } from '../runs/stateWords';
import { answerTextNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';
import { wordsIn } from '../../api/words';
import type { ReceivedEvent } from './receivedEvent';

export type Likelihood = 'usual' | 'possible' | 'unknown';

/** A text of an event that may belong to the answer. */
export interface Candidate {
	/** Where it is, as names with dots; positions in lists are left out, as texts of one list are one. */
	readonly path: string;
	readonly text: string;
	readonly likelihood: Likelihood;
	/** Found as a number, which is a piece only where text is known to be. */
	readonly isNumber: boolean;
}

interface Found extends Candidate {
	readonly depth: number;
	readonly rank: number;
}

interface Walk {
	readonly event: ReceivedEvent;
	readonly found: Map<string, Found>;
	/** What a status says counts too, but only as a possible text. */
	readonly withStatus: boolean;
}

/** How deep data is looked into. */
const deepest = 12;

/** How many paths are kept to name them to the user. */
const mostPaths = 12;

/** What is under such a name, or in an event of such a kind, is no part of the answer. */
export const besideWords: ReadonlySet<string> = new Set<string>(answerTextNames.other);

const sets = {
	other: new Set<string>([...besideWords, ...answerTextNames.heartbeats]),
	asides: new Set<string>([...answerTextNames.asides, ...answerTextNames.heartbeats]),
	heartbeats: new Set<string>(answerTextNames.heartbeats),
	labels: new Set<string>(answerTextNames.labels),
	around: new Set<string>(answerTextNames.around),
	usual: new Map<string, number>(answerTextNames.usual.map((name, rank) => [name, rank])),
	possible: new Set<string>(answerTextNames.possible),
	alternatives: new Set<string>(answerTextNames.alternatives),
	askers: new Set<string>(answerTextNames.askers),
};

/** A text of an unknown name that is an identifier, a time or an address. */
const labelText = /^(?:[\w:.+-]{16,}|\w+:\/\/\S+|(?=.*\d)[\d:.TZ+-]{8,})$/;

/** Kinds under which a protocol sends data of the application. */
const applicationData = /^data-/;

const hasOther = (words: readonly string[]) => words.some((word) => sets.other.has(word));

/** Whether an event carries data of the application, such as an order to show. */
export function isApplicationData({ kinds }: ReceivedEvent): boolean {
	return kinds.some((kind) => applicationData.test(kind));
}

/** Whether an event tells of something else than the answer, such as a tool or a status. */
export function isBeside(event: ReceivedEvent): boolean {
	return hasOther(event.words) || isApplicationData(event);
}

/** Whether words are those of a heartbeat. */
export function isHeartbeat({ words }: Pick<ReceivedEvent, 'words'>): boolean {
	return words.some((word) => sets.heartbeats.has(word));
}

/** Whether an event only says that the connection lives, by its kind or in a word. */
export function isSignOfLife(event: ReceivedEvent): boolean {
	const isWord = event.form !== 'structure' && isHeartbeat({ words: wordsIn(event.data) });
	return isWord || isHeartbeat(event);
}

/** Whether an event may come between any two pieces of a text. */
export function isAside({ words }: ReceivedEvent): boolean {
	return words.some((word) => sets.asides.has(word));
}

/** Whether an event tells of something around the answer, such as its thread. */
export function isAround({ words }: ReceivedEvent): boolean {
	const namesText = words.some((word) => sets.usual.has(word) || sets.possible.has(word));
	return !namesText && words.some((word) => sets.around.has(word));
}

const isLabel = (name: string) => wordsIn(name).some((word) => sets.labels.has(word));

function speaksAs(record: IDataObject, matches: (words: readonly string[]) => boolean): boolean {
	return answerTextNames.speaker.some((name) => {
		const said = record[name];
		const speaker = isRecord(said) ? said.role : said;
		return typeof speaker === 'string' && matches(wordsIn(speaker));
	});
}

function isAsker(value: unknown): boolean {
	const asks = (words: readonly string[]) => words.some((word) => sets.askers.has(word));
	return isRecord(value) && speaksAs(value, asks);
}

function isBesideRecord(record: IDataObject): boolean {
	if (answerTextNames.otherFlags.some((name) => record[name] === true)) return true;
	return speaksAs(record, hasOther);
}

/** The entries of a list that may hold the answer. */
function entriesOf(list: readonly unknown[], name: string): readonly unknown[] {
	if (!sets.alternatives.has(name)) return list.slice(list.findLastIndex(isAsker) + 1);
	const first = list.find((entry) => !isRecord(entry) || (entry.index ?? 0) === 0);
	return first === undefined ? [] : [first];
}

function likelihoodOf(names: readonly string[], event: ReceivedEvent): Likelihood {
	const has = (set: { has(word: string): boolean }, words: readonly string[]) =>
		words.some((word) => set.has(word));
	const own = wordsIn(names.at(-1) ?? '');
	if (has(sets.usual, own)) return isAround(event) ? 'possible' : 'usual';
	const around = [...names.slice(0, -1).flatMap((name) => wordsIn(name)), ...event.words];
	if (has(sets.possible, own)) return has(sets.usual, around) ? 'usual' : 'possible';
	return 'unknown';
}

function take(walk: Walk, value: string | number, names: readonly string[], inStatus: boolean) {
	const name = names.at(-1) ?? '';
	if (value === '' || isLabel(name)) return;
	if (inStatus && stateInWords(String(value)) !== 'unknown') return;
	const likelihood = inStatus ? 'possible' : likelihoodOf(names, walk.event);
	if (likelihood === 'unknown' && (typeof value === 'number' || labelText.test(value))) return;
	const path = names.join('.');
	const before = walk.found.get(path);
	// The likeliest name on the way counts: `choices.delta.content` before `choices.message.content`.
	const words = names.flatMap((each) => wordsIn(each));
	walk.found.set(path, {
		path,
		text: `${before?.text ?? ''}${value}`,
		likelihood,
		isNumber: typeof value === 'number' && before === undefined,
		depth: names.length,
		rank: Math.min(...words.map((word) => sets.usual.get(word) ?? Infinity)),
	});
}

function look(walk: Walk, value: unknown, names: readonly string[], inStatus = false): void {
	if (names.length > deepest) return;
	if (typeof value === 'string' || typeof value === 'number') take(walk, value, names, inStatus);
	else if (Array.isArray(value)) {
		const entries = entriesOf(value, names.at(-1) ?? '');
		for (const entry of entries) {
			if (!(isRecord(entry) && isBesideRecord(entry))) look(walk, entry, names, inStatus);
		}
	} else if (isRecord(value) && !isAsker(value) && (names.length === 0 || !isBesideRecord(value))) {
		for (const [name, inner] of Object.entries(value)) {
			const words = wordsIn(name);
			const isStatus = walk.withStatus && words.includes('status');
			if (hasOther(words) && !isStatus) continue;
			look(walk, inner, [...names, name], inStatus || isStatus);
		}
	}
}

/**
 * Adds the paths of all texts in a value, as Text Field takes them, but for those of labels.
 *
 * @param value the data of an event
 * @param paths gets the paths, up to a number that a person reads
 */
export function addTextPaths(value: unknown, paths: Set<string>, path = '', depth = 0): void {
	if (paths.size >= mostPaths || depth > deepest) return;
	if (typeof value === 'string') {
		if (path !== '' && value.trim() !== '' && !isLabel(path.split('.').at(-1) ?? ''))
			paths.add(path);
	} else if (typeof value === 'object' && value !== null) {
		for (const [name, inner] of Object.entries(value)) {
			addTextPaths(inner, paths, path === '' ? name : `${path}.${name}`, depth + 1);
		}
	}
}

/**
 * Whether a text is among the texts of a value.
 *
 * @param value the data of an event
 * @param text the whole text; an empty one is in none
 */
export function holdsText(value: unknown, text: string, depth = 0): boolean {
	if (typeof value === 'string') return text !== '' && value === text;
	if (typeof value !== 'object' || value === null || depth > deepest) return false;
	return Object.values(value).some((inner) => holdsText(inner, text, depth + 1));
}

const likelihoods: readonly Likelihood[] = ['usual', 'possible', 'unknown'];

/**
 * The texts in the data of an event that may belong to the answer, by the rules at the top of this
 * file; the likeliest first.
 *
 * @param event the event
 * @param ends whether it ends the answer, so that its status may be the answer
 */
export function candidatesIn(event: ReceivedEvent, ends: boolean): Candidate[] {
	const walk: Walk = { event, found: new Map(), withStatus: ends };
	if (isBeside(event) && !(ends && event.words.includes('status'))) return [];
	look(walk, event.value, []);
	return [...walk.found.values()].sort(
		(a, b) =>
			likelihoods.indexOf(a.likelihood) - likelihoods.indexOf(b.likelihood) ||
			a.depth - b.depth ||
			a.rank - b.rank,
	);
}
