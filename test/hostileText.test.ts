/** Long text of a service or a user must not block n8n: what reads it needs linear time. */
import { processorTime } from './processorTime.cjs';
import { filledIn } from './forms/filledIn';
import { checkAddress } from '../nodes/User/resources/user/userFields';
import { otherOperation } from '../nodes/Request/otherOperation';
import { Answer } from '../src/agent/answer/answer';
import { AnswerText } from '../src/agent/answer/answerText';
import { LeftOutTexts } from '../src/agent/answer/leftOutTexts';
import { ReceivedEvent } from '../src/agent/answer/receivedEvent';
import { classifyStatus, looksLikeStatus } from '../src/agent/runs/statusWords';
import { addressIn, readLabel } from '../src/forms/recordLabels';
import { webAddress } from '../src/http/auth/credential';
import { isWebPage, readErrorText } from '../src/http/errorBody';
import { eventData } from '../src/http/eventRecord';
import { readRetryAfter } from '../src/http/retryAfter';
import { parseResponse, parseWritten } from '../src/values/json';
import { parseTimestamp } from '../src/values/timestamps';
import { splitWords } from '../src/values/words';

const length = 100_000;
const maxMilliseconds = 50;

/** Text that makes an expression try again and again, with an end that never fits. */
const hostile = [
	...'%25 %2525 @ a@ ( \u2588 0 / . a aB ab, " [ -1 1e < data: \\u0000 Maß_ think'.split(' '),
	...['ab ', ' ', '\n', ' (ID ', 'thinkend', 'system error ', '<br ', '{"a":'],
];

const readers: ReadonlyArray<readonly [string, (text: string) => unknown]> = [
	['the path of a request', (path) => otherOperation(filledIn({ path, scope: 'a' }))],
	['an email address', checkAddress],
	[
		'a piece of a stream',
		(text) => {
			const answer = new AnswerText();
			return [text, `${text}b`, `${text}bc`].map((snapshot) => answer.add({ snapshot }));
		},
	],
	[
		'a text that was left out',
		(text) => {
			const texts = new LeftOutTexts();
			texts.add(
				{ path: 'a', kind: 'b', rank: Infinity } as Parameters<LeftOutTexts['add']>[0],
				text,
			);
			return texts.unexplained('', '');
		},
	],
	['a Base URL', (text) => webAddress('Base URL', `https://service.example.org/${text}`)],
	['a label of a list', (text) => [addressIn(text), readLabel(text)]],
	['an error body', (text) => [readErrorText(text), isWebPage('', text)]],
	['Retry-After', (text) => readRetryAfter(text, 0)],
	['a response', (text) => [parseResponse(text), parseWritten(text)]],
	['the data of an event', (data) => eventData({ data })],
	[
		'an answer',
		(text) => {
			const answer = new Answer({ question: 'How are sales?' });
			for (const data of [text, JSON.stringify({ text })]) answer.add(new ReceivedEvent(data));
			return answer.result(true);
		},
	],
	['a status', (text) => [classifyStatus(text), looksLikeStatus(text)]],
	['a timestamp', parseTimestamp],
	['a field name', splitWords],
];

/** Of the processor, as other work of the machine takes time, too. */
function millisecondsOf(work: () => unknown): number {
	return processorTime(() => {
		try {
			work();
		} catch {
			// A refusal is an answer too.
		}
	});
}

test.each(readers)('%s of 100,000 hostile characters takes at most 50 ms', (_name, read) => {
	const slow: string[] = [];
	for (const part of hostile) {
		const repeated = part.repeat(length / part.length);
		for (const text of [repeated, `${repeated}!`, `${repeated} x`, `x${repeated}\n`]) {
			// Other work of the machine can slow one attempt down, but not each.
			const attempts = Array.from({ length: 20 });
			const isFast = attempts.some(() => millisecondsOf(() => read(text)) <= maxMilliseconds);
			if (!isFast) slow.push(JSON.stringify(`${text.slice(0, 12)}…${text.slice(-3)}`));
		}
	}
	expect(slow).toEqual([]);
});
