/** Compares the words of a run's status with those that the nodes understand. */
import type { IDataObject } from 'n8n-workflow';
import { optionKeys } from '../../src/api/assumedNames';
import { valueAt } from '../../src/api/fieldNames';
import { readRunState, readRunStateOptions } from '../../src/agent/runs/runState';
import { isPast } from '../../src/values/timestamps';
import type { FieldFinder } from './fieldFinder';
import { areaOf, type Finding, missing, suggest } from './findings';

const key = 'run.finishedStatuses';

/** The finding about the words that mean the end of a run. */
export function compareStatuses(finder: FieldFinder, runs: readonly IDataObject[]): Finding[] {
	const statusPath = finder.findPath('run.status', runs);
	if (statusPath === undefined) return [];
	const endPath = finder.findPath('run.endedAt', runs) ?? '';
	const hasEnded = (run: IDataObject) => isPast(String(valueAt(run, endPath)));
	const wordsOf = (some: readonly IDataObject[]) => {
		const words = some.map((run) => valueAt(run, statusPath));
		return new Set(words.flatMap((word) => (typeof word === 'string' ? word.trim() : [])));
	};
	const ended = wordsOf(runs.filter(hasEnded));
	const active = wordsOf(runs.filter((run) => !hasEnded(run)));
	const all = [...ended, ...active];
	const assumed = finder.fieldNames.option(key) ?? 'COMPLETED, FAILED, and the like';
	const about = { area: areaOf(key), where: optionKeys[key], assumed };
	// Without an end time, or with one word for both, the runs don't show what a word means.
	const isCertain = ended.size > 0 && [...ended].every((word) => !active.has(word));
	const options = readRunStateOptions({ statusField: 'status' }, finder.fieldNames);
	const isUnderstood = all.every((word) => {
		const state = readRunState({ status: word }, options);
		return isCertain ? (state === 'finished') === ended.has(word) : state !== 'unknown';
	});
	if (isUnderstood) return [{ ...about, verdict: 'asAssumed', found: all }];
	const reason = 'The runs do not show which of these words mean the end.';
	const verdict = isCertain
		? suggest(finder, { [key]: [...ended] }, all)
		: missing(key, reason, all);
	return [{ ...about, ...verdict }];
}
