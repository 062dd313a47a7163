/** When a run started, by its record (spec 2.6 shows no field). */
import type { IDataObject } from 'n8n-workflow';
import { namesOf } from '../../api/assumedNames';
import type { FieldNames } from '../../api/fieldNames';
import { firstValue } from '../../values/jsonObject';
import { newestFirst } from '../../values/timestamps';

/** When a run with the nodes' names started, as the service writes it. */
export function getStartTime(run: IDataObject): string | undefined {
	return firstValue(run, namesOf('run.startedAt'))?.toString().trim();
}

/** A copy of a list of runs with the newest first. A run without a start may still wait. */
export function newestRunFirst(names: FieldNames, runs: readonly IDataObject[]): IDataObject[] {
	return newestFirst(runs, (run) => getStartTime(names.toNodes('run', run)));
}
