/** Asks the agent once, and shows the format of its answer, or proposes it. */
import { readAnswerOptions } from '../../src/agent/ask/answerOptions';
import { receiveAnswer } from '../../src/agent/ask/receiveAnswer';
import { Answer } from '../../src/agent/answer/receivedAnswer';
import { fieldNamesLabel } from '../../src/api/assumedNames';
import type { FieldNameEntries } from '../../src/api/fieldNames';
import type { ItemContext } from '../../src/runtime/operation';
import type { FieldFinder } from './fieldFinder';
import { suggest, unread, type Verdict, type Verdicts } from './findings';

const notAsked: Verdict = {
	verdict: 'notSeen',
	reason: 'The agent was not asked.',
	remedy: "Set 'Question' in Options of this node, and execute the node again.",
};

/** Asks the agent, and reads its answer as Integration Service Agent does. */
async function ask(item: ItemContext, question: string): Promise<Answer | Verdict> {
	const options = readAnswerOptions(item);
	const answer = new Answer({ ...options, question });
	const response = await item.service.open('thread.create', {
		body: item.fieldNames.toService('message', { question }),
		ifNoStream: "Check 'Base URL' in the credential, and any proxy in between.",
	});
	const parts = receiveAnswer(response, answer, options, item.signal);
	try {
		// What arrives is in the answer.
		for await (const part of parts) void part;
	} catch (error) {
		// A connection may stay open after an answer whose end is unknown.
		if (answer.part().fieldNames === undefined) return unread(error);
	}
	return answer;
}

/** The format of an answer, or what to paste only if the answer is whole. */
function verdictOn(answer: Answer, finder: FieldFinder): Verdict {
	const { output, complete, incompleteReason, fieldNames } = answer.result(true);
	const { formatName } = answer;
	if (complete) return { verdict: 'ok', reason: `The answer has the format ${formatName}.` };
	// Without a text, nothing shows that a proposal is right.
	if (fieldNames !== undefined && incompleteReason !== 'noText') {
		const { verdict, remedy } = suggest(finder, fieldNames as FieldNameEntries, []);
		const reason = `Add this only if the answer is whole: ${output.slice(0, 500)}`;
		return { verdict, reason, remedy };
	}
	return {
		verdict: 'missing',
		reason: `The answer is not complete: ${incompleteReason}.`,
		remedy: `Execute the node with another 'Question'. If '${fieldNamesLabel}' in the credential has answer.* entries, correct or remove them.`,
	};
}

/** The verdicts on a question and its answer. */
export async function compareAnswer(
	item: ItemContext,
	question: string | undefined,
	finder: FieldFinder,
): Promise<Verdicts> {
	const asked = question === undefined ? notAsked : await ask(item, question).catch(unread);
	if ('verdict' in asked) return { 'answer.text': asked };
	return {
		'message.question': { verdict: 'ok', reason: 'The agent accepted the question.' },
		'answer.text': verdictOn(asked, finder),
	};
}
