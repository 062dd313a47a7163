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
import { isRecord } from '../../values/jsonObject';
import { parseIfJson } from '../../values/json';

type Test = (value: unknown) => boolean;

type Step =
	| Readonly<{ name: string }>
	| Readonly<{ position: number }>
	/** With `isAfter`, what follows the last one that passes is kept, else what passes. */
	| Readonly<{ passes: Test; isAfter: boolean }>;

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

const fieldOf = (value: unknown, name: string) => (isRecord(value) ? value[name] : undefined);

function readBracket(text: string): Step | undefined {
	if (/^-?\d+$/.test(text)) return { position: Number(text) };
	const [, sign, name = '', values] = /^([!>]?)([^=!>]+)(?:=(.*))?$/s.exec(text) ?? [];
	if (sign === '!' && values === undefined) {
		return { passes: (value) => isOff(fieldOf(value, name)), isAfter: false };
	}
	if (sign === '!' || values === undefined) return undefined;
	const isValue = readAlternatives(values);
	const passes = (value: unknown) => {
		const field = fieldOf(value, name);
		return isValue(isNone(field) ? '' : (scalarText(field) ?? ''));
	};
	return { passes, isAfter: sign === '>' };
}

const isOff = (value: unknown) => isNone(value) || value === false || value === 0;

/** What is in brackets, or a name, and the dot after it. */
const pathPart = /^(?:\[([^\]]*)\]|([^.[\]]+))(\.?)/;

/** @returns undefined for a text that is no path */
export function readPath(text: string): Path | undefined {
	const steps: Step[] = [];
	let rest = text;
	while (rest !== '') {
		const [part, bracket = '', name, dot] = pathPart.exec(rest) ?? [];
		const step = name === undefined ? readBracket(bracket) : { name };
		if (part === undefined || step === undefined) return undefined;
		steps.push(step);
		rest = rest.slice(part.length);
		if (rest === '' && dot !== '') return undefined;
	}
	return steps;
}

function open(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value.slice(0, 20))) return value;
	return parseIfJson(value);
}

/** Adds the values at a path, from one of its steps on. */
function collect(given: unknown, path: Path, index: number, found: unknown[]): void {
	const step = path[index];
	if (step === undefined) {
		found.push(given);
		return;
	}
	const value = open(given);
	for (const inner of Array.isArray(value) ? inList(value, step) : inRecord(value, step)) {
		// Without a position or a condition, a list stands for its entries.
		const isEntry = Array.isArray(value) && 'name' in step && !isPosition(step.name);
		if (!isEntry || isRecord(inner)) collect(inner, path, isEntry ? index : index + 1, found);
	}
}

const isPosition = (name: string) => /^\d+$/.test(name);

function inList(list: readonly unknown[], step: Step): readonly unknown[] {
	if ('position' in step) return list.slice(step.position).slice(0, 1);
	if ('passes' in step) {
		if (step.isAfter) return [list.slice(list.findLastIndex(step.passes) + 1)];
		return list.filter(step.passes);
	}
	return isPosition(step.name) ? list.slice(Number(step.name), Number(step.name) + 1) : list;
}

function inRecord(record: unknown, step: Step): readonly unknown[] {
	if (!isRecord(record) || 'position' in step) return [];
	if ('passes' in step) return step.passes(record) ? [record] : [];
	if (step.name === '*') return Object.values(record);
	return Object.hasOwn(record, step.name) ? [record[step.name]] : [];
}

function findAll(value: unknown, path: Path): unknown[] {
	const found: unknown[] = [];
	collect(value, path, 0, found);
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
	const found = findAll(value, path).flat();
	return found.length === 1 ? pieceOf(found[0]) : found.map(pieceOf).join('');
}
