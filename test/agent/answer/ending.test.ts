/** Failures of an agent in its events. */
import { Answer } from '../../../src/agent/answer/answer';
import { arrive } from './arrive';

function failureOf(data: unknown, kind?: string) {
	const answer = new Answer({});
	return answer.add(arrive(data, kind)).failure ?? answer.failure;
}

/** Its code and the message of the service, or nothing. */
function summarize(data: unknown, kind?: string): string {
	const failure = failureOf(data, kind);
	if (failure === undefined) return '';
	const message = /^Service message: (.*)\. Ask again/.exec(failure.description)?.[1];
	return `${failure.errorCode}: ${message ?? failure.description.replace(/ Ask again.*/, '')}`;
}

const silent = 'The service returned no reason.';

test.each<[unknown, string | undefined, unknown]>([
	['Broken', 'error', 'answer-failed: Broken'],
	['Broken', 'agent_failed', 'answer-failed: Broken'],
	['Broken', 'run_timed_out', 'answer-failed: Broken'],
	['Broken', 'run time out', 'answer-failed: Broken'],
	['Broken', 'run_time', ''],
	...[
		'generation.failed',
		'workflow_aborted',
		'turn-rejected',
		'stream_crashed',
		'gateway_error',
	].map((kind) => ['Broken', kind, 'answer-failed: Broken'] as [string, string, string]),
	...['order_cancelled', 'payment.failed', 'offer-expired', 'returnRejected', 'card_refused'].map(
		(kind) => [{ orderId: 7 }, kind, ''] as [object, string, string],
	),
	// Workflow engines send it after the answer, too.
	[{ node: 'end' }, 'task_terminated', ''],
	['Broken', 'tool_error', ''],
	[{ error: 'Broken' }, 'model_retry', ''],
	[{ error: 'Broken' }, 'provider.fallback', ''],
	[{ error: 'Broken' }, 'retry_failed', 'answer-failed: Broken'],
	['Broken', 'trace', ''],
	[{ reason: 'quota_exhausted' }, 'unavailable', 'answer-failed: quota_exhausted'],
	['', 'error', `answer-failed: ${silent}`],
	[{ error: 'Broken' }, undefined, 'answer-failed: Broken'],
	[{ errors: [{ message: 'Broken' }] }, undefined, 'answer-failed: Broken'],
	[{ error: true, message: 'Broken' }, undefined, 'answer-failed: Broken'],
	[{ error: false, message: 'Fine' }, undefined, ''],
	[{ error: 404 }, undefined, ''],
	[{ error: ' ' }, undefined, ''],
	[{ error: { code: 0, message: '', details: [] } }, undefined, ''],
	[{ error: { details: ['Broken'] } }, undefined, 'answer-failed: Broken'],
	[{ throttlingException: { message: 'Broken' } }, undefined, 'answer-failed: Broken'],
	[{ throttlingException: 'Broken' }, undefined, 'answer-failed: Broken'],
	[{ reason: 'Broken' }, 'run.failed', 'answer-failed: Broken'],
	[
		{ problem: { title: 'Refused', detail: 'question-too-long' } },
		'problem',
		expect.stringContaining('question-too-long: '),
	],
	[{ tool_exception: { message: 'Broken' } }, undefined, ''],
	[{ data: { error: 'Broken' } }, undefined, 'answer-failed: Broken'],
	[{ status: 'failed', message: 'Broken' }, undefined, 'answer-failed: Broken'],
	[{ status: { state: 'aborted' }, message: 'Broken' }, undefined, 'answer-failed: Broken'],
	[{ status: 'completed', message: 'Fine' }, undefined, ''],
	[{ finish_reason: 'error', message: 'Broken' }, undefined, 'answer-failed: Broken'],
	[{ delta: 'All has failed' }, 'delta', ''],
	[{ answer: 'user-not-found' }, undefined, ''],
	[{ text: 'invalid-input' }, 'token', ''],
	[{ detail: 'user-not-found' }, undefined, expect.stringContaining('user-not-found: ')],
	[{ failedPayments: { count: 2 } }, undefined, ''],
	[{ modelFailure: { message: 'Broken' } }, undefined, 'answer-failed: Broken'],
	[{ turn: { status: 'failed', message: 'Broken' } }, 'done', 'answer-failed: Broken'],
	[{ order: { status: 'failed' } }, undefined, ''],
	[{ run: { status: 'failed', message: 'Broken' } }, undefined, 'answer-failed: Broken'],
	[{ status: 'failed', message: 'Broken' }, 'data-order', ''],
	[{ error: 'Not on stock' }, 'data-order', ''],
])('finds the failure in %j of type %s: %s', (data, kind, expected) => {
	expect(summarize(data, kind)).toEqual(expected);
});

describe('a status', () => {
	const states = (status: string) => failureOf({ status }) !== undefined;

	test.each([
		...['failed', 'FAILED', 'timedOut', 'run.failed', 'RATE_LIMIT_ERROR', 'model-overloaded'],
		...['Failed', 'TimedOut', 'FAILED_TO_START', 'run-cancelled'],
	])('%s is a failure', (status) => {
		expect(states(status)).toBe(true);
	});

	test.each([
		...['Reading the failed deliveries', 'Retrying after an error', 'Rejected returns'],
		...['Run failed', 'Failed: no rows', 'No errors', 'Done, none failed'],
		...['aborting', 'error_retrying', 'COMPLETED_WITHOUT_ERRORS', 'NOT_FAILED'],
	])('%s is no failure', (status) => {
		expect(states(status)).toBe(false);
	});

	test.each([
		...[undefined, 'done', 'status', 'state_changed', 'agent-update', 'run_status', 'chat.event'],
		...['workflow_finished', 'thread.run.updated', 'answer', 'result'],
	])('is a failure of the answer in an event of type %s', (kind) => {
		expect(failureOf({ status: 'cancelled' }, kind)).toBeDefined();
	});

	test.each(['card', 'order', 'order_status', 'shipment_update', 'product-table'])(
		'is no failure of the answer in an event of type %s',
		(kind) => {
			expect(failureOf({ orderId: 7, status: 'CANCELLED' }, kind)).toBeUndefined();
			expect(failureOf({ type: kind, status: 'CANCELLED' })).toBeUndefined();
		},
	);
});

test('a reason is a failure only if it is a code', () => {
	expect(failureOf({ reason: 'user_cancelled' }, 'end')).toBeDefined();
	expect(failureOf({ reason: 'Payment failed' }, 'end')).toBeUndefined();
	expect(failureOf({ reason: 'The user asks why a payment failed' }, 'handoff')).toBeUndefined();
	expect(failureOf({ finish_reason: 'request_cancelled' }, 'end')).toBeDefined();
});

test.each([
	['overloaded_error', 'overloaded_error: Broken'],
	['too_many_open_requests', 'too_many_open_requests: Broken'],
	['API_overloaded_error', 'answer-failed: Broken'],
	['overloaded_error 529', 'answer-failed: Broken'],
	['error', 'answer-failed: Broken'],
])('a failure of type %s has the code and text %s', (type, expected) => {
	expect(summarize({ error: { type, message: 'Broken' } })).toBe(expected);
});

test('the type of a failure is not its text', () => {
	expect(summarize({ type: 'error', event: 'failure', kind: 'fatal' })).toBe(
		`answer-failed: ${silent}`,
	);
});

test('an error code of the service has its own message and hint', () => {
	expect(failureOf({ code: 'usage-limit-exceeded' })).toMatchObject({
		errorCode: 'usage-limit-exceeded',
		message: 'The monthly usage limit for agent runs is used up',
	});
	expect(failureOf({ error: { code: 'usage-limit-exceeded', message: 'No more' } })).toEqual(
		failureOf({ code: 'usage-limit-exceeded' }),
	);
	expect(failureOf({ code: 'en' })).toBeUndefined();
});
