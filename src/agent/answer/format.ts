/**
 * What a format of answers is: data. A service has one format. Those of public protocols are the rows
 * of `formats.ts`, and a user confirms that of any other service once (`ownFormat.ts`).
 *
 * A format is a closed world. Each event has text of the answer, ends or stops the answer, fails, or
 * is named as something else. With any other event, the answer isn't complete.
 */
import { words } from '../../values/words';

/**
 * How the texts of several events join: each follows those before (`delta`), has all of the message so
 * far (`snapshot`), or has all of it and ends it (`whole`). `copy` is only read if nothing else has text,
 * and otherwise must not differ from the text before.
 */
export type TextMode = 'delta' | 'snapshot' | 'whole' | 'copy';

/** Words for events, as `namedEvents.ts` describes them: a list, or separated by spaces. */
export type EventWords = string | readonly string[];

/** A text of the answer. */
export interface AnswerText {
	/** As `path.ts` describes it. What must be beside the text, such as a role, is in brackets. */
	readonly path: string;
	readonly mode: TextMode;
	/** Words for the events that have the text; all events if there are none. */
	readonly events: EventWords;
	/** Path of the ID of the message. Texts of several messages follow each other. */
	readonly message?: string;
}

/** Words for events, by what the events mean. */
export interface AnswerFormat {
	readonly name: string;
	/** The protocol is recognized by any of these. */
	readonly signs?: EventWords;
	readonly texts: readonly AnswerText[];
	/** These end the whole answer. With another value in the field, such an event stops it. */
	readonly ends?: EventWords;
	/** These texts are no text, but end the answer. */
	readonly endTexts?: readonly string[];
	/** The end of the stream ends the answer. */
	readonly endsWithStream?: boolean;
	/** As `ends`, but of a message that may not be the last one. A user can confirm that it is. */
	readonly mayEnd?: EventWords;
	/** The answer stops here, as for a tool of the client, unless text follows. */
	readonly stops?: EventWords;
	/** The agent failed. Events that say so in the usual words need not be named. */
	readonly failures?: EventWords;
	/** A part of the agent, such as a tool, failed. */
	readonly failedParts?: EventWords;
	/** These are no part of the answer. */
	readonly others?: EventWords;
	/** These are none either, even if they have text. */
	readonly ignored?: EventWords;
	/** These may belong to the answer or change it, even if `others` has their type. */
	readonly unclear?: EventWords;
	/** Paths of who writes. Texts of two writers are not one answer. */
	readonly writers?: EventWords;
}

/** The keys `answer.*` of 'Field Names (JSON)', as a user can paste them. */
export type ProposedEntries = Readonly<Record<string, string | readonly string[]>>;

/** The words of a column. */
export function listWords(column: EventWords = ''): readonly string[] {
	if (typeof column !== 'string') return column;
	return column === '' ? [] : words(column);
}

const textOf =
	(mode: TextMode) =>
	(path: string, events: EventWords = '', message?: string): AnswerText => ({
		path,
		mode,
		events,
		message,
	});

export const delta = textOf('delta');
export const snapshot = textOf('snapshot');
export const whole = textOf('whole');
export const copy = textOf('copy');

/** Pieces of a text that is itself at a path, or in a list of parts there. */
export const parts = (path: string, events?: EventWords, message?: string) => [
	delta(path, events, message),
	delta(`${path}[type=text].text`, events, message),
];
