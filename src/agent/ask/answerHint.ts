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

type AnswerResult = ReturnType<Answer['result']>;

/** What to do if an answer isn't complete. */
export function answerHint(result: AnswerResult): string | undefined {
	const { incompleteReason: reason, eventCount, fieldNames } = result;
	if (reason === undefined) return undefined;
	if (eventCount === 0) return noEvents;
	if (reason === 'unconfirmedFormat') return unconfirmedHint(result);
	if (reason !== 'unknownEvents' || fieldNames === undefined) return reasons[reason];
	const toDo = `The answer has events that its format doesn't name, so 'complete' is false. If they are no part of the answer, add this to ${toPaste}: `;
	return withEntries(toDo, fieldNames);
}

function unconfirmedHint({ output, fieldNames }: AnswerResult): string {
	if (fieldNames === undefined) {
		const reason = output === '' ? 'have no text' : "don't show which text is whole";
		return `The format of the answer is unknown, and its events ${reason}. Ask another question, or set 'Output' to 'Events' to see them.`;
	}
	const ifEnd =
		'answer.finalEvent' in fieldNames
			? ''
			: ' If an event ends each whole answer, add its type as "answer.finalEvent".';
	const toDo = `The format of the answer isn't confirmed, so 'complete' is false. Only if this answer is whole, add this to ${toPaste}: `;
	return withEntries(toDo, fieldNames, `.${ifEnd}`);
}

/** A hint with entries to paste, or with a reference to the item instead of long ones. */
function withEntries(before: string, entries: object, after = ''): string {
	// With spaces, so that n8n's output panel breaks it into lines.
	const json = JSON.stringify(entries, null, 1).replace(/\n */g, ' ');
	const hint = before + json + after;
	return hint.length <= maxHint ? hint : `${before}'fieldNames' in the item${after}`;
}
