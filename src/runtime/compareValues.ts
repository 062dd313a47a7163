/** Compares what was asked for with what a record shows. */
import { isRecord } from '../values/jsonObject';
import { isEmpty, parseBoolean } from '../values/scalars';

/** A comparison is unknown if the record shows nothing, or something of another kind. */
export type Comparison = 'equal' | 'different' | 'unknown';

function isNothing(value: unknown): boolean {
	return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

/** Both values have their numbers as `parseResponse` reads them. */
export function compareValues(wanted: unknown, found: unknown): Comparison {
	if (found === undefined) return 'unknown';
	if (isNothing(wanted) || isNothing(found)) {
		return isNothing(wanted) === isNothing(found) ? 'equal' : 'different';
	}
	if (typeof wanted === 'object' || typeof found === 'object') {
		return compareStructures(wanted, found);
	}
	return typeof wanted === 'boolean' ? compareSwitch(wanted, found) : compareTexts(wanted, found);
}

function compareStructures(wanted: unknown, found: unknown): Comparison {
	if (Array.isArray(wanted) && Array.isArray(found)) return compareArrays(wanted, found);
	if (!isRecord(wanted) || !isRecord(found)) return 'unknown';
	return leastCertain(Object.keys(wanted).map((name) => compareValues(wanted[name], found[name])));
}

function compareSwitch(wanted: boolean, found: unknown): Comparison {
	const shown = parseBoolean(found);
	if (shown === undefined) return 'unknown';
	return shown === wanted ? 'equal' : 'different';
}

function compareTexts(wanted: unknown, found: unknown): Comparison {
	const asked = String(wanted).trim();
	const shown = String(found).trim();
	if (asked === shown) return 'equal';
	if (asked.toLowerCase() !== shown.toLowerCase()) return 'different';
	// A service may show its own spelling of a word such as NORMAL.
	return asked.includes('@') ? 'equal' : 'unknown';
}

function compareArrays(wanted: readonly unknown[], found: readonly unknown[]): Comparison {
	if (wanted.length !== found.length) return 'different';
	const inOrder = leastCertain(wanted.map((entry, index) => compareValues(entry, found[index])));
	if (inOrder !== 'different') return inOrder;
	// Whether the order matters isn't known.
	return wanted.every((entry) => findEntry(entry, found) === 'equal') ? 'unknown' : 'different';
}

function leastCertain(comparisons: readonly Comparison[]): Comparison {
	if (comparisons.includes('different')) return 'different';
	return comparisons.includes('unknown') ? 'unknown' : 'equal';
}

/** Whether a list has an entry. Null counts as an empty list. */
export function findEntry(wanted: unknown, list: unknown): Comparison {
	const entries = list === null ? [] : list;
	if (!Array.isArray(entries)) return 'unknown';
	const comparisons = entries.map((entry) =>
		isRecord(wanted) && isRecord(entry)
			? compareValues(wanted, entry)
			: compareValues(bareValue(wanted), bareValue(entry)),
	);
	if (comparisons.includes('equal')) return 'equal';
	return comparisons.includes('unknown') ? 'unknown' : 'different';
}

/** `{ "reportId": 101 }` and 101 are the same entry. */
function bareValue(entry: unknown): unknown {
	const values = isRecord(entry) ? Object.values(entry) : [];
	return values.length === 1 ? values[0] : entry;
}
