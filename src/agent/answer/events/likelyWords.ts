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
export const namesReason = hasOneOf(
	'reason outcome verdict conclusion disposition subtype exit cause grund motiv motivo motif causa',
);
export const namesState = hasOneOf('status state');
const namesSuccess = endsWithOneOf('success succeeded successful ok');

const namesFailure = hasOneOf('error err errno fault failure exception fehler erreur');
const saysNone = (value: unknown) =>
	/^(?:|0+|no|none|null|nil|false|no_?error)$/i.test(String(value));

/**
 * Whether a field says that the text may not be whole: it names a stop, or a reason that is no known end.
 *
 * @param isAfter the text, so that a state is a reason, too
 */
export function isStopReason(name: string, value: string, isAfter: boolean): boolean {
	if (namesFailure(name)) return !saysEnd(value);
	const isUnknown = namesReason(name) || (isAfter && namesState(name));
	return saysStop(name) || saysStop(value) || value === 'false' || (isUnknown && !saysEnd(value));
}

const isWord = (value: unknown) => typeof value === 'string' && /^[a-z_-]{1,40}$/i.test(value);
const isPhrase = (value: unknown) =>
	typeof value === 'string' && /^[a-z][a-z' _-]{0,80}$/i.test(value);

/** Fields that say whether, or why, the text ends, and their values. What has digits is an ID or a time. */
const reasons: ReadonlyArray<
	readonly [isName: typeof saysEnd, isValue: (value: unknown) => boolean]
> = [
	[namesFailure, (value) => typeof value !== 'object' && !saysNone(value)],
	[namesSuccess, (value) => value === false],
	[saysStop, (value) => value === true],
	[namesReason, isPhrase],
	[saysEnd, (value) => value === true || isWord(value)],
	[namesState, (value) => value === true || isWord(value)],
];

export const isReason = (name: string, value: unknown): boolean =>
	reasons.some(([isName, isValue]) => isName(name) && isValue(value));

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
	level update event action op cmd command msgty t k`,
);

/** Whether a field states what is beside it, such as `role: "user"` or `isThought: true`. */
export function isStatement(name: string, value: unknown): value is string | number | true {
	if (value === true) return hasOtherWord(name);
	if (!namesKind(name)) return false;
	return Number.isInteger(value) || (typeof value === 'string' && /^[\w./: -]{1,40}$/.test(value));
}

/** Names of the text, the likeliest first. The last word of a name counts. */
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

/** How likely a name is that of the text: the lower, the likelier. A hundred are alike. */
export function rankOf(name: string): number {
	const likely = likelyNames.indexOf(splitWords(name).at(-1) ?? '');
	if (isLabel(name)) return Infinity;
	if (likely >= 0) return likely;
	return name === '' || isPossible(name) ? 100 : 200;
}

/** Whether a rank is that of a likely name, and of one that often has other contents. */
export const isText = (rank: number) => rank < 100;
export const mayBeText = (rank: number) => rank === 100;
