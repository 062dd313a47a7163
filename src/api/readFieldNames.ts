/** Reads 'Field Names (JSON)' of a credential and 'Answer Format (JSON)' of a node, and refuses mistakes. */
import { parseIfJson } from '../values/json';
import { isRecord, isText } from '../values/jsonObject';
import { findNearest } from '../values/nearest';
import { isEmpty } from '../values/scalars';
import {
	fieldNamesLabel,
	keysOf,
	nameKeys,
	namesOf,
	type OptionKey,
	optionKeys,
} from './assumedNames';
import { InputError } from './errors';
import { type FieldNameEntries, FieldNames } from './fieldNames';

const fieldNameKeys: readonly string[] = [...nameKeys, ...Object.keys(optionKeys)];

/** Keys of the format of an answer. */
const answerKeys = fieldNameKeys.filter((key) => key.startsWith('answer.'));

/** Names with dots in between, none of them empty or with spaces around it. */
function isPath(value: unknown): boolean {
	if (typeof value !== 'string') return false;
	return value.split('.').every((name) => name !== '' && name === name.trim());
}

/** What the value of a key must be. */
interface ValueKind {
	readonly name: string;
	accepts(value: unknown): boolean;
}

const pathKind: ValueKind = { name: 'a name, or a path with dots', accepts: isPath };

const listKind: ValueKind = {
	name: 'a list of words',
	accepts: (value) =>
		isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText)),
};

/** Of the keys that take something other than a path of one record. */
const valueKinds: Readonly<Record<OptionKey, ValueKind>> = {
	// The text may be the whole data.
	'answer.text': { name: 'a path', accepts: (value) => value === '' || isPath(value) },
	'answer.events': listKind,
	'answer.mode': {
		name: '"delta" or "snapshot"',
		accepts: (value) => value === 'delta' || value === 'snapshot',
	},
	'answer.finalEvent': listKind,
	'answer.otherEvents': listKind,
	'run.finishedStatuses': listKind,
	'run.succeededStatuses': listKind,
};

/** A key without the name of its record before the field: `thread.threadId` as `thread.id`. */
const shortKey = (key: string) => key.replace(/^(\w+)\.\1/, '$1.').toLowerCase();

function assertEntry(label: string, key: string, value: unknown, keys: readonly string[]): void {
	if (!keys.includes(key)) {
		const meant = keys.find(
			(each) => each.endsWith(`.${key}`) || shortKey(each) === key.toLowerCase(),
		);
		throw new InputError(
			`${label} has the unknown key "${key}"`,
			`Use "${meant ?? findNearest(key, keys)}" instead, or remove "${key}".`,
		);
	}
	const kind = key in valueKinds ? valueKinds[key as OptionKey] : pathKind;
	if (kind.accepts(value)) return;
	throw new InputError(
		`${label} has no usable value for "${key}"`,
		`Enter ${kind.name}, or remove "${key}".`,
	);
}

const groupKeys = keysOf('group');

/**
 * A person writes the Desired State of a group in the names of the service or of the nodes. So a name
 * that one field reads is neither the nodes' name of another field, nor read by it.
 */
function assertDistinct(label: string, entries: FieldNameEntries): void {
	for (const key of groupKeys) {
		const path = entries[key];
		if (typeof path !== 'string') continue;
		const other = groupKeys.find((each) => {
			const [own, ...others] = namesOf(each);
			const read = entries[each] === undefined ? others : [entries[each]];
			return each !== key && [own, ...read].includes(path);
		});
		if (other === undefined) continue;
		throw new InputError(
			`${label} reads "${path}" as "${key}" and "${other}"`,
			`Correct or remove "${key}".`,
		);
	}
}

function readEntries(
	label: string,
	value: unknown,
	keys: readonly string[],
	example: string,
): FieldNameEntries {
	if (isEmpty(value)) return {};
	const entries = typeof value === 'string' ? parseIfJson(value) : value;
	if (!isRecord(entries)) {
		throw new InputError(
			`${label} isn't ${entries === undefined ? 'valid JSON' : 'a JSON object'}`,
			`Enter a JSON object of names, for example ${example}.`,
		);
	}
	for (const [key, name] of Object.entries(entries)) assertEntry(label, key, name, keys);
	return entries as FieldNameEntries;
}

const ofCredential = `'${fieldNamesLabel}' in the credential`;

/**
 * Reads 'Field Names (JSON)' of a credential.
 *
 * @throws InputError if it is no JSON object of names, or has an unknown key or an ambiguous name
 */
export function readFieldNames(value: unknown): FieldNames {
	const example = '{ "user.active": "isActive" }';
	const entries = readEntries(ofCredential, value, fieldNameKeys, example);
	assertDistinct(ofCredential, entries);
	return new FieldNames(entries);
}

/**
 * Reads the format of an answer: the option of a node or, without one, the entries of the credential.
 *
 * @param label of the option
 * @returns the entries `answer.*`, and where they are from
 * @throws InputError as {@link readFieldNames}, before anything is sent
 */
export function readAnswerEntries(label: string, value: unknown, { entries }: FieldNames) {
	const example = '{ "answer.text": "delta", "answer.finalEvent": "done" }';
	const own = readEntries(`'${label}'`, value, answerKeys, example);
	if (Object.keys(own).length > 0) return { entries: own, source: `'${label}'` };
	const ofAnswer = Object.entries(entries).filter(([key]) => answerKeys.includes(key));
	return { entries: Object.fromEntries(ofAnswer) as FieldNameEntries, source: ofCredential };
}
