/**
 * Where a value is in the data of an event, such as `choices[!index].delta.content`. A path has names
 * with dots in between, and after each name any of these in brackets:
 *
 * - `[0]`, `[-1]`: an entry of a list by its position, from either end
 * - `[type=text|output]`: only what has this field with one of these values; an empty one is none
 * - `[!thought]`: only what doesn't have this field, or has it as 0, false, null, or empty
 *
 * `*` is any name. Without a position, a list stands for all its entries. A string that is JSON is
 * opened if the path goes on. The empty path is the data itself.
 */
import { isRecord } from '../../values/jsonObject';
import { parseIfJson } from '../../values/json';

type Step =
	| Readonly<{ name: string }>
	| Readonly<{ position: number }>
	| Readonly<{ keeps: (record: Readonly<Record<string, unknown>>) => boolean }>;

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

function readBracket(text: string): Step | undefined {
	if (/^-?\d+$/.test(text)) return { position: Number(text) };
	const [, no, name = '', values] = /^(!?)([^=!]+)(?:=(.*))?$/s.exec(text) ?? [];
	if (no === '!' && values === undefined) {
		return { keeps: ({ [name]: value }) => isNone(value) || value === false || value === 0 };
	}
	if (no !== '' || values === undefined) return undefined;
	const isValue = readAlternatives(values);
	return { keeps: ({ [name]: value }) => isValue(isNone(value) ? '' : (scalarText(value) ?? '')) };
}

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

function collect(given: unknown, path: Path, index: number, found: unknown[]): void {
	const step = path[index];
	if (step === undefined) {
		found.push(given);
		return;
	}
	const value = open(given);
	if ('position' in step) {
		if (Array.isArray(value)) collect(value.at(step.position), path, index + 1, found);
	} else if (Array.isArray(value)) {
		const isPosition = 'name' in step && /^\d+$/.test(step.name);
		if (isPosition) collect(value[Number(step.name)], path, index + 1, found);
		else for (const entry of value) if (isRecord(entry)) collect(entry, path, index, found);
	} else if (isRecord(value)) {
		collectInside(value, step, path, index, found);
	}
}

function collectInside(
	record: Readonly<Record<string, unknown>>,
	step: Exclude<Step, { position: number }>,
	path: Path,
	index: number,
	found: unknown[],
): void {
	if ('keeps' in step) {
		if (step.keeps(record)) collect(record, path, index + 1, found);
	} else if (step.name === '*') {
		for (const inner of Object.values(record)) collect(inner, path, index + 1, found);
	} else if (Object.hasOwn(record, step.name)) {
		collect(record[step.name], path, index + 1, found);
	}
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

const pieceOf = (value: unknown) =>
	typeof value === 'boolean' ? '' : (scalarText(value) ?? '');

/** The text at a path: the strings and numbers there, joined. */
export function textAt(value: unknown, path: Path): string {
	const found = findAll(value, path).flat();
	return found.length === 1 ? pieceOf(found[0]) : found.map(pieceOf).join('');
}
