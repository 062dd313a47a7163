/**
 * What the status of a run means. The specification names no status (spec 3), so one rule reads the
 * words of many public systems: the last word that the table knows counts, up to a preposition. A
 * word in -ing is active. "not", "no", and "never" turn it round. Anything else is unknown.
 */
import { oneOf, splitWords, words } from '../../values/words';

export type RunState = 'active' | 'finished' | 'unknown';

const statusWords = {
	finished: words(`
		completed complete finished done end ended closed exited cached succeeded success successful ok passed
		failed fail failure unsuccessful error errored fault faulted crashed dead incomplete unstable rejected
		skipped inactive aborted cancelled canceled stopped halted terminated killed revoked interrupted
		preempted evicted abandoned removed deleted timeout expired
	`),
	/** Besides all words that end in -ing. */
	active: words(`
		new created planned scheduled requested required requires manual submitted accepted received
		queued enqueued requeued pending late open ready runnable started resumed retry up busy
		paused suspended blocked hold deferred delayed postponed
	`),
	/** Of a run at work: the opposite is an end, unlike that of "started". */
	atWork: words('running active working executing processing inprogress inprocess'),
};

/** A text with more words is a sentence. */
const maxWords = 6;

const isNegation = oneOf(words('not no never'));

/** The words after it only explain why or how. */
const isPreposition = oneOf(
	words('with without for by after before due because to from in on at as while during until of'),
);

const isAtWork = oneOf(statusWords.atWork);
const table = new Map<string, RunState>([
	...statusWords.finished.map((word) => [word, 'finished'] as const),
	...[...statusWords.active, ...statusWords.atWork].map((word) => [word, 'active'] as const),
]);

/** A longer text has more words than a status, or one that means nothing. */
const maxStatusLength = 200;

function parseWords(status: string): readonly string[] {
	return splitWords(status.slice(0, maxStatusLength))
		.join(' ')
		.replace(/\bin (progress|process)\b/g, 'in$1')
		.split(' ');
}

/** The words before the first preposition. One at the beginning, as in ON_HOLD, is left out. */
function wordsBeforeReason(words: readonly string[]): readonly string[] {
	const own = words.slice(isPreposition(words[0] ?? '') ? 1 : 0);
	const end = own.findIndex(isPreposition);
	return end < 0 ? own : own.slice(0, end);
}

function classifyWord(word: string): RunState {
	return table.get(word) ?? (/..ing$/.test(word) ? 'active' : 'unknown');
}

/** What a status means for a run, by the rule at the top of this file. */
export function classifyStatus(status: string): RunState {
	const all = parseWords(status);
	if (all.length > maxWords || /\p{N}/u.test(status)) return 'unknown';
	const words = wordsBeforeReason(all);
	const index = words.findLastIndex((word) => classifyWord(word) !== 'unknown');
	const last = words[index];
	if (last === undefined) return 'unknown';
	if (!words.slice(0, index).some(isNegation)) return classifyWord(last);
	return isAtWork(last) ? 'finished' : 'active';
}

/** Whether a text consists of nothing but words of a status. */
export function looksLikeStatus(text: string): boolean {
	const isStatusWord = (word: string) => isNegation(word) || classifyWord(word) !== 'unknown';
	return classifyStatus(text) !== 'unknown' && parseWords(text).every(isStatusWord);
}
