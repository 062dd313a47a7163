import { fieldNamesLabel } from '../../api/assumedNames';
import type { IncompleteReason } from '../answer/reader/knownAnswer';
import type { Answer } from '../answer/receivedAnswer';

/** A longer hint is no help. */
const maxHint = 2000;

const toPaste = `'${fieldNamesLabel}' of the credential, or to 'Answer Format (JSON)' in the options`;

const reasons: Readonly<Record<Exclude<IncompleteReason, 'unconfirmedFormat'>, string>> = {
	noText:
		"The events have no text where the format of the answer expects it. To compare them, set 'Output' to 'Events'.",
	cutOff: `The stream ended before the answer did. Ask again, in the same thread if you like. If this answer is whole, add the event that ends it as "answer.finalEvent" to ${toPaste}.`,
	stopped:
		"The agent stopped before the answer was complete, or a tool waits. To see why, set 'Output' to 'Events'.",
	unknownEvents:
		"The answer may contain other text or not be final. To compare the events, set 'Output' to 'Events'.",
	failedPart: "A part of the agent failed. To see which one, set 'Output' to 'Events'.",
};

const noEvents =
	'The response contained no events, so there is no answer. Ask again, in the same thread if you like.';

/** What to do if an answer isn't complete. */
export function answerHints({
	incompleteReason: reason,
	eventCount,
	fieldNames,
	output,
}: ReturnType<Answer['result']>): string[] {
	if (reason === undefined) return [];
	if (eventCount === 0) return [noEvents];
	// With spaces, so that n8n's output panel breaks it into lines.
	const json = fieldNames && JSON.stringify(fieldNames, null, 1).replace(/\n */g, ' ');
	if (reason === 'unconfirmedFormat') return [unconfirmedHint(output, json, fieldNames)];
	if (reason !== 'unknownEvents' || json === undefined) return [reasons[reason]];
	const hint = `The answer has events that its format doesn't name, so 'complete' is false. If they are no part of the answer, add this to ${toPaste}: ${json}`;
	return [shorten(hint, json)];
}

function unconfirmedHint(output: string, json?: string, entries: object = {}): string {
	if (json === undefined) {
		const reason = output === '' ? 'have no text' : "don't show which text is whole";
		return `The format of the answer is unknown, and its events ${reason}. Ask another question, or set 'Output' to 'Events' to see them.`;
	}
	const hasEnd = 'answer.finalEvent' in entries;
	const ifEnd = hasEnd
		? ''
		: ' If an event ends each whole answer, add its type as "answer.finalEvent".';
	const hint = `The format of the answer isn't confirmed, so 'complete' is false. Only if this answer is whole, add this to ${toPaste}: ${json}.${ifEnd}`;
	return shorten(hint, json);
}

/** Refers to the item instead of long JSON. */
const shorten = (hint: string, json: string) =>
	hint.length <= maxHint ? hint : hint.replace(json, "'fieldNames' in the item");
