/** Where things are in the record of a run, of which the specification shows no field (spec 2.6). */
import type { IDataObject } from 'n8n-workflow';
import { identifierNames, runNames } from '../../api/assumedNames';
import { isRecord } from '../../api/jsonObject';

/** Names to look for, each with its rank; the likeliest has the lowest. */
export type FieldNames = ReadonlyMap<string, number>;

/** How deep a run may be wrapped. */
const wrapperDepth = 3;

/** A name without case, hyphens and underscores: `run_status` and `runStatus` are the same. */
function flat(name: string): string {
	return name.replace(/[_-]/g, '').toLowerCase();
}

/**
 * Names to look for, in any spelling.
 *
 * @param names the likeliest first
 * @param before what may stand before each; an empty text for nothing
 * @param after what may stand after each
 */
export function fieldNames(
	names: readonly string[],
	before: readonly string[] = [''],
	after: readonly string[] = [''],
): FieldNames {
	const whole = before.flatMap((first) =>
		names.flatMap((name) => after.map((last) => `${first}${name}${last}`)),
	);
	return new Map(whole.map((name, rank) => [flat(name), rank]));
}

/** Whether a field has one of the names. */
export function isNamed(name: string, names: FieldNames): boolean {
	return names.has(flat(name));
}

/**
 * What a record has under names, in the order of the names.
 *
 * @param record the record
 * @param names what to look for
 */
export function valuesUnder(
	record: IDataObject,
	names: FieldNames,
): Array<{ readonly name: string; readonly value: unknown }> {
	const rank = (name: string) => names.get(flat(name)) ?? 0;
	return Object.keys(record)
		.filter((name) => isNamed(name, names))
		.sort((a, b) => rank(a) - rank(b))
		.map((name) => ({ name, value: record[name] }));
}

const runPrefixes = ['', ...runNames.runPrefixes];
const bareName = fieldNames(['id']);
const ownNames = fieldNames(
	identifierNames.run.filter((name) => name !== 'id'),
	runPrefixes,
);
const wrapperNames = fieldNames([...runNames.run, ...runNames.wrapper]);
const runWrapperNames = fieldNames(runNames.run, runPrefixes);
const fieldsOfRun = fieldNames([
	...runNames.status,
	...runNames.ends.flatMap((end) => runNames.moments.map((moment) => `${end}${moment}`)),
]);

function has(record: IDataObject, names: FieldNames): boolean {
	return Object.keys(record).some((name) => isNamed(name, names));
}

/**
 * The record of a run inside a wrapper: under one of the usual names, or as the only thing in a
 * body that does not say itself which run it is.
 *
 * @param body what the service gives as a run
 */
export function runIn(body: IDataObject, depth = 0): IDataObject {
	if (depth === wrapperDepth || has(body, ownNames)) return body;
	// A record with an identifier may well hold data of its own, but not another run.
	const around = has(body, bareName) ? runWrapperNames : wrapperNames;
	for (const { value } of valuesUnder(body, around)) {
		const run = isRecord(value) ? runIn(value, depth + 1) : {};
		if (has(run, ownNames) || has(run, bareName)) return run;
	}
	const [lone, ...others] = Object.entries(body);
	if (!lone || others.length > 0 || isNamed(lone[0], fieldsOfRun)) return body;
	return isRecord(lone[1]) ? runIn(lone[1], depth + 1) : body;
}

/** How deep a response may hide the identifier of a run. */
const identifierDepth = 3;

function isIdentifier(value: unknown): value is string | number {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/**
 * The identifier of the run that a response tells of: under a name of its own such as `runId`, less
 * deep ones first; as the `id` of a run, or as the run itself; as the bare `id` of the response; or
 * as the whole body.
 *
 * @param body what the service gives for a run
 * @returns undefined where it does not say
 */
export function runIdIn(body: IDataObject): string | undefined {
	let level = [body];
	for (let depth = 0; depth < identifierDepth; depth++) {
		for (const record of level) {
			const own = valuesUnder(record, ownNames).map(({ value }) => value);
			const run = valuesUnder(record, runWrapperNames).map(({ value }) =>
				isRecord(value) ? valuesUnder(value, bareName)[0]?.value : value,
			);
			const identifier = [...own, ...run].find(isIdentifier);
			if (identifier !== undefined) return String(identifier);
		}
		level = level.flatMap((record) => Object.values(record).filter(isRecord));
	}
	const run = runIn(body);
	const bare = valuesUnder(run, bareName)[0]?.value ?? valueAlone(body);
	return isIdentifier(bare) ? String(bare) : undefined;
}

/** A body that is no record is kept under `value`, alone. */
function valueAlone({ value, ...others }: IDataObject): unknown {
	return Object.keys(others).length === 0 ? value : undefined;
}
