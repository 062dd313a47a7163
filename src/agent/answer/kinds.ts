/**
 * What records and events call themselves, such as `{ "type": "delta", "role": "assistant" }`. Texts
 * of different kinds are not joined to one answer, whatever the kinds mean.
 */
import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../values/jsonObject';
import { memoizeByName, oneOf, splitWords, words } from '../../values/words';
import { answerTextNames, askers, kindNames } from './answerWords';

type Field = keyof typeof kindNames;

export const isOther = oneOf(answerTextNames.other);
export const isAsker = oneOf(askers);
/** Words of what can interrupt a text. */
const isInterleaved = oneOf([
	...answerTextNames.interleaved,
	...words('status state error errors'),
]);
const isHeartbeatWord = oneOf(answerTextNames.heartbeats);

/** A longer text is no kind. */
const maxLength = 100;

const fieldTests = Object.entries(kindNames).map(([field, names]) => ({
	field: field as Field,
	isListed: oneOf(names),
}));

/** Which part of its kind a record states under a name. */
const fieldOf = memoizeByName((name): Field | 'none' => {
	const found = splitWords(name);
	const flagWords = found.filter((word) => word !== 'is' && word !== 'from');
	const test = fieldTests.find(({ field, isListed }) =>
		field.endsWith('Flag')
			? flagWords.length > 0 && flagWords.every(isListed)
			: isListed(found.at(-1) ?? ''),
	);
	return test?.field ?? 'none';
});

/** The kind that an event states besides its data. */
export function kindOfType(type: string): string {
	return `type ${type}\n`;
}

/** The kind of a record: a line for each field that states a part of it. */
export function kindOf(record: IDataObject): string {
	let kind = '';
	for (const name of Object.keys(record)) {
		const field = fieldOf(name);
		if (field === 'none') continue;
		const value = record[name];
		if (field.endsWith('Flag')) {
			if (value === true) kind += `${field} ${name}\n`;
			continue;
		}
		const text = statedText(isRecord(value) ? value.role : value);
		if (text !== '') kind += `${field} ${text}\n`;
	}
	return kind;
}

function statedText(value: unknown): string {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	return text === 'message' || text.length > maxLength ? '' : text;
}

interface Part {
	readonly field: string;
	readonly text: string;
	readonly words: readonly string[];
}

function readPart(line: string): Part {
	const end = line.indexOf(' ');
	const text = line.slice(end + 1);
	return { field: line.slice(0, end), text, words: splitWords(text) };
}

/** Such as an order that a chat shows, in the protocol of the AI SDK. */
export const isApplicationData = (type: string): boolean => type.startsWith('data-');

/** Whether what states this is no part of the answer. */
function isPartOfOther({ field, text, words: stated }: Part): boolean {
	if (field === 'otherFlag') return true;
	if (field === 'origin') return stated.length > 0 && stated.every(isOther);
	if (field === 'use' || field === 'useFlag') return false;
	if (field === 'type' && isApplicationData(text)) return true;
	const isInProgress = stated.includes('in') && stated.includes('progress');
	return !isInProgress && stated.some(isOther);
}

/** What a kind means. Streams repeat a few kinds, so each is read once. */
export const readKind = memoizeByName((kind: string) => {
	const lines = kind.split('\n').filter((line) => line !== '');
	const parts = lines.map(readPart);
	const typeParts = parts.filter(({ field }) => field === 'type');
	const mainParts = parts.filter(({ field }) => field === 'type' || field === 'speaker');
	const mainWords = mainParts.flatMap((part) => part.words);
	const stated = parts.map(({ text }) => text);
	return {
		types: typeParts.map(({ text }) => text),
		/** As Final Event names them, in lower case. */
		typeNames: typeParts.map(({ text }) => text.trim().toLowerCase()),
		/** Everything that is stated. */
		stated,
		/** As Answer Events names it, in lower case. */
		names: stated.map((text) => text.toLowerCase()),
		isOther: parts.some(isPartOfOther),
		/** What it is about besides the answer, such as a tool or the user. */
		subjects: mainWords.filter((word) => isOther(word) && !isInterleaved(word)),
		isAsker: mainWords.some(isAsker),
		/** It only keeps the connection alive. */
		isHeartbeat: typeParts.some((part) => part.words.some(isHeartbeatWord)),
	};
});

/** Whether what a field contains is no answer. */
export const isNonAnswerName = memoizeByName((name) => splitWords(name).some(isOther));
