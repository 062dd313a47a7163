/**
 * What a model fills into the form of a tool. Models fill in every field: what nobody mentioned comes as
 * an empty value, or as a word for it. It counts as not given. To clear a field as a tool, a model uses
 * 'Other Fields (JSON)', whose content stays as it is.
 */
import { isRecord } from '../values/jsonObject';
import { parseIfJson } from '../values/json';
import { isEmpty } from '../values/scalars';
import { previewOption, uniqueKeyOption } from './options';
import { isCollection } from './parameters';

const emptyWords = ['null', 'undefined'];

/**
 * What the author of a tool set to prevent harm. Without a value, a preview stays a preview, and a
 * missing unique key is refused.
 */
const protectiveOptions = [previewOption.name, uniqueKeyOption.name];

/** A list of empty values is empty, also as JSON. An object with names isn't: its values may clear fields. */
function isGiven(value: unknown): boolean {
	if (isEmpty(value)) return false;
	if (Array.isArray(value)) return value.some(isGiven);
	if (typeof value === 'string') {
		if (emptyWords.includes(value.trim())) return false;
		const parsed = /^\s*[[{"]/.test(value) ? parseIfJson(value) : undefined;
		return parsed === undefined || isGiven(parsed);
	}
	return !isRecord(value) || value instanceof Date || Object.keys(value).length > 0;
}

function givenFields<Fields extends object>(fields: Fields): Fields {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value))) as Fields;
}

/**
 * A parameter as the model means it: the fallback if it is not given, and a collection with the fields
 * that are.
 *
 * @param name of the parameter, or its path
 */
export function givenByModel(name: string, value: unknown, fallback?: unknown): unknown {
	if (isCollection(name) && isRecord(value)) {
		const guards = protectiveOptions.filter((option) => Object.hasOwn(value, option));
		const kept = Object.fromEntries(guards.map((option) => [option, '']));
		return { ...kept, ...givenFields(value) };
	}
	return isGiven(value) ? value : (fallback ?? '');
}

/** The entries of a list, and of lists in them, each with the fields that are given, if there are some. */
export function givenEntries<Value>(value: Value): Value {
	if (Array.isArray(value)) {
		return value.map((each: unknown) => givenEntries(each)).filter(isGiven) as Value;
	}
	if (!isRecord(value)) return value;
	const fields = Object.entries(value).map(([name, each]) => [name, givenEntries(each)]);
	return givenFields(Object.fromEntries(fields) as Value & object);
}
