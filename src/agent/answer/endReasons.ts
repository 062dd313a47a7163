/**
 * Why a text ends, in a field such as `finish_reason`. Only a reason that is known to be good ends the
 * answer: any other means or may mean that it was cut short, unless more text follows.
 */
import { memoizeByName, oneOf, splitWords } from '../../values/words';
import { answerEventNames } from './answerWords';
import { isFailureWord } from './eventTypes';

const isGood = oneOf(answerEventNames.goodReasons);
const isOpen = oneOf(answerEventNames.openReasons);
const isTruncation = oneOf([...answerEventNames.cuts, ...answerEventNames.truncations]);

/** Whether a reason or a status has a word of an answer that stopped early. */
export const isCutShort = memoizeByName((reason) => splitWords(reason).some(isTruncation));

type EndOfReason = 'complete' | 'truncated' | 'doubtful';

/** What a reason means; undefined if the text goes on. */
export const endOfReason = memoizeByName((reason): EndOfReason | undefined => {
	const words = splitWords(reason);
	if (words.length === 0 || words.some(isOpen)) return undefined;
	if (words.every(isGood)) return 'complete';
	return isCutShort(reason) || words.some(isFailureWord) ? 'truncated' : 'doubtful';
});
