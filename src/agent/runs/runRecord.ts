/** Finds the record of a run and its identifier in a response (spec 2.6 shows no field). */
import type { IDataObject } from 'n8n-workflow';
import { identifierNamesOf, namesOf } from '../../api/assumedNames';
import { isIdentifier, isRecord } from '../../values/jsonObject';
import { memoizeByName, oneOf, splitWords, words } from '../../values/words';

/** How deep a run, or its identifier, may be in a response. */
const maxRunDepth = 3;

/** `run_status` and `runStatus` are the same name. */
const normalizeName = memoizeByName((name) => name.replace(/[_-]/g, '').toLowerCase());

/** The values that a record has under some names, in the order of the names. */
export function valuesUnder(record: IDataObject, names: readonly string[]): unknown[] {
	const values = new Map(Object.keys(record).map((name) => [normalizeName(name), record[name]]));
	const found = names.map(normalizeName).filter((name) => values.has(name));
	return found.map((name) => values.get(name));
}

/** The first word of the name of an end time, such as `stoppedOn` or `dateFinished`. */
const isEndWord = oneOf(
	words(`
		end ended stop stopped finish finished complete completed completion done close closed
		terminated aborted cancelled canceled failed expired
	`),
);

/** The other words of such a name. */
const isTimeWord = oneOf(words('at on date time datetime timestamp utc'));

/**
 * When the run ended, as the service writes it: what is under `endedAt`, `stop_time`, or any name that
 * begins with such a word. Under a name with further words, only a date counts, as `completedBytes`
 * is no time.
 */
export const readEndTimes = (record: IDataObject): unknown[] =>
	Object.entries(record).flatMap(([name, value]) => {
		const [first = '', ...others] = splitWords(name).filter((word) => word !== 'date');
		if (!isEndWord(first) || typeof value === 'boolean') return [];
		const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
		return others.every(isTimeWord) || isDate ? [value] : [];
	});

/** Where a response has a run: its record, or its identifier. */
const runNames = words('run assignmentRun currentRun activeRun newRun startedRun');

/** Other wrappers around the record of a run. Any name will do when it is the only field. */
const wrappers = [...runNames, ...words('data record item result')];

/** Where a response has the identifier of a run. */
const ownIds = [
	...identifierNamesOf('run').filter((name) => name !== 'id'),
	...words('currentRunId activeRunId newRunId startedRunId'),
];

function findId(record: IDataObject, names: readonly string[]): string | number | undefined {
	return valuesUnder(record, names).find(isIdentifier);
}

/** The record of a run: the body, or what is inside a wrapper with a usual name or nothing else. */
export function findRun(body: IDataObject, depth = 0): IDataObject {
	if (depth === maxRunDepth || findId(body, ownIds) !== undefined) return body;
	return findNamedRun(body, depth) ?? findOnlyRun(body, depth) ?? body;
}

function findNamedRun(body: IDataObject, depth: number): IDataObject | undefined {
	// The `id` may be that of an assignment, but then only a run is a run.
	for (const value of valuesUnder(body, body.id === undefined ? wrappers : runNames)) {
		const run = isRecord(value) ? findRun(value, depth + 1) : {};
		if (findId(run, [...ownIds, 'id']) !== undefined) return run;
	}
	return undefined;
}

/** What is inside a wrapper of any name. */
function findOnlyRun(body: IDataObject, depth: number): IDataObject | undefined {
	const [inside, ...others] = Object.values(body);
	const states = [...valuesUnder(body, namesOf('run.status')), ...readEndTimes(body)];
	const isWrapper = others.length === 0 && states.length === 0;
	return isWrapper && isRecord(inside) ? findRun(inside, depth + 1) : undefined;
}

/** The identifier of the run that a response is about: in its record, in place of it, or alone. */
export function findRunId(body: IDataObject): string | undefined {
	const run = findRun(body);
	const { value, ...others } = body;
	const only = Object.keys(others).length === 0 ? value : undefined;
	const id = [findId(run, ownIds), ...valuesUnder(body, runNames), run.id, only].find(isIdentifier);
	return id === undefined ? undefined : String(id);
}
