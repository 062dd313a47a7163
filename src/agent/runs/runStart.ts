/** When a run started, by its record (spec 2.6 shows no field). */
import type { IDataObject } from 'n8n-workflow';
import { namesOf } from '../../api/assumedNames';
import type { FieldNames } from '../../api/fieldNames';
import { firstValue } from '../../values/jsonObject';
import { parseTimestamp } from '../../values/timestamps';

/** When a run with the nodes' names started, as the service writes it. */
export function getStartTime(run: IDataObject): string | undefined {
	return firstValue(run, namesOf('run.startedAt'))?.toString().trim();
}

/** The start of a run in milliseconds since 1970; infinity if it has none, so it may still wait. */
export function getStartOrder(run: IDataObject): number {
	const time = parseTimestamp(getStartTime(run) ?? '');
	return time > 0 ? time : Infinity;
}

/** A copy of a list, with the oldest run first. */
export function sortByStart(names: FieldNames, runs: readonly IDataObject[]): IDataObject[] {
	const starts = runs.map((run) => ({ run, start: getStartOrder(names.toNodes('run', run)) }));
	// Two runs without a start are alike: their difference, NaN, sorts like 0.
	return starts.sort((a, b) => a.start - b.start).map(({ run }) => run);
}
