/**
 * What a model fills into the form of a tool. Models fill in every field: what nobody mentioned comes as
 * an empty value, or as a word for it. It counts as not given. To clear a field as a tool, a model uses
 * 'Other Fields (JSON)', whose content stays as it is.
 */
import { isRecord } from '../values/jsonObject';
import { isCollection } from './parameters';

const emptyTexts = ['', 'null', 'undefined', '[]', '{}'];

function isGiven(value: unknown): boolean {
	if (typeof value === 'string') return !emptyTexts.includes(value.trim());
	if (typeof value !== 'object' || value === null) return value !== undefined && value !== null;
	return value instanceof Date || Object.keys(value).length > 0;
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
	if (isCollection(name) && isRecord(value)) return givenFields(value);
	if (isGiven(value)) return value;
	return fallback ?? (typeof value === 'string' ? '' : value);
}

/** The entries of a list, and of lists in them, each with the fields that are given. */
export function givenEntries<Value>(value: Value): Value {
	if (Array.isArray(value)) return value.map((each: unknown) => givenEntries(each)) as Value;
	if (!isRecord(value)) return value;
	const fields = Object.entries(givenFields(value));
	return Object.fromEntries(fields.map(([name, each]) => [name, givenEntries(each)])) as Value;
}
