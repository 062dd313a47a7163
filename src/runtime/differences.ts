import type { IDataObject } from 'n8n-workflow';
import type { DesiredUpdate } from '../forms/changeSet/desiredUpdate';
import { describeField } from '../forms/changeSet/diff';
import { compareValues } from '../values/comparison';
import { writeJson } from '../values/json';
import { plain } from './verify';

/** Adds the fields of a body that a record doesn't have to its update. */
export function addDifferences(
	{ current, body, summary }: DesiredUpdate,
	desired: IDataObject,
	labels: Readonly<Record<string, string>> = {},
): DesiredUpdate {
	const wanted = plain(desired);
	// A field that isn't shown may have any value, but it is no change to ask for none.
	const names = Object.keys(desired).filter(
		(name) =>
			wanted[name] !== (current[name] ?? null) &&
			compareValues(wanted[name], current[name]) !== 'equal',
	);
	const changes = Object.fromEntries(names.map((name) => [name, desired[name]]));
	const sentences = names.map((name) =>
		typeof wanted[name] === 'object'
			? `${name} becomes ${writeJson(wanted[name])}.`
			: `${describeField({ name, displayName: labels[name] ?? name }, current, wanted)}.`,
	);
	return { current, body: { ...body, ...changes }, summary: [...summary, ...sentences] };
}
