/** What a field states about the text beside it, by words. Only proposals rest on this. */
import { memoizeByName, oneOf, splitWords, words } from '../../values/words';

/** What has such a word, as a name, a type, or a role, is no answer. */
const isOtherWord = oneOf(
	words(
		`tool tools function functions call calls arguments args action input inputs observation search
		retrieval sql query step steps reasoning think thinking thought thoughts monologue plan planning
		signature status state error errors settings config question questions instructions system user
		human developer history init connected busy queue queued image audio file attachment document
		documents context progress debug log logs info notice notification warning verbose metadata meta
		usage metrics source sources citation citations annotations references logprobs safety title
		suggestion suggestions followup feedback disclaimer reference snippet heartbeat ping special hidden`,
	),
);

export const hasOtherWord = memoizeByName((name: string) => splitWords(name).some(isOtherWord));

/** Last words of names that state what a text is, or who writes it. */
const statesKind = oneOf(
	words('type kind role author sender speaker from channel phase category level update event'),
);

const isStateName = memoizeByName((name: string) => statesKind(splitWords(name).at(-1) ?? ''));

/** A word, and no text. */
const isShortWord = (value: string) => value.length <= 40 && /^[\w./:-]+$/.test(value);

/** Whether a field states what is beside it, such as `role: "user"` or `isThought: true`. */
export function isStatement(name: string, value: unknown): value is string | true {
	if (value === true) return hasOtherWord(name);
	return typeof value === 'string' && isStateName(name) && isShortWord(value);
}

const isEndWord = oneOf(
	words(
		`done complete completed end ended eos eot endoftext final finish finished stop success succeeded
		close closed last fin fim ende fini terminado`,
	),
);

/** Whether a type, a value, or a mark says that something ends. */
export const saysEnd = memoizeByName((name: string) => splitWords(name).some(isEndWord));
