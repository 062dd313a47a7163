/** Asks the agent once, and compares how its answer is read with what the nodes expect. */
import { Answer } from '../../src/agent/answer/answer';
import type { TextSource } from '../../src/agent/answer/eventTexts';
import { readKind } from '../../src/agent/answer/kinds';
import { defaultType } from '../../src/http/eventRecord';
import type { ItemContext } from '../../src/runtime/operation';
import { getValue } from '../../src/values/jsonObject';
import { receiveAnswer } from '../Agent/ask/answerStream';
import { checkLength, readAnswerOptions } from '../Agent/ask/askFields';
import type { FieldFinder } from './fieldFinder';
import { addIf, correct, missing, suggest, unread, type Verdict, type Verdicts } from './findings';

const notAsked: Verdict = {
	verdict: 'notSeen',
	reason: 'The agent was not asked.',
	remedy: "Set 'Question' in Options of this node, and execute the node again.",
};

/**
 * Asks the agent, and reads its answer as Integration Service Agent does.
 *
 * @returns the answer, and the types of its events
 */
async function ask(item: ItemContext, question: string) {
	const options = readAnswerOptions(item);
	const answer = new Answer({ ...options, question });
	const response = await item.service.open('thread.create', {
		body: { question },
		ifNoStream: "Check 'Base URL' in the credential, and any proxy in between.",
	});
	const types = new Set<string>();
	for await (const { events } of receiveAnswer(response, answer, options, item.signal)) {
		for (const { event, value } of events) {
			types.add(String(getValue(value, 'type') ?? event ?? defaultType));
		}
	}
	return { answer, types: [...types] };
}

/** Where the text of the answer is, and what to set if that isn't certain. */
function verdictOnText(answer: Answer, finder: FieldFinder): Verdict {
	const { by, unknownType } = answer.ending;
	if (answer.result(true).answer !== '' && answer.isCertain && !(by && unknownType)) {
		const { protocol, textField } = answer.reading();
		const place = protocol === 'none' ? `in '${String(textField)}'` : `by ${String(protocol)}`;
		return { verdict: 'asAssumed', reason: `The node found the answer ${place}.` };
	}
	const typeOf = ({ kind }: TextSource) => readKind(kind).types.at(-1) ?? defaultType;
	const { places } = answer;
	const found = places.map((place) => `${place.path} in ${typeOf(place)}`);
	const [only] = places;
	if (only === undefined || only.path === '' || places.length > 1) {
		return missing('answer.text', 'The answer could not be read with certainty.', found);
	}
	return suggest(finder, { 'answer.text': only.path, 'answer.events': [typeOf(only)] }, found);
}

/** Whether an event ended the answer. The events don't show which of them ends other answers. */
function verdictOnEnd({ ending }: Answer, types: string[], finalEvent?: string): Verdict {
	if (ending.by !== undefined) {
		return { verdict: 'asAssumed', reason: 'The node knows the event that ended the answer.' };
	}
	const key = 'answer.finalEvent';
	if (finalEvent !== undefined) {
		const reason = `No event of the answer is "${finalEvent}".`;
		return { verdict: 'missing', found: types, reason, remedy: correct(key) };
	}
	const reason = 'The nodes know none of the events as the end of an answer.';
	const remedy = addIf("one of 'found' is sent only at the end of an answer", key);
	return { verdict: 'notSeen', found: types, reason, remedy };
}

/** The verdicts on a question and its answer. */
export async function compareAnswer(
	item: ItemContext,
	question: string | undefined,
	finder: FieldFinder,
): Promise<Verdicts> {
	checkLength(question);
	const asked = question === undefined ? notAsked : await ask(item, question).catch(unread);
	if ('verdict' in asked) return { 'answer.text': asked, 'answer.finalEvent': asked };
	const { answer, types } = asked;
	const finalEvent = finder.fieldNames.entry('answer.finalEvent');
	return {
		'message.question': { verdict: 'asAssumed', reason: 'The agent accepted the question.' },
		'answer.text': verdictOnText(answer, finder),
		'answer.finalEvent': verdictOnEnd(answer, types, finalEvent),
	};
}
