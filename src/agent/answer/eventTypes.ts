/** What the types of an event of no known protocol mean for the answer. */
import { memoizeByName, oneOf, splitWords } from '../../values/words';
import { answerEventNames, answerTextNames } from './answerWords';
import { isApplicationData, isGuard, isInterleaved, isSubject, readKind } from './kinds';

const isFinal = oneOf(answerEventNames.final);
const isPart = oneOf(answerEventNames.parts);
const isThought = oneOf(answerEventNames.thoughts);
const isBegin = oneOf(answerEventNames.begin);
const isRun = oneOf(answerEventNames.runs);
const isRetry = oneOf(answerEventNames.retries);
const isStatusWord = oneOf([...answerEventNames.statusTypes, ...answerEventNames.runs]);
const isAnswerWord = oneOf([
	...answerEventNames.answerTypes,
	...answerEventNames.final,
	...answerTextNames.likely,
	...answerTextNames.possible,
]);
/** Words of what may follow a whole answer. */
const isFollowing = oneOf([
	...[answerTextNames.likely, answerTextNames.possible, answerTextNames.labels].flat(),
	...[answerTextNames.interleaved, answerTextNames.heartbeats, answerEventNames.statusTypes].flat(),
	...[answerEventNames.following, answerEventNames.final, answerEventNames.parts].flat(),
	...[answerEventNames.begin, answerEventNames.runs].flat(),
]);
/** Words of what waits for the user. As the name of a field, "ask" may be that of the request. */
const isWaiting = oneOf([...answerEventNames.waits, 'ask', 'asking']);
/** Words of an answer that stopped early. */
const isCut = oneOf(answerEventNames.cuts);
const failureWord = new RegExp(`^(?:${answerEventNames.failureStems.join('|')})`);
const ambiguousWord = new RegExp(`^(?:${answerEventNames.ambiguousStems.join('|')})`);

/** Whether a word of a type or a status reports that the agent could not go on. */
export const isFailureWord = (word: string) => failureWord.test(word);

/** Whether words, such as those of a type, name the answer or nothing else. */
export const isAboutAnswer = (words: readonly string[]) =>
	words.every(isStatusWord) || words.some(isAnswerWord);

function reportsFailure(words: readonly string[]): boolean {
	const failures = words.filter(isFailureWord);
	if (failures.some((word) => !ambiguousWord.test(word))) return true;
	return failures.length > 0 && isAboutAnswer(words.filter((word) => !isFailureWord(word)));
}

const isEndType = (words: readonly string[]) =>
	words.join() === 'result' || (words.some(isFinal) && !words.some(isPart));

/** Whether types, of these words, show that the answer was cut short, such as `stopGeneration`. */
const showCut = (types: ReadonlyArray<readonly string[]>, words: readonly string[]) =>
	types.some(([first, second = '']) => first === 'stop' && isRun(second)) ||
	(words.some(isCut) && !words.some(isInterleaved));

const begins = (words: readonly string[], isOf: (word: string) => boolean) =>
	words.some(isBegin) && words.some(isOf);

/** What the types of an event mean for the answer. */
export const readTypes = memoizeByName((kind: string) => {
	const { types, partWords, stated, isOther: isNonAnswer } = readKind(kind);
	const wordsOfTypes = types.map(splitWords);
	const words = wordsOfTypes.flat();
	const statedWords = stated.flatMap(splitWords);
	const isEnd = !isNonAnswer && wordsOfTypes.some(isEndType);
	return {
		/** The event ends the answer, and not only a part of it. */
		isEnd,
		/** It is known that the event may follow a whole answer. */
		mayFollow: isEnd || words.every(isFollowing),
		/** In a run, another message may follow the end of one. */
		beginsRun: !isNonAnswer && wordsOfTypes.some((type) => begins(type, isRun)),
		beginsPart: begins(words, isPart),
		beginsThought: begins(words, isThought),
		endsThought: words.some(isFinal) && words.some(isThought),
		isOfMessage: words.includes('message'),
		isOfGuard: statedWords.some(isGuard),
		waits: [...words, ...partWords].some(isWaiting),
		/** The name of something waits, such as that of an agent. */
		namesWait: statedWords.some(isWaiting),
		/** By its type, the answer was cut short or waits for somebody, unless more text follows. */
		stops: words.some(isWaiting) || showCut(wordsOfTypes, words),
		/** Its step, phase or status is a failure, unless more text follows. */
		failsInPart: partWords.some(isFailureWord),
		reportsFailure: wordsOfTypes.some(reportsFailure),
		/** A failure is that of the answer, and not of a part of the agent that another can replace. */
		failsAnswer: isAboutAnswer(words.filter((word) => !isFailureWord(word))),
		/** The agent goes on after a failure. */
		retries: words.some(isRetry) && !isFailureWord(words.at(-1) ?? ''),
		/** It names the answer or nothing else: its text may be the answer, and its status is that of the answer. */
		isAboutAnswer: isAboutAnswer(words),
		/** A failure in the data is that of something else. */
		isAboutOther: types.some(isApplicationData) || words.some(isSubject),
	};
});
