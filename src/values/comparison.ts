/**
 * Compares what was asked for with what a record shows. What differs in a way that proves nothing,
 * such as a word in other capital letters, is unknown.
 */
import { isAddress } from './addresses';
import { parseTime } from './dates';
import { isRecord } from './jsonObject';
import { isEmpty, parseBoolean } from './scalars';
import { comparableAddress, comparableText } from './texts';

/** A comparison is unknown if the record shows nothing, or something of another kind. */
export type Comparison = 'equal' | 'different' | 'unknown';

/** As JSON writes it: "007" is another text than 7. */
const decimalNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const dayMilliseconds = 24 * 60 * 60_000;

/** Different sets of fields that the entries of one list may have. */
const maxShapes = 20;

function isNothing(value: unknown): boolean {
	return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

/** Both values have their numbers as `parseResponse` reads them. Null is an empty text or list. */
export function compareValues(wanted: unknown, found: unknown): Comparison {
	if (found === undefined) return 'unknown';
	if (typeof wanted === 'boolean' || typeof found === 'boolean') {
		return compareSwitches(parseBoolean(wanted), parseBoolean(found));
	}
	if (isNothing(wanted) || isNothing(found)) {
		return isNothing(wanted) === isNothing(found) ? 'equal' : 'different';
	}
	if (typeof wanted === 'object' || typeof found === 'object') {
		return compareStructures(wanted, found);
	}
	return compareScalars(wanted, found);
}

function compareStructures(wanted: unknown, found: unknown): Comparison {
	if (Array.isArray(wanted) && Array.isArray(found)) return compareArrays(wanted, found);
	if (!isRecord(wanted) || !isRecord(found)) return 'unknown';
	const names = Object.keys(wanted);
	// An empty object may be there to empty the record's, or to leave it as it is.
	if (names.length === 0 && Object.keys(found).length > 0) return 'unknown';
	return leastCertain(names.map((name) => compareValues(wanted[name], found[name])));
}

function compareSwitches(wanted?: boolean, found?: boolean): Comparison {
	if (wanted === undefined || found === undefined) return 'unknown';
	return wanted === found ? 'equal' : 'different';
}

function compareScalars(wanted: unknown, found: unknown): Comparison {
	const texts = [wanted, found].map((value) => comparableText(String(value))) as [string, string];
	// A service may show 2.5 as "2.50".
	const hasNumber = typeof wanted === 'number' || typeof found === 'number';
	const areNumbers = hasNumber && texts.every((text) => decimalNumber.test(text));
	if (areNumbers && Number(wanted) === Number(found)) return 'equal';
	// A service may show a time as a number of seconds or milliseconds.
	const mayBeTime = hasNumber && texts.some((text) => parseTime(text) !== undefined);
	return mayBeTime ? 'unknown' : compareTexts(...texts);
}

function compareTexts(wanted: string, found: string): Comparison {
	if (keyOfText(wanted) === keyOfText(found)) return 'equal';
	// A service may show its own spelling of a word such as NORMAL.
	const isSameWord = wanted.toLowerCase() === found.toLowerCase();
	return isSameWord || mayBeSameTime(wanted, found) ? 'unknown' : 'different';
}

/**
 * Whether a day, or a time without a time zone, may be the same as a date of another kind. A service may
 * keep the seconds of a time without their fraction.
 */
function mayBeSameTime(wanted: string, found: string): boolean {
	const [one, other] = [parseTime(wanted), parseTime(found)];
	if (!one || !other) return false;
	const isSameKind = one.hasTime === other.hasTime && one.hasOffset === other.hasOffset;
	if (isSameKind) return Math.abs(one.instant - other.instant) < 1000;
	return Math.abs(Date.parse(one.day) - Date.parse(other.day)) <= dayMilliseconds;
}

function compareArrays(wanted: readonly unknown[], found: readonly unknown[]): Comparison {
	if (wanted.length !== found.length) return 'different';
	const inOrder = leastCertain(wanted.map((entry, index) => compareValues(entry, found[index])));
	if (inOrder !== 'different') return inOrder;
	const shown = new ShownEntries(found);
	// Whether the order matters isn't known.
	return leastCertain(['unknown', ...wanted.map((entry) => shown.find(entry))]);
}

function leastCertain(comparisons: readonly Comparison[]): Comparison {
	if (comparisons.includes('different')) return 'different';
	return comparisons.includes('unknown') ? 'unknown' : 'equal';
}

/** Equal for texts that are equal, addresses in any case, and times that are the same. */
function keyOfText(text: string): string {
	if (isAddress(text)) return comparableAddress(text);
	const time = parseTime(text);
	if (!time) return text;
	const isLocal = time.hasTime && !time.hasOffset;
	return `${isLocal ? 'local' : 'instant'} ${time.instant}`;
}

/** Equal for two values that are equal, with the fields of objects in any order. */
export function comparisonKey(value: unknown): string {
	return JSON.stringify(value, (_name, each: unknown) => {
		if (isNothing(each)) return '';
		if (typeof each !== 'object') return keyOfText(comparableText(String(each)));
		if (!isRecord(each)) return each;
		const names = Object.keys(each).sort();
		return Object.fromEntries(names.map((name) => [name, each[name]]));
	});
}

/** The entries of a list by the values of some fields. */
interface EntryIndex {
	readonly keys: ReadonlySet<string>;
	/** Also in other capital letters. */
	readonly looseKeys: ReadonlySet<string>;
	/** Whether all entries show these fields, and none has another structure inside. */
	readonly isComplete: boolean;
	readonly kinds: ReadonlySet<string>;
}

/** Which values are numbers: a list of names doesn't show whether it has an ID. */
const kindOf = (values: readonly unknown[]) =>
	values.map((value) => decimalNumber.test(comparableText(String(value)))).join();

/** The entries of a list that a record shows, to find those that an update added or removed. */
export class ShownEntries {
	private readonly entries?: readonly unknown[];
	/** By the names of the fields. Without names, an entry is a value. */
	private readonly indexes = new Map<string, EntryIndex>();

	/** @param list null counts as empty */
	constructor(list: unknown) {
		if (list === null) this.entries = [];
		else if (Array.isArray(list)) this.entries = list;
	}

	/** Whether the list has an entry, which may have more fields. */
	find(wanted: unknown): Comparison {
		const names = isRecord(wanted) ? Object.keys(wanted).sort() : [];
		const values = valuesOf(wanted, names);
		if (!this.entries || !values) return 'unknown';
		const index = this.indexOf(this.entries, names);
		const key = comparisonKey(values);
		if (!index) return 'unknown';
		if (index.keys.has(key)) return 'equal';
		const { isComplete, kinds, looseKeys } = index;
		const isSameKind = kinds.size === 0 || kinds.has(kindOf(values));
		const isMissing = isComplete && isSameKind && !looseKeys.has(key.toLowerCase());
		return isMissing ? 'different' : 'unknown';
	}

	private indexOf(entries: readonly unknown[], names: readonly string[]): EntryIndex | undefined {
		const shape = JSON.stringify(names);
		const known = this.indexes.get(shape);
		if (known || this.indexes.size >= maxShapes) return known;
		const values = entries.map((entry) => valuesOf(entry, names));
		const keys = values.flatMap((each) => (each ? [comparisonKey(each)] : []));
		const index: EntryIndex = {
			keys: new Set(keys),
			looseKeys: new Set(keys.map((key) => key.toLowerCase())),
			isComplete: values.every((each) => each?.every((value) => typeof value !== 'object')),
			kinds: new Set(values.map((each) => kindOf(each ?? []))),
		};
		this.indexes.set(shape, index);
		return index;
	}
}

/** `{ "reportId": 101 }` and 101 are the same entry. Undefined if an entry has other fields. */
function valuesOf(entry: unknown, names: readonly string[]): unknown[] | undefined {
	const isSingle = names.length <= 1;
	if (!isRecord(entry)) return isSingle ? [entry] : undefined;
	const values = names.length === 0 ? Object.values(entry) : names.map((name) => entry[name]);
	const isUsable = values.length === Math.max(names.length, 1) && !values.includes(undefined);
	return isUsable ? values : undefined;
}
