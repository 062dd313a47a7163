/**
 * What the words of a status say about a run. The specification names no state of a run (spec 3),
 * so words are told by how they begin, in any case and spelling (`TIMED_OUT`, `timedOut`):
 *
 * - A word in -ing is that of an active run, whatever it begins with (`ABORTING`).
 * - Of several words the last that tells counts (`RUN_COMPLETED`, `ABORT_REQUESTED`), up to the
 *   first preposition (`COMPLETED_WITH_ERRORS`, `FAILED_TO_START`).
 * - A negation turns it round (`NOT_STARTED`, `not finished yet`, `NO_LONGER_RUNNING`).
 * - A status with numbers, of a part of the run, or of many words is a text that tells nothing.
 */
import { runStateWords } from '../../api/assumedNames';
import { wordsIn } from '../../api/words';

/** Whether a run goes on or is over; `unknown` where that cannot be told. */
export type RunState = 'active' | 'finished' | 'unknown';

/** A longer status is a sentence. */
const mostWords = 6;

const words = {
	finished: new Set<string>(runStateWords.finished),
	active: new Set<string>(runStateWords.active),
	negations: new Set<string>(runStateWords.negations),
	prepositions: new Set<string>(runStateWords.prepositions),
	parts: new Set<string>(runStateWords.parts),
};

const startsWithOneOf = (stems: readonly string[]) => new RegExp(`^(?:${stems.join('|')})`);
const finishedStem = startsWithOneOf(runStateWords.finishedStems);
const activeStem = startsWithOneOf(runStateWords.activeStems);
const atWorkStem = startsWithOneOf(runStateWords.atWorkStems);

/**
 * The words of a status, with those that are written as two put together.
 *
 * @param status as the service words it
 */
export function wordsOfStatus(status: string): readonly string[] {
	const together = wordsIn(status)
		.join(' ')
		.replace(/\btimed? out\b/g, 'timeout')
		.replace(/\bin progress\b/g, 'inprogress')
		.replace(/\bnot(?=\p{L})/gu, 'not ');
	return together.split(' ');
}

/**
 * The words of a status up to the first preposition, after which it only says why or how.
 *
 * @param status as the service words it
 */
export function wordsBeforeReason(status: string): readonly string[] {
	const said: string[] = [];
	for (const word of wordsOfStatus(status)) {
		if (!words.prepositions.has(word)) said.push(word);
		else if (said.length > 0) break;
	}
	return said;
}

function stateOfWord(word: string): RunState {
	if (/..ing$/.test(word)) return 'active';
	if (words.finished.has(word) || finishedStem.test(word)) return 'finished';
	return words.active.has(word) || activeStem.test(word) ? 'active' : 'unknown';
}

function opposite(state: RunState, word: string): RunState {
	if (state === 'finished') return 'active';
	// What has not been started yet is not over either.
	return atWorkStem.test(word) ? 'finished' : 'active';
}

/**
 * What a status says about a run.
 *
 * @param status as the service words it
 */
export function stateInWords(status: string): RunState {
	const said = wordsBeforeReason(status);
	const isText = wordsOfStatus(status).length > mostWords || /\p{N}/u.test(status);
	if (isText || said.some((word) => words.parts.has(word))) return 'unknown';
	const last = said.findLast((word) => stateOfWord(word) !== 'unknown');
	if (last === undefined) return 'unknown';
	const state = stateOfWord(last);
	return said.some((word) => words.negations.has(word)) ? opposite(state, last) : state;
}
