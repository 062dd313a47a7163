import type { Answer } from '../../../src/agent/answer/answer';
import { maxPaths, type TextSource } from '../../../src/agent/answer/eventTexts';
import { readKind } from '../../../src/agent/answer/kinds';
import { defaultType } from '../../../src/http/eventRecord';

/**
 * What to set if the answer was not found, or may be wrong.
 *
 * @param result of the answer. If it is complete, there is nothing to set, and no long text is searched again.
 */
export function answerHints(answer: Answer, result: ReturnType<Answer['result']>): string[] {
	const { answer: text, eventCount, complete } = result;
	if (complete || eventCount === 0) return [];
	if (answer.doubts.length > 0) return [doubtHint(answer)];
	if (text === '') return [noTextHint(answer)];
	return [answer.isAmbiguous ? ambiguousHint : endHint(answer)];
}

function noTextHint({ paths, types }: Answer): string {
	if (paths.size === 0) return 'The node found no text in the events. The events contain no text.';
	return `The node found no text in the events. Set 'Text Field', or "answer.text" in 'Field Names (JSON)' of the credential, to one of these paths: ${[...paths].join(', ')}. To use only some events, set 'Answer Events' to a word in them, such as their type: ${[...types].join(', ')}.`;
}

const ambiguousHint =
	"The answer may contain text twice, text that was withdrawn, reasoning, JSON, or a message of the service. To compare the events, set 'Output' to 'Events'. If you asked for JSON, set 'Text Field'.";

/** Names the event after which the answer counts as stopped, or that may end each answer. */
function endHint({ ending, lastType, source }: Answer): string {
	const { isStopped, unknownType, stopType } = ending;
	const own = source === undefined ? [] : [eventNameOf(source, [])];
	// An unknown event may be the end if it is the last, or empty and of the type with the text.
	const mayEnd = [lastType, ...own].includes(unknownType);
	const type = stopType ?? (mayEnd ? undefined : unknownType);
	if (isStopped && type !== undefined) {
		return `After an event of type '${type}', the answer may be incomplete, so 'complete' is false. If whole answers have such events, add the type to 'Answer Events', as in: ${[...own, type].join(', ')}`;
	}
	const remedy =
		lastType === undefined
			? "If an event ends each whole answer, set 'Final Event' to its type or to a word in it"
			: `If each whole answer ends with '${lastType}', set 'Final Event' to it`;
	return `No event is known to end a whole answer, so 'complete' is false. ${remedy}, or add it to 'Field Names (JSON)' in the credential as "answer.finalEvent".`;
}

/** Names the places of all texts, ready to paste into the options or into Field Names. */
function doubtHint({ source, places }: Answer): string {
	const [first] = places;
	const kinds = places.map(({ kind }) => kind);
	const read = source === undefined ? '' : `The answer is ${describePlace(source, kinds)}. `;
	const others = places.filter((place) => place !== source).slice(0, maxPaths);
	const named = others.map((place) => describePlace(place, kinds)).join('; ');
	const doubt =
		named === ''
			? 'It may be incomplete or contain other text'
			: `The answer doesn't include ${named}`;
	const example = first && {
		'answer.text': first.path || undefined,
		'answer.events': [eventNameOf(first, kinds)],
	};
	return `${read}${doubt}, so 'complete' is false. Set 'Text Field' and 'Answer Events' to the right ones, or add them to 'Field Names (JSON)' in the credential, such as ${JSON.stringify(example)}.`;
}

function describePlace(place: TextSource, kinds: readonly string[]): string {
	const path = place.path === '' ? 'the data' : `'${place.path}'`;
	return `${path} in '${eventNameOf(place, kinds)}' events`;
}

/** A name by which Answer Events finds a kind, if possible one that the other kinds don't have. */
function eventNameOf({ kind }: TextSource, kinds: readonly string[]): string {
	const { stated } = readKind(kind);
	const isOwn = (name: string) =>
		kinds.every((other) => other === kind || !readKind(other).names.includes(name.toLowerCase()));
	return stated.find(isOwn) ?? stated.at(-1) ?? defaultType;
}
