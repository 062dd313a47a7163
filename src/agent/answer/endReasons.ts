/**
 * Why a text ends, in a field such as `finish_reason`. Only a reason that is known to be good ends the
 * answer: any other may mean that it was cut short, unless more text follows.
 */
import { memoizeByName, oneOf, splitWords } from '../../values/words';
import { answerEventNames } from './answerWords';
import { isFailureWord } from './eventTypes';

const isGood = oneOf(answerEventNames.goodReasons);
const isOpen = oneOf(answerEventNames.openReasons);
const isTruncation = oneOf(answerEventNames.truncations);

/** Whether a reason or a status has a word of an answer that stopped early. */
export const isCutShort = memoizeByName((reason) => splitWords(reason).some(isTruncation));

/** Whether a word is a reason that is known to be bad. */
export const isBadReason = memoizeByName(
	(reason) => isCutShort(reason) || splitWords(reason).some(isFailureWord),
);

/** What a reason means; undefined if the text goes on. */
export const endOfReason = memoizeByName((reason): 'complete' | 'truncated' | undefined => {
	const words = splitWords(reason);
	if (words.length === 0 || words.some(isOpen)) return undefined;
	return words.every(isGood) ? 'complete' : 'truncated';
});
