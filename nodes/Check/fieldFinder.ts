/**
 * Finds where records have a field. The first of these that succeeds decides:
 *
 * 1. The name in the credential or, without one, the nodes' own name.
 * 2. Another name that the nodes try, if its values fit the sign of the field. For a field that a form
 *    sends, only if single records show the nodes' own name.
 * 3. Any path whose values fit, if there is only one. Most fields need a word of their sign in the
 *    path. Names of other fields of the record are left out, and those of another person or record.
 *    If several paths fit, a path with such a word comes before others, then for an ID a whole
 *    number, else a path that ends with one. A list or record comes before what is inside it.
 *
 * If several paths remain, the user chooses. Nothing is guessed.
 */
import type { IDataObject } from 'n8n-workflow';
import { assumedNames, keysOf, type NameKey, namesOf } from '../../src/api/assumedNames';
import { type FieldNames, valueAt } from '../../src/api/fieldNames';
import { isRecord, pathsOf } from '../../src/values/jsonObject';
import { splitWords } from '../../src/values/words';
import { isIdKey, isInteger, isOfAnother, isUniqueKey, type Sign, signOf, valuesAt } from './signs';

/** Where a field is, or where it may be. */
interface Match {
	/** Whether the nodes read it there. */
	readonly isAssumed: boolean;
	readonly paths: readonly string[];
}

/** How deep a field may be inside a record. */
const maxDepth = 3;

/** Whether there is a value or null, also in a list. */
function isShown(value: unknown): boolean {
	return Array.isArray(value) && value.length > 0 ? value.some(isShown) : value !== undefined;
}

/** Whether some record shows a path. */
function isThere(records: readonly IDataObject[], path: string): boolean {
	return records.some((record) => isShown(valueAt(record, path)));
}

/** The names under which the nodes expect a field, their own one first. */
export function expectedNames(key: NameKey): readonly [string, ...string[]] {
	const names = namesOf(key);
	return assumedNames[key].isSent ? [names[0]] : names;
}

/** The records of several lists. */
export type Lists = ReadonlyArray<readonly IDataObject[]>;

type Test = (path: string) => boolean;

/** Keeps the paths that pass a test, or all if none does. */
function prefer(paths: readonly string[], test: Test): readonly string[] {
	const passing = paths.filter(test);
	return passing.length > 0 ? passing : paths;
}

const hasNameOf = (sign: Sign, path: string) => sign.isName(splitWords(path).join(' '));

const areDifferent = (values: readonly unknown[]) => new Set(values).size === values.length;

export class FieldFinder {
	/** The entries of the credential, with those that the user is to add. */
	readonly entries: Record<string, string | readonly string[]>;
	private readonly matches = new Map<NameKey, Match>();

	/**
	 * @param listsOf the lists of records that can have a field
	 * @param isShownAlone whether single records show a field under the nodes' own name
	 */
	constructor(
		readonly fieldNames: FieldNames,
		private readonly listsOf: (key: NameKey) => Lists,
		private readonly isShownAlone: (key: NameKey) => boolean,
	) {
		this.entries = { ...fieldNames.entries };
	}

	/** Where the records have a field. What was found before counts. */
	find(key: NameKey): Match {
		const known = this.matches.get(key);
		if (known) return known;
		const lists = this.listsOf(key);
		const entry = this.fieldNames.entry(key);
		const match =
			entry === undefined ? this.matchName(key, lists) : this.matchEntry(key, entry, lists);
		this.matches.set(key, match);
		return match;
	}

	/** Where a field is, if one place is plausible. */
	pathOf(key: NameKey): string | undefined {
		const { paths } = this.find(key);
		return paths.length === 1 ? paths[0] : undefined;
	}

	/** Where a field is that the credential doesn't name. */
	private matchName(key: NameKey, lists: Lists): Match {
		const records = lists.flat();
		const [own, ...alternatives] = this.isShownAlone(key) ? namesOf(key) : expectedNames(key);
		const values = valuesAt(records, own);
		// A key that no record shows identifies none.
		const isShown = isUniqueKey(key)
			? values.some(signOf(key).fits)
			: isThere(records, own) && !values.some(isRecord);
		if (isShown) return { isAssumed: true, paths: [own] };
		const assumed = alternatives.find((path) => this.fits(key, lists, path));
		if (assumed !== undefined) return { isAssumed: true, paths: [assumed] };
		return { isAssumed: false, paths: this.findCandidates(key, lists) };
	}

	/** @param entry what the credential has. It is kept unless one other place is plausible. */
	private matchEntry(key: NameKey, entry: string, lists: Lists): Match {
		const records = lists.flat();
		const [own] = expectedNames(key);
		if (this.fits(key, lists, entry)) return { isAssumed: true, paths: [entry] };
		const isOwn = entry !== own && isThere(records, own);
		const paths = isOwn ? [own] : this.findCandidates(key, lists);
		// As without an entry, a key is no key without its values.
		const isKept = !isUniqueKey(key) && isThere(records, entry) && paths.length !== 1;
		return isKept ? { isAssumed: true, paths: [entry] } : { isAssumed: false, paths };
	}

	/** The paths under which the records may have a field. */
	private findCandidates(key: NameKey, lists: Lists): readonly string[] {
		const records = lists.flat();
		const sign = signOf(key);
		const taken = this.takenBeside(key);
		const isNamed: Test = (path) => hasNameOf(sign, path);
		const isLastNamed: Test = (path) => isNamed(path.split('.').at(-1) ?? '');
		const areIntegers: Test = (path) => valuesAt(records, path).every(isInteger);
		const fitting = [...new Set(pathsOf(records, maxDepth))].filter(
			(path) =>
				!taken.has(path) &&
				!isOfAnother(key, path) &&
				(isNamed(path) || !sign.needsName) &&
				this.fits(key, lists, path),
		);
		const named = prefer(fitting, isNamed);
		const found = prefer(named, isIdKey(key) ? areIntegers : isLastNamed);
		return found.filter((path) => !found.some((outer) => path.startsWith(`${outer}.`)));
	}

	/** The names of the other fields of a record. */
	private takenBeside(key: NameKey): ReadonlySet<string> {
		const [record = ''] = key.split('.');
		const others = keysOf(record).filter((other) => other !== key);
		return new Set(others.flatMap((other) => this.entries[other] ?? namesOf(other)[0]));
	}

	/** Whether a field may be at a path. */
	private fits(key: NameKey, lists: Lists, path: string): boolean {
		const sign = signOf(key);
		// An empty list shows nothing.
		const isFilled = (value: unknown) => [value].flat().length > 0;
		const shown = lists.map((records) => valuesAt(records, path).filter(isFilled));
		const values = shown.flat();
		if (values.length === 0 || !values.every(sign.fits)) return false;
		if (!isUniqueKey(key) || areDifferent(values)) return true;
		// The numbers of messages, for example, may begin anew in each thread.
		return hasNameOf(sign, path) && shown.every(areDifferent) && new Set(values).size > 1;
	}
}
