/**
 * What records and events call themselves, such as `{ "type": "delta", "role": "assistant" }`. Texts
 * of different kinds are not joined to one answer, whatever the kinds mean.
 */
import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../values/jsonObject';
import { memoizeByName, oneOf, splitWords, words } from '../../values/words';
import { answerEventNames, answerTextNames, askers, kindNames } from './answerWords';

type KindField = keyof typeof kindNames;

const isOther = oneOf(answerTextNames.other);
export const isAsker = oneOf(askers);
export const isGuard = oneOf(answerEventNames.guards);
/** Words of what only keeps the connection alive. */
export const isHeartbeatWord = oneOf(answerTextNames.heartbeats);
/** Words of what can interrupt a text. */
export const isInterleaved = oneOf(answerTextNames.interleaved);
const isOfState = oneOf(words('status state error errors'));

/** Of what an event can be about besides the answer, such as a tool, whose failure is none of the answer. */
export const isSubject = (word: string) =>
	isOther(word) && !isInterleaved(word) && !isOfState(word);
const withdrawalWord = new RegExp(`^(?:${answerEventNames.withdrawalStems.join('|')})`);

/** A longer text is no kind. */
const maxKindLength = 100;

const isOfEnding = oneOf(words('error stop finish'));

const kindFields = Object.entries(kindNames).map(([field, names]) => ({
	field: field as KindField,
	isListed: oneOf(names),
}));

/** Of names that are known, and state no kind. */
const isOfContents = oneOf([
	...[answerTextNames.likely, answerTextNames.possible, answerTextNames.labels].flat(),
	...[answerTextNames.other, answerEventNames.finishes, answerEventNames.outcomes].flat(),
	...[answerEventNames.finalFlags, answerEventNames.moreFlags, answerEventNames.success].flat(),
]);

/** Which part of its kind a record states under a name. A name that nobody knows may state one, too. */
const kindFieldOf = memoizeByName((name): KindField | 'unknown' | 'none' => {
	const found = splitWords(name);
	// `error_type` is the type of an error, and not of its event.
	if (found.some(isOfEnding)) return 'none';
	const flagWords = found.filter((word) => word !== 'is' && word !== 'from');
	const stated = kindFields.find(({ field, isListed }) =>
		field.endsWith('Flag')
			? flagWords.length > 0 && flagWords.every(isListed)
			: isListed(found.at(-1) ?? '') || isListed(found.slice(-2).join('-')),
	);
	const isContents = name.length === 1 || found.some(isOfContents);
	return stated?.field ?? (isContents ? 'none' : 'unknown');
});

/** The kind that an event states besides its data. */
export const kindOfType = memoizeByName((type) => `type ${type}\n`);

const isTextWord = oneOf([...answerTextNames.likely, ...answerTextNames.possible]);

/** A name of one letter may be that of a text, too. */
const isBesideType = ([name, value]: [string, unknown]) =>
	typeof value === 'string' && name !== 't' && (name.length === 1 || isTextWord(name));

/** Whether `t` is a type, as in `{ "t": "error", "message": "limit" }`, and not the text itself. */
export const isShortType = (name: string, record: IDataObject): boolean =>
	name === 't' && typeof record.t === 'string' && Object.entries(record).some(isBesideType);

/** The kind of a record: a line for each field that states a part of it. */
export function kindOf(record: IDataObject): string {
	let kind = '';
	for (const name of Object.keys(record)) {
		const named = isShortType(name, record) ? 'type' : kindFieldOf(name);
		// A switch that nobody knows may tell how the text is to be used.
		const field = named === 'unknown' && record[name] === true ? 'useFlag' : named;
		if (field === 'none') continue;
		const text = statedUnder(name, field, record[name]);
		if (text !== '') kind += `${field} ${text}\n`;
	}
	return kind;
}

function statedUnder(name: string, field: KindField | 'unknown', value: unknown): string {
	if (field.endsWith('Flag')) return value === true ? name : '';
	const text = statedText(value);
	return field !== 'unknown' || shortWord.test(text) ? text : '';
}

const shortWord = /^\p{L}[\p{L}_-]{0,19}$/u;

/** Of a list, such as the path of a part, the first entry counts. */
function statedText(stated: unknown): string {
	const value: unknown = isRecord(stated) ? stated.role : stated;
	const first: unknown = Array.isArray(value) ? value[0] : value;
	const text = typeof first === 'string' || typeof first === 'number' ? String(first) : '';
	return text === 'message' || text.length > maxKindLength ? '' : text;
}

/** A line of a kind. */
interface KindPart {
	readonly field: string;
	readonly text: string;
	readonly words: readonly string[];
}

function readKindLine(line: string): KindPart {
	const end = line.indexOf(' ');
	const text = line.slice(end + 1);
	return { field: line.slice(0, end), text, words: splitWords(text) };
}

/** Such as an order that a chat shows, in the protocol of the AI SDK. */
export const isApplicationData = (type: string): boolean => type.startsWith('data-');

/** Whether what states this is no part of the answer. */
function isPartOfOther({ field, text, words: stated }: KindPart): boolean {
	if (field === 'otherFlag') return true;
	if (field === 'origin') return stated.length > 0 && stated.every(isOther);
	if (field === 'use' || field === 'useFlag' || field === 'unknown') return false;
	if (field === 'type' && isApplicationData(text)) return true;
	// `IN_PROGRESS` and `STATUS_PARTIAL` are about the answer.
	const isState = (word: string) =>
		field === 'part' && (word === 'progress' || word === 'status' || word === 'state');
	return stated.some((word) => isOther(word) && !isState(word));
}

/** Fields that state what an event is about. */
const isMainField = oneOf(['type', 'speaker', 'origin']);

/** What a kind means. Streams repeat a few kinds, so each is read once. */
export const readKind = memoizeByName((kind: string) => {
	const parts = kind
		.split('\n')
		.filter((line) => line !== '')
		.map(readKindLine);
	const types = parts.filter(({ field }) => field === 'type');
	const uses = parts.filter(({ field }) => /^(?:type|use)/.test(field));
	const mainParts = parts.filter((part) => isMainField(part.field) && isPartOfOther(part));
	const mainWords = mainParts.flatMap((part) => part.words);
	const stated = parts.map(({ text }) => text);
	return {
		types: types.map(({ text }) => text),
		/** Words of a step, a phase or the like. */
		partWords: parts.flatMap(({ field, words }) => (field === 'part' ? words : [])),
		/** As Final Event names them, in lower case. */
		typeNames: types.map(({ text }) => text.trim().toLowerCase()),
		/** What it states besides its type and how its text is to be used, such as an agent. */
		besideType: kind.replace(/^(?:type|useFlag) .*\n/gm, ''),
		/** Everything that is stated. */
		stated,
		/** As Answer Events names it, in lower case. A word under an unknown name may be text. */
		names: parts.flatMap(({ field, text }) => (field === 'unknown' ? [] : text.toLowerCase())),
		isOther: parts.some(isPartOfOther),
		/** What it is about besides the answer, such as a tool or the user. */
		subjects: mainWords.filter(isSubject),
		/** The text before it may be none of the answer. */
		withdraws: uses.some(
			(part) => part.words.some((word) => withdrawalWord.test(word)) && !part.words.some(isSubject),
		),
		/** Its text takes the place of all text before it. */
		replaces: uses.some((part) => part.words.includes('replace')),
		isAsker: mainWords.some(isAsker),
		isHeartbeat: types.some((part) => part.words.some(isHeartbeatWord)),
	};
});

/** Whether what a field contains is no answer. */
export const isNonAnswerName = memoizeByName((name) => splitWords(name).some(isOther));

/** Whether a field is about something besides the answer, such as a tool. */
export const isOfSubject = memoizeByName((name) => splitWords(name).some(isSubject));
