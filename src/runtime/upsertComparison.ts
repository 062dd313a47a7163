/** Compares the fields of a record with those that an item asks for. */
import type { IDataObject } from 'n8n-workflow';
import { type DesiredUpdate, updateOf } from '../forms/changeSet/desiredUpdate';
import { describeField } from '../forms/changeSet/diff';
import { active } from '../forms/fields/field';
import { sortedJson } from '../values/fingerprint';
import { parseResponse, writeJson } from '../values/json';
import { comparable, parseBoolean } from '../values/scalars';

export type Comparison = DesiredUpdate;

/** The value in the form in which two values are compared. */
function written(name: string, value: unknown): string {
	const text = writeJson(comparable(name, value) ?? null);
	return sortedJson(parseResponse(text));
}

/** Adds the fields that differ to a comparison. */
export function compareFields(
	{ current, body, summary }: Comparison,
	desired: IDataObject,
	labels: Readonly<Record<string, string>> = {},
): Comparison {
	const differs = (name: string) =>
		typeof desired[name] === 'boolean'
			? desired[name] !== parseBoolean(current[name], active.words)
			: written(name, desired[name]) !== written(name, current[name]);
	const names = Object.keys(desired).filter(differs);
	const changes = Object.fromEntries(names.map((name) => [name, desired[name]]));
	const sentences = names.map((name) =>
		typeof desired[name] === 'object'
			? `${name} becomes ${writeJson(desired[name])}.`
			: `${describeField({ name, label: labels[name] ?? name }, current, desired)}.`,
	);
	return updateOf(current, { ...body, ...changes }, [...summary, ...sentences]);
}
