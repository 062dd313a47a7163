import type { IDataObject } from 'n8n-workflow';
import { isText, type ReceivedEvent } from './receivedEvent';

/** What one event contributes to the answer. Only strings count as text, and empty ones change nothing. */
export interface EventReading {
	/** Text that follows the text before. */
	readonly delta?: unknown;
	/** The message as it is now, in place of its earlier text. */
	readonly snapshot?: unknown;
	/** A delta or a snapshot: the texts before it decide. */
	readonly text?: unknown;
	/** The whole answer as it is now, in place of all messages. */
	readonly answer?: unknown;
	/** The answer if no other event has text. */
	readonly fallback?: unknown;
	/** Key of the message that the text belongs to; if left out, the last one. */
	readonly message?: unknown;
	/** Another message begins. */
	readonly startsMessage?: boolean;
	/** What follows is of another message. */
	readonly endsMessage?: boolean;
	/** Who wrote the text. Whether the texts of two writers are one answer is unknown. */
	readonly writer?: unknown;
	/** The text before was no answer. */
	readonly restarts?: boolean;
	/**
	 * Nothing follows, nothing must follow, it stopped early or may have, or may have if the event has no
	 * text, the agent continues with a tool, works, or must state its end.
	 */
	readonly end?:
		| ('closed' | 'complete' | 'truncated' | 'doubtful')
		| ('unclear' | 'continues' | 'active' | 'open');
	/** Text must follow: the agent stopped, or the client may have to call a tool. */
	readonly needsMore?: boolean;
	/** The part of the event with the reason why the agent could not go on. */
	readonly failure?: unknown;
}

/** A public protocol: pure, stateless and strict. */
export interface AnswerProtocol {
	readonly name: string;
	/** Whether an answer may end without an event that ends it. */
	readonly endsWithStream?: boolean;
	/** Reads an event and its data, empty if that is no JSON object; undefined if it isn't of this protocol. */
	read(event: ReceivedEvent, data: IDataObject): EventReading | undefined;
}

/** Whether an answer stopped early, or may have. */
export const isStop = (end: string | undefined) => end === 'truncated' || end === 'doubtful';

export function hasText({ delta, text, snapshot, answer }: EventReading): boolean {
	return isText(delta) || isText(text) || isText(snapshot) || isText(answer);
}
