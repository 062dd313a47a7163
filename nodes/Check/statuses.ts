/**
 * Compares the words of a run's status with those that the nodes know. A word is that of an ended run
 * if runs with it have an end time, and no run without one has it. What else a word means, the user
 * knows, so the words are listed.
 */
import {
	classifyStatus,
	getStatus,
	isEnd,
	readRunStateOptions,
	type RunStateOptions,
} from '../../src/agent/runs/runState';
import { comparableStatus } from '../../src/agent/runs/statusWords';
import { entriesToPaste, FieldNames, valueAt } from '../../src/api/fieldNames';
import { splitValues } from '../../src/forms/value';
import { isPast } from '../../src/values/timestamps';
import { oneOf } from '../../src/values/words';
import type { FieldFinder } from './fieldFinder';
import { suggest, type Verdict, type Verdicts } from './findings';
import type { Survey } from './survey';

const finishedKey = 'run.finishedStatuses';
const succeededKey = 'run.succeededStatuses';

/** A status has few words, and short ones. Other texts are not shown. */
const maxStatuses = 20;
const maxLength = 40;

/** The statuses that were seen, as the service writes them. */
interface Seen {
	readonly all: readonly string[];
	/** Only of runs with an end time in the past. */
	readonly ended: readonly string[];
	/** Only of runs without one, if any run has one. */
	readonly active: readonly string[];
}

/** @param path of the status in a run */
function seenStatuses(survey: Survey, path: string): Seen {
	const endPath = survey.finder.pathOf('run.endedAt') ?? '';
	const withEnd = new Set<string>();
	const withoutEnd = new Set<string>();
	for (const run of survey.recordsOf('run.status')) {
		const status = getStatus(run, { statusField: path });
		const group = isPast(String(valueAt(run, endPath))) ? withEnd : withoutEnd;
		if (status !== undefined) group.add(status);
	}
	return {
		all: [...new Set([...withEnd, ...withoutEnd])],
		ended: [...withEnd].filter((each) => !withoutEnd.has(each)),
		active: withEnd.size > 0 ? [...withoutEnd].filter((each) => !withEnd.has(each)) : [],
	};
}

/** The verdict if only the user knows what some words mean. */
function ask(key: string, reason: string, open: readonly string[], others: string): Verdict {
	const remedy = `Remove the statuses of ${others}, and add the rest to ${entriesToPaste({ [key]: open })}`;
	return { verdict: 'missing', found: [...open], reason, remedy };
}

/** Whether the nodes know which runs have ended. */
function verdictOnEnds(finder: FieldFinder, seen: Seen, options: RunStateOptions): Verdict {
	const { all, ended, active } = seen;
	const listed = splitValues(finder.fieldNames.entries[finishedKey]).map(String);
	const isActive = oneOf(active.map(comparableStatus));
	const kept = listed.filter((status) => !isActive(comparableStatus(status)));
	const unknown = all.filter((status) => classifyStatus(status, options) === 'unknown');
	const overlooked = ended.filter((status) => !isEnd(classifyStatus(status, options)));
	if (kept.length === listed.length && [...unknown, ...overlooked].length === 0) {
		return { verdict: 'ok', found: [...all] };
	}
	const isPlaced = unknown.every((each) => [...ended, ...active].includes(each));
	if (isPlaced && ended.length > 0) {
		const byWord = new Map([...kept, ...ended].map((each) => [comparableStatus(each), each]));
		return suggest(finder, { [finishedKey]: [...byWord.values()] }, all);
	}
	const reason = "The runs don't show which of these statuses mean the end.";
	return ask(finishedKey, reason, unknown.length > 0 ? unknown : all, 'active runs');
}

/** Whether the nodes know which runs have succeeded. Undefined if none has ended. */
function verdictOnSuccess(seen: Seen, options: RunStateOptions): Verdict | undefined {
	const ends = seen.all.filter((status) => isEnd(classifyStatus(status, options)));
	const open = ends.filter((status) => classifyStatus(status, options) === 'ended');
	if (ends.length === 0) return undefined;
	if (open.length === 0) return { verdict: 'ok', found: ends };
	const reason = "The runs don't show which of these statuses mean success.";
	return ask(succeededKey, reason, open, 'failed runs');
}

/** The verdicts on the words of a run's status, if the runs have one. */
export function compareStatuses(survey: Survey): Verdicts {
	const { finder } = survey;
	const path = finder.pathOf('run.status');
	if (path === undefined) return {};
	const seen = seenStatuses(survey, path);
	if (seen.all.length > maxStatuses || seen.all.some(({ length }) => length > maxLength)) {
		const reason = `The field "${path}" has values that are no statuses.`;
		return { [finishedKey]: { verdict: 'notSeen', reason } };
	}
	const ends = verdictOnEnds(finder, seen, readRunStateOptions({}, finder.fieldNames));
	const withEnds = new FieldNames(finder.entries);
	const success = verdictOnSuccess(seen, readRunStateOptions({}, withEnds));
	return { [finishedKey]: ends, ...(success && { [succeededKey]: success }) };
}
