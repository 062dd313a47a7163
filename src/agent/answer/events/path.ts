/**
 * Where a value is in the data of an event, such as `choices[!index].delta.content`. A path has names
 * with dots in between, and after each name any of these in brackets:
 *
 * - `[0]`, `[-1]`: an entry of a list by its position, from either end
 * - `[type=text|output]`: only what has this field with one of these values; an empty one is none
 * - `[>role=user]`: only the entries of a list after the last one with this field and value
 * - `[!thought]`: only what doesn't have this field, or has it as 0, false, null, or empty
 *
 * `*` is any name. Without a position, a list stands for all its entries. A string that is JSON is
 * opened if the path goes on. The empty path is the data itself.
 */
import { parseIfJson } from '../../../values/json';
import { isRecord } from '../../../values/jsonObject';
import { memoizeByName } from '../../../values/words';

/** Leads from a value to those one step further. */
type Step = (value: unknown) => readonly unknown[];

export type Path = readonly Step[];

/** Whether there is no value, or one that means none. */
export const isNone = (value: unknown) =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);

/** The text of a string, a number, or a boolean. What an object calls its text is foreign, so it has none. */
export function scalarText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A test for a pattern, such as `tool_*`. */
export function readPattern(pattern: string): (value: string) => boolean {
	const parts = pattern.split('*');
	return (value) => fitsPattern(value, parts);
}

/** A test for one of several patterns, such as `stop|end_*`. */
export function readAlternatives(text: string): (value: string) => boolean {
	const tests = text.split('|').map(readPattern);
	return (value) => tests.some((fits) => fits(value));
}

/** @param parts of a pattern, between its stars */
function fitsPattern(value: string, [first = '', ...others]: readonly string[]): boolean {
	const last = others.at(-1);
	if (last === undefined) return value === first;
	if (!value.startsWith(first)) return false;
	let position = first.length;
	for (const part of others.slice(0, -1)) {
		const found = value.indexOf(part, position);
		if (found === -1) return false;
		position = found + part.length;
	}
	return value.length - position >= last.length && value.endsWith(last);
}

/** Whether a switch is off, or a number counts nothing. */
export const isOff = (value: unknown) => isNone(value) || value === false || value === 0;

/** The field of a record, or all fields for `*`. */
function fieldsOf(value: unknown, name: string): readonly unknown[] {
	if (!isRecord(value)) return [];
	if (name === '*') return Object.values(value);
	return Object.hasOwn(value, name) ? [value[name]] : [];
}

/** A step for lists, and one for anything else. */
const step =
	(ofList: (list: readonly unknown[]) => readonly unknown[], ofOther: Step): Step =>
	(value) =>
		Array.isArray(value) ? ofList(value) : ofOther(value);

const entryAt = (list: readonly unknown[], position: number) => list.slice(position).slice(0, 1);

/** A name; a list stands for its entries. */
function namedStep(name: string): Step {
	const ofOne: Step = (value) => fieldsOf(value, name);
	const isPosition = /^\d+$/.test(name);
	return step((list) => (isPosition ? entryAt(list, Number(name)) : list.flatMap(ofOne)), ofOne);
}

function bracketStep(text: string): Step | undefined {
	if (/^-?\d+$/.test(text))
		return step(
			(list) => entryAt(list, Number(text)),
			() => [],
		);
	const [, sign, name = '', values] = /^([!>]?)([^=!>]+)(?:=(.*))?$/s.exec(text) ?? [];
	if (sign === undefined || (sign === '!') !== (values === undefined)) return undefined;
	const isValue = readAlternatives(values ?? '');
	const passes = (value: unknown) => {
		const [field] = fieldsOf(value, name);
		if (values === undefined) return isOff(field);
		return isValue(isNone(field) ? '' : (scalarText(field) ?? ''));
	};
	const ofOther: Step = (value) => (passes(value) ? [value] : []);
	if (sign === '>') return step((list) => list.slice(list.findLastIndex(passes) + 1), ofOther);
	return step((list) => list.filter(passes), ofOther);
}

/** A name, or what is in brackets, and the dot after it. */
const pathPart = /(?:\[[^[\]]*\]|[^.[\]]+)(?:\.(?!$))?/g;

/** @returns undefined for a text that is no path */
export function readPath(text: string): Path | undefined {
	const parts = text.match(pathPart) ?? [];
	const steps = parts.map((part) => {
		const [, bracket, name = ''] = /^(?:\[(.*)\]|([^.]+))\.?$/s.exec(part) ?? [];
		return bracket === undefined ? namedStep(name) : bracketStep(bracket);
	});
	const isPath = parts.join('') === text && steps.every((each) => each !== undefined);
	return isPath ? steps : undefined;
}

/** The names of a path, without what is in brackets. */
export const namesIn = memoizeByName((path) =>
	path
		.replace(/\[[^[\]]*\]/g, '')
		.split('.')
		.filter(Boolean)
		.join('.'),
);

/** A string that is JSON stands for what it contains. */
export function open(value: unknown): unknown {
	const isJson = typeof value === 'string' && /^\s*[[{]/.test(value.slice(0, 20));
	return isJson ? parseIfJson(value) : value;
}

function findAll(value: unknown, path: Path): readonly unknown[] {
	let found: readonly unknown[] = [value];
	for (const next of path) {
		// Nearly always there is one value, and a list of lists takes longer.
		found = found.length === 1 ? next(open(found[0])) : found.flatMap((each) => next(open(each)));
	}
	return found;
}

/** Whether a path leads to anything, even to nothing but null or an empty string. */
export const leadsAnywhere = (value: unknown, path: Path) => findAll(value, path).length > 0;

/** The values at a path, without those that mean none. */
export const valuesAt = (value: unknown, path: Path): readonly unknown[] =>
	findAll(value, path).filter((each) => !isNone(each));

const pieceOf = (value: unknown) => (typeof value === 'boolean' ? '' : (scalarText(value) ?? ''));

/** The text at a path: the strings and numbers there, joined. */
export function textAt(value: unknown, path: Path): string {
	const found = findAll(value, path);
	return typeof found[0] === 'string' && found.length === 1
		? found[0]
		: found.flat().map(pieceOf).join('');
}
