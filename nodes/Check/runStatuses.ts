/** Compares the words of a run's status with those that the nodes understand. */
import type { IDataObject } from 'n8n-workflow';
import { optionKeys } from '../../src/api/assumedNames';
import { valueAt } from '../../src/api/fieldNames';
import { classifyStatus } from '../../src/agent/runs/statusWords';
import { isPast } from '../../src/values/timestamps';
import { areaNames, type Comparison, type Finding, unknown } from './findings';
import type { Survey } from './survey';

const key = 'run.finishedStatuses';

/** Whether a word means the end, by the credential or by the usual words. Undefined if that is unknown. */
function readWord(word: string, entry: readonly string[]): boolean | undefined {
	if (entry.length > 0) return entry.includes(word.toUpperCase());
	const state = classifyStatus(word);
	return state === 'unknown' ? undefined : state === 'finished';
}

/** The words of the status of runs that have ended, and of all others. */
function readWords(runs: readonly IDataObject[], statusPath: string, endPath: string) {
	const ended = new Set<string>();
	const active = new Set<string>();
	for (const run of runs) {
		const word = valueAt(run, statusPath);
		const end = valueAt(run, endPath);
		const hasEnded = typeof end === 'string' && isPast(end);
		if (typeof word === 'string') (hasEnded ? ended : active).add(word.trim());
	}
	return { ended, active, all: [...ended, ...active] };
}

/** The finding about the words that mean the end of a run. */
export function compareStatuses(comparison: Comparison, survey: Survey): Finding[] {
	const listed = survey.listed('run');
	const statusPath = comparison.findPath('run.status', listed);
	if (statusPath === undefined) return [];
	const endPath = comparison.findPath('run.endedAt', listed) ?? '';
	const { ended, active, all } = readWords(listed, statusPath, endPath);
	const entry = [comparison.fieldNames[key] ?? []].flat().flatMap((text) => text.split(','));
	const finished = entry.map((word) => word.trim().toUpperCase());
	const assumed = entry.join(', ') || 'COMPLETED, FAILED, and the like';
	const about = { area: areaNames.run ?? '', where: optionKeys[key], assumed };
	// Without an end time, or with one word for both, the runs don't show what a word means.
	const isCertain = ended.size > 0 && [...ended].every((word) => !active.has(word));
	const isUnderstood = all.every((word) => {
		const isEnd = readWord(word, finished);
		return isCertain ? isEnd === ended.has(word) : isEnd !== undefined;
	});
	if (isUnderstood) return [{ ...about, verdict: 'asAssumed', found: all }];
	const reason = 'The runs do not show which of these words mean the end.';
	const suggested = { [key]: [...ended] };
	const verdict = isCertain ? comparison.suggest(suggested, all) : unknown(key, reason, all);
	return [{ ...about, ...verdict }];
}
