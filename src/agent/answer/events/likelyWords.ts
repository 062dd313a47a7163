/**
 * The words by which names and values are judged. Only proposals, doubts, and the IDs of an answer rest
 * on them.
 */
import { memoizeByName, oneOf, splitWords, words } from '../../../values/words';

/** Whether a word of a name or a value is one of these. */
const hasOneOf = (text: string) => {
	const isOne = oneOf(words(text));
	return memoizeByName((name: string) => splitWords(name).some(isOne));
};

/** Whether the last word of a name is one of these. */
const endsWithOneOf = (text: string) => {
	const isOne = oneOf(words(text));
	return memoizeByName((name: string) => isOne(splitWords(name).at(-1) ?? ''));
};

/** What has such a word, as a name, a type, or a role, is no answer. */
export const hasOtherWord = hasOneOf(
	`tool tools function functions call calls arguments args action input inputs observation search
	retrieval sql query step steps reasoning think thinking thought thoughts monologue plan planning
	signature status state error errors settings config question questions instructions system user
	human developer history init connected busy queue queued image audio file attachment document
	documents context progress debug log logs info notice notification warning verbose metadata meta
	usage metrics source sources citation citations annotations references logprobs safety title
	suggestion suggestions followup feedback disclaimer reference snippet heartbeat ping special hidden
	moderation trace traces rationale analysis commentary`,
);

/** Whether a type, a value, or a mark says that something ends. */
export const saysEnd = hasOneOf(
	`done complete completed end ended eof eom eos eot endoftext final finish finished stop success succeeded
	close closed last normal natural idle ready ok fin fim fine ende fertig fini terminado completado`,
);

/** Whether a type or a state says that an answer stops early. */
export const saysStop = hasOneOf(
	`length max limit limited tokens truncated incomplete unfinished interrupt interrupted abort aborted
	cancel cancelled canceled stopped halted terminated timed killed expired dropped disconnected cutoff filter
	filtered tool calls call required error failed timeout paused blocked denied rejected prohibited
	moderated censored sensitive safety guardrail violation recitation refusal exceeded exhausted
	insufficient overflow overloaded suspended handoff escalated transferred approval waiting awaiting
	pending needs`,
);

/** Names of fields that say why, or how, an answer ended. */
const namesReason = hasOneOf(
	'reason outcome verdict conclusion disposition subtype exit cause grund motiv motivo motif causa',
);
export const namesState = hasOneOf('status state');
const namesSuccess = endsWithOneOf('success succeeded successful ok');

const namesFailure = hasOneOf('error err errno fault failure exception fehler erreur');
const saysNone = (text: string) => /^(?:|0+|no|none|null|nil|false|no_?error)$/i.test(text);

/** What has digits is an ID or a time. */
const isPhrase = (value: unknown): value is string =>
	typeof value === 'string' && /^[a-z][a-z' _-]{0,80}$/i.test(value);

/** Whether a field may show that, or why, the text ends. */
export const isEndReason = (name: string, value: unknown): boolean =>
	value === true
		? saysEnd(name) || namesState(name)
		: isPhrase(value) && (namesReason(name) || namesState(name) || saysEnd(name));

/**
 * Whether a field shows that the text may not be whole: it names a stop, or a reason that is no known end.
 *
 * @param isEnd the event ends the answer, so that a state is a reason, too
 */
export function isStopReason(name: string, value: unknown, isEnd: boolean): boolean {
	const text = String(value);
	if (namesFailure(name)) return !saysNone(text) && !saysEnd(text);
	if (typeof value === 'boolean') return value ? saysStop(name) : namesSuccess(name);
	const isReason = namesReason(name) || (isEnd && namesState(name));
	const isStop = saysStop(text) || (isReason && !saysEnd(text));
	return isStop && isEndReason(name, value);
}

/** Whether a type or a value may say that a text before counts no longer. */
export const saysUndone = hasOneOf(
	`clear cleared reset retract retracted rollback undo undone redo delete deleted remove removed erase
	erased discard discarded regenerate regenerated regenerating restart restarted retry retried retrying
	override overwrite overwritten rewrite rewritten revise revised revision edit edited correct corrected
	correction amend amended supersede superseded replace replaced replacement swap withdraw withdrawn
	revoke revoked recall recalled invalidate invalidated truncate backspace flush`,
);

/** Whether a name is that of a field that states what a text is, or who writes it. */
const namesKind = endsWithOneOf(
	`agent author sender source speaker from node type typename typ tipo art kind role channel phase stage step segment label tag category
	level update event action op cmd command msgty name t k`,
);

/** Whether a field states what is beside it, such as `role: "user"` or `isThought: true`. */
export function isStatement(name: string, value: unknown): boolean {
	if (value === true) return hasOtherWord(name);
	if (!namesKind(name)) return false;
	return Number.isInteger(value) || (typeof value === 'string' && /^[\w./: -]{1,40}$/.test(value));
}

/** Names of the text. The last word of a name counts. */
const likelyNames = words(
	`delta text content token chunk piece answer completion response reply markdown texto respuesta resposta
	antwort reponse`,
);
/** Names that often have other contents. */
const isPossible = endsWithOneOf('output message result value body data msg report c d t v');

/** Names of labels. */
const isLabel = endsWithOneOf(
	`id ids uuid key role type kind object ev evt event model name created updated at time timestamp date url
	version index count reason language code format fingerprint tier obfuscation pad padding thread
	conversation session run task workflow node chain graph agent author sender speaker from channel
	phase status state finish cursor provider cmd command`,
);

/** How likely a name is that of the text: 0 is likely, 1 possible, 2 anything else; undefined for a label. */
export const rankOf = memoizeByName((name: string): number | undefined => {
	if (isLabel(name)) return undefined;
	if (likelyNames.includes(splitWords(name).at(-1) ?? '')) return 0;
	return name === '' || isPossible(name) ? 1 : 2;
});
