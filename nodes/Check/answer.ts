/** Asks the agent once, and compares how its answer is read with what the nodes expect. */
import { Answer } from '../../src/agent/answer/answer';
import type { TextSource } from '../../src/agent/answer/eventTexts';
import { readKind } from '../../src/agent/answer/kinds';
import { optionKeys } from '../../src/api/assumedNames';
import { InputError } from '../../src/api/errors';
import { limits } from '../../src/api/limits';
import { defaultType } from '../../src/http/eventRecord';
import type { ItemContext } from '../../src/runtime/operation';
import { AnswerStream } from '../Agent/ask/answerStream';
import { type AnswerOptions, readAnswerOptions } from '../Agent/ask/askFields';
import type { FieldFinder } from './fieldFinder';
import { areaOf, type Finding, missing, suggest, unread, type Verdict } from './findings';

/** Asks the agent, and reads its answer as Integration Service Agent does. */
async function ask(
	item: ItemContext,
	question: string,
	answer: Answer,
	options: AnswerOptions,
): Promise<void> {
	const response = await item.service.open('thread.create', {
		body: { question },
		ifNoStream: "Check 'Base URL' in the credential, and any proxy in between.",
	});
	await new AnswerStream(answer, options, {}).receive(response, item.signal);
}

/** How an answer was read, and what to set if that isn't certain. */
function verdictOn(answer: Answer, finder: FieldFinder): Verdict {
	if (answer.result(true).complete) {
		const { protocol, textField } = answer.reading();
		const place = protocol === 'none' ? `in '${String(textField)}'` : `by ${String(protocol)}`;
		return { verdict: 'asAssumed', reason: `The node found the answer ${place}.` };
	}
	const places = [answer.source ?? [], answer.doubts].flat();
	const typeOf = ({ kind }: TextSource) => readKind(kind).types.at(-1) ?? defaultType;
	const found = places.map((place) => `${place.path} in ${typeOf(place)}`);
	const [only] = places;
	if (only === undefined || only.path === '' || places.length > 1) {
		return missing('answer.text', 'The answer could not be read with certainty.', found);
	}
	return suggest(finder, { 'answer.text': only.path, 'answer.events': [typeOf(only)] }, found);
}

/** The finding about the answer to a question. */
export async function compareAnswer(
	item: ItemContext,
	question: string | undefined,
	finder: FieldFinder,
): Promise<Finding> {
	const { fieldNames } = item.service;
	const assumed = fieldNames.option('answer.text') ?? 'delta, text, and the like';
	const about = { area: areaOf('answer'), where: optionKeys['answer.text'], assumed };
	if (question === undefined) {
		const reason = "'Question' in Options is not set, so the agent was not asked.";
		return { ...about, verdict: 'notSeen', reason };
	}
	if ([...question].length > limits.questionCharacters) throw InputError.of('question-too-long');
	const options = readAnswerOptions(item);
	const answer = new Answer({
		...options,
		question,
		redact: (failure) => item.service.redact(failure),
	});
	const failure = await ask(item, question, answer, options).catch(unread);
	return { ...about, ...(failure ?? verdictOn(answer, finder)) };
}
