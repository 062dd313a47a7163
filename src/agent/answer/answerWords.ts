/** Names and words by which the events of an answer are read, which the specification doesn't show (spec 6). */
import { words } from '../../values/words';

/** Their events can interrupt a text. */
const interleavedNames = words(
	`progress debug log logs info notice notification warning verbose metadata meta usage metrics
	source sources citation citations annotations references logprobs safety title suggestion
	suggested suggestions feedback follow followup followups related rename disclaimer notifications
	reference snippet snippets evidence evidences routing product products chart charts rows row`,
);

/**
 * Where an event of an unknown protocol has the text of the answer (spec 6), as words of a name:
 * `outputText` and `output_text` have the words "output" and "text".
 */
export const answerTextNames = {
	/** Names of the text, the likeliest first. The last word of a name counts. */
	likely: words(
		`delta text content token chunk answer completion response reply markdown texto texte respuesta
		resposta antwort reponse t`,
	),
	/** Names that often have other contents: they count if there is no likely one. */
	possible: words('message output result value body data msg assistant report'),
	/** What is under such a name, or in an event or a record of such a kind, is no part of the answer. */
	other: [
		...words(
			`tool tools function functions call calls arguments args action input inputs observation search
			retrieval sql query step steps reasoning think thinking thought thoughts monologue plan planning signature
			status state error errors settings config truncation compaction question questions instructions
			system user human developer history init connected busy queue queued proposal image audio file
			attachment document documents context phase`,
		),
		...interleavedNames,
	],
	/** Those whose events can interrupt a text. An event called typing may also have a piece of it. */
	interleaved: [...interleavedNames, 'typing'],
	/** Types of event that only keep the connection alive. */
	heartbeats: words('heartbeat ping pong keepalive alive'),
	/** Text under a name with such a word is a label, and so is plain text in an event of such a type. */
	labels: words(
		`id ids uuid key role type kind object event model name assist created updated at time timestamp
		date url version index count reason language code format fingerprint tier obfuscation pad padding state thread
		conversation session run task workflow node chain graph`,
	),
	/** Lists of answers to choose from: the first is the answer. */
	alternatives: words('choices candidates generations'),
} as const;

/** Where a record or an event states its kind, by the last word of a name, or the last two. */
export const kindNames = {
	type: words('type subtype event kind object method update tipo'),
	speaker: words('role author sender speaker'),
	part: words('channel phase stage step status state classification category level severity'),
	/** A name that anybody may choose, such as that of an agent. */
	origin: words('agent node source from name'),
	/** How the text is to be used, or which of several writers it is of. Any value only tells them apart. */
	use: words(
		`mode operation op path function tool side slot lane panel pane tab column track variant
		candidate branch model persona participant worker bot agent-id node-id step-id card-id
		lane-id slot-id worker-id branch-id candidate-id call-id use-id`,
	),
	/** Switches, apart from the words "is" and "from", of what is no answer: `isThought`, `from_user`. */
	otherFlag: words('thought thinking reasoning special hidden internal user self system notice'),
	useFlag: words('replace overwrite reset'),
} as const;

/** Words of the speakers who ask. */
export const askers = words('user human question questions');

/** What the events of an answer mean, in any case. */
export const answerEventNames = {
	/** Words in the type of the event that ends an answer. */
	final: words(
		`eos eot endoftext done complete completed end ended final finish finished stop succeeded fin fim
		ende fini terminado close closed finalized`,
	),
	/** Words in the type of an event that begins what has messages, such as a run, or its steps. */
	begin: words('start started begin began begun created open opened'),
	/** What these events begin, by a word of their types. */
	runs: words(
		'run turn session stream agent workflow task job execution generation request flow graph loop',
	),
	/** Words in the type of an event that begins or ends only a part of the answer. */
	parts: words(
		'text content block part item chunk delta token model parser chain node transcript task',
	),
	/** Words in the type of an event with what a model thinks. */
	thoughts: words('thought thoughts thinking reasoning'),
	/** Words of what refuses a question or an answer, or hands it over to a person. */
	guards: words('guardrail guardrails moderation refusal escalation'),
	/** Other words in the types of events that may follow a whole answer. */
	following: words(
		`questions more up ups choice choices recommendation recommendations action actions chip chips
		card cards table image images audio tts media file files document documents artifact artifacts asset
		component render visualization dashboard ui summary highlight replies messages raw trace step steps
		checkpoint context knowledge records refs attribution score quality confidence validation cost costs stats
		statistics quota ready idle stopped saved stored persisted generated grounding span download renamed`,
	),
	/** Data that ends an answer. */
	finalData: '[DONE]',
	/** Where the data of a piece marks it as the last one, also with "is" before it. */
	finalFlags: words('done stop final finished complete completed end last close closed'),
	/** Where it marks a piece that is not the last one. */
	moreFlags: words('more partial'),
	/** Words in a type or a switch of an answer that stopped early. */
	cuts: words(
		`truncated incomplete interrupt interrupted aborted cancelled canceled stopped paused suspended halted
		cutoff preempted superseded blocked flagged moderated filtered filter withheld declined violation tripped
		tripwire length max limited limit reached exceeded exhausted throttled degraded disconnected handoff
		handover takeover transferred escalate escalated escalation assigned reassigned evil unsafe sensitive
		harmful inappropriate nsfw forced stale terminated prohibited`,
	),
	/** Words in the type or the state of an event that waits for the user. */
	waits: words(
		`required requires requested need needed needs awaiting waiting approval confirmation confirm
		clarify clarification elicitation hitl handoff`,
	),
	/** Names of a switch that is off if the answer is not good. */
	success: words('ok success succeeded successful allowed grounded passed valid'),
	/** Words of a name with the reason why the text ends. */
	finishes: words('finish stop end done completion'),
	/** Words of the reasons why a whole answer ends. */
	goodReasons: words(
		`stop end ended eos eot endoftext complete completed completion done finish finished success succeeded
		successful normal normally natural ok of the turn text token sequence string str word words criteria
		criterion met reason before answer response message model llm agent assistant terminate answered replied
		responded generated processed stored recorded resolved approved ready idle active delivered sent saved
		closed published final pass passed allow allowed released added created updated grounded verified`,
	),
	/** Words in the reason of a text that goes on. */
	openReasons: words('unspecified null none not unfinished continue continues'),
	/** Other words in a status or a reason of an answer that stopped early. */
	truncations: words('tokens refusal refuse block intervened safety recitation blocklist'),
	/** How words begin, in a type or a status, that report that the agent could not go on. */
	failureStems: words(
		`error erro erreur fehler fail abort cancel incomplete expire reject timeout crash exception overload
		refused interrupt killed problem unavailable exhaust exceed throttle throttling denied`,
	),
	/** Those of them that may as well be about what the answer shows, such as an order. */
	ambiguousStems: words('abort cancel expire failed refused reject problem'),
	/** How words begin, in a type after which the text before may be withdrawn. */
	withdrawalStems: words(
		`replace redact mask supersede reset clear retry restart rewind rewrite discard delete erase
		wipe regenerate regenerating regeneration retract withdraw correct invalidate undo redo
		revert rollback fallback`,
	),
	/** Words in a type that reports a failure after which the agent goes on. */
	retries: words('retry retrying fallback'),
	/** Words of a status while the agent works. */
	active: words('pending progress running working processing streaming generating queued'),
	/** Last words of names that say how something goes, or how it ended. */
	outcomes: words(
		'status state estado reason motivo grund outcome cause action conclusion verdict decision ending',
	),
	/** Words of a type that names nothing else, such as an order, whose status the event may have. */
	statusTypes: words(
		'status state update updated change changed event lifecycle assistant chat model llm processing',
	),
	/** Words of a type that is about the answer or what it belongs to. */
	answerTypes: words('thread conversation session run task workflow node chain graph'),
} as const;

/** Other names that the thread of an answer may go by, each with or without `id`. */
export const conversationNames = words('conversation chat');
