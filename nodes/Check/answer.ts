/** Asks the agent once, and tells how the nodes read its answer. */
import { Answer } from '../../src/agent/answer/answer';
import type { TextSource } from '../../src/agent/answer/eventTexts';
import { readKind } from '../../src/agent/answer/kinds';
import { readEvents } from '../../src/agent/answer/receivedEvent';
import { optionKeys } from '../../src/api/assumedNames';
import { InputError, ServiceError } from '../../src/api/errors';
import { limits } from '../../src/api/limits';
import { readStreamOptions } from '../../src/forms/streamOptions';
import { defaultType } from '../../src/http/eventRecord';
import { readStreamEvents } from '../../src/http/eventStream';
import type { ItemContext } from '../../src/runtime/operation';
import type { FieldFinder } from './fieldFinder';
import { areaOf, type Finding, missing, suggest, unread, type Verdict } from './findings';

/** Reads the answer to its end. */
async function receive(item: ItemContext, question: string, answer: Answer): Promise<void> {
	const response = await item.service.open('thread.create', {
		body: { question },
		ifNoStream: "Check 'Base URL' in the credential, and any proxy in between.",
	});
	try {
		const streamOptions = readStreamOptions(item, 'answer');
		for await (const arrived of readStreamEvents(response, streamOptions, item.signal)) {
			for (const event of readEvents(arrived)) {
				const { failure } = answer.add(event);
				if (failure) throw new ServiceError(failure);
			}
			if (answer.end === 'closed') break;
		}
	} finally {
		response.close();
	}
	answer.finish();
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
	const answer = new Answer({
		question,
		textField: fieldNames.option('answer.text'),
		answerEvents: fieldNames.option('answer.events')?.split(','),
		finalEvent: fieldNames.option('answer.finalEvent'),
		redact: (failure) => item.service.redact(failure),
	});
	const failure = await receive(item, question, answer).catch(unread);
	return { ...about, ...(failure ?? verdictOn(answer, finder)) };
}
