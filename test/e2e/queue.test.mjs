// Queue mode, where users outgrow one process: PostgreSQL, Redis, one main and two workers.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startHost } from '../../scripts/n8n/host.mjs';
import { scopeOf } from './catalogue.mjs';
import { startPostgres, startRedis } from './servers.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import {
	byId,
	eventsOf,
	readingUsers,
	registeringReturns,
	watchingWorkflow,
	workflowOf,
} from './flows.mjs';
import { chain, node, serviceNode, webhookTrigger } from '../../scripts/n8n/workflows.mjs';

const executionCount = 40;
const itemCount = 50;

/** Latency of the service in milliseconds, so a worker can be killed at work. */
const answerTime = 100;

/**
 * What to stop in the end, the first one last.
 *
 * @type {{ stop(): Promise<void> }[]}
 */
const started = [];

/** @type {import('../../scripts/n8n/testBed.mjs').TestBed} */
let bed;

/** @type {() => Promise<import('../../scripts/n8n/host.mjs').RunningHost>} */
let startWorker;

/** @type {import('../../scripts/n8n/host.mjs').RunningHost} */
let doomedWorker;

before(async () => {
	const postgres = await startPostgres();
	started.push(postgres);
	const redis = await startRedis();
	started.push(redis);
	const prefix = `n8n-test-${randomBytes(6).toString('hex')}`;
	const env = {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('base64url'),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: postgres.url.hostname,
		DB_POSTGRESDB_PORT: postgres.url.port || '5432',
		DB_POSTGRESDB_DATABASE: postgres.url.pathname.slice(1),
		DB_POSTGRESDB_USER: decodeURIComponent(postgres.url.username),
		DB_POSTGRESDB_PASSWORD: decodeURIComponent(postgres.url.password),
		QUEUE_BULL_REDIS_HOST: redis.url.hostname,
		QUEUE_BULL_REDIS_PORT: redis.url.port || '6379',
		QUEUE_BULL_REDIS_DB: redis.url.pathname.slice(1) || '0',
		QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(redis.url.username),
		QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(redis.url.password),
		// A server that is used for more than this run keeps them apart.
		QUEUE_BULL_PREFIX: prefix,
		N8N_REDIS_KEY_PREFIX: prefix,
		// n8n notices after seconds instead of a minute that a worker is gone.
		QUEUE_WORKER_LOCK_DURATION: '5000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
		QUEUE_WORKER_STALLED_INTERVAL: '2000',
	};
	bed = await startTestBed({ host: { env } });
	started.push(bed);
	startWorker = async () => {
		const worker = await startHost({ command: 'worker', env });
		started.push(worker);
		return worker;
	};
	doomedWorker = await startWorker();
	await startWorker();
});

after(async () => {
	for (const each of started.reverse()) await each.stop();
});

/**
 * Calls a webhook that answers with the items of its last node.
 *
 * @param {string} path
 * @param {object} [body]
 */
async function call(path, body = {}) {
	const response = await fetch(`${bed.host.baseUrl}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	/** @type {unknown} */
	const answer = await response.json();
	return { status: response.status, answer };
}

/**
 * @param {unknown} answer
 * @param {readonly string[]} users that must be in it
 */
function requireUsers(answer, users) {
	const items = /** @type {{ userId: string }[]} */ (answer);
	assert.deepEqual(
		items.map(({ userId }) => userId),
		users,
	);
}

/**
 * A workflow that reads users at each request to its webhook, and answers with them.
 *
 * @param {string} path of the webhook
 * @param {readonly string[]} users their IDs
 * @returns the workflow
 */
async function activateReads(path, users) {
	const workflow = await bed.client.importWorkflow(
		workflowOf(
			readingUsers,
			users.map((userId) => ({ userId })),
			webhookTrigger(path, { responseMode: 'lastNode', responseData: 'allEntries' }),
		),
		bed.credentials,
	);
	await bed.client.activate(workflow);
	return workflow;
}

test('finishes 40 executions although a worker is killed', async (context) => {
	const { client, sandbox } = bed;
	const users = [...sandbox.state.users.keys()].slice(0, itemCount);
	const slowness = sandbox.faults.add({ operation: 'user.get', delayMs: answerTime });
	const workflow = await activateReads('queued', users);

	const began = performance.now();
	let answered = 0;
	let cutOff = 0;
	let worker = /** @type {typeof doomedWorker | undefined} */ (doomedWorker);
	/** Like any caller, sends a request again if n8n reports a failure. */
	const callUntilDone = async () => {
		for (;;) {
			const { status, answer } = await call('queued');
			answered += 1;
			if (answered >= 5) {
				await worker?.kill();
				worker = undefined;
			}
			if (status === 200) return answer;
			assert.equal(status, 500, JSON.stringify(answer));
			cutOff += 1;
		}
	};
	const answers = await Promise.all(Array.from({ length: executionCount }, callUntilDone));
	const taken = performance.now() - began;
	slowness.remove();

	for (const answer of answers) requireUsers(answer, users);
	assert.ok(cutOff > 0, 'The worker was not killed amid its work.');
	const executions = await client.executions(workflow);
	const succeeded = executions.filter(({ status }) => status === 'success');
	const failed = executions.filter(({ status }) => status === 'error' || status === 'crashed');
	assert.deepEqual([succeeded.length, failed.length], [executionCount, cutOff]);
	assert.equal(executions.length, executionCount + cutOff, 'n8n knows how each one ended.');
	context.diagnostic(
		`${executionCount} executions in ${Math.round(taken)} ms, ` +
			`${cutOff} of them cut off by the end of their worker and asked for again`,
	);

	const wanted = scopeOf(sandbox, 'user.get');
	const tokens = sandbox.tokenRequests.filter(({ scope }) => scope === wanted);
	assert.equal(tokens.length, 2, 'One token for each of the two workers is enough.');
});

test('starts a workflow once for each event', async () => {
	const { client, sandbox, credentials } = bed;
	await startWorker();
	const [assignmentId = ''] = sandbox.state.assignments.keys();
	const workflow = await client.importWorkflow(
		watchingWorkflow('Agent Trigger', {
			watch: 'assignment',
			assignmentId: byId(assignmentId),
			triggerOn: ['runStarted', 'runFinished'],
		}),
		credentials,
	);
	await client.activate(workflow);
	/** @type {string[]} */
	const expected = [];
	for (let round = 1; round <= 3; round += 1) {
		const { runId } = sandbox.runs.start(assignmentId);
		expected.push(`runStarted ${runId}`);
		await client.waitForExecutions(workflow, round * 2 - 1);
		sandbox.runs.finish(runId);
		expected.push(`runFinished ${runId}`);
		await client.waitForExecutions(workflow, round * 2);
	}
	// Time for one too many.
	await wait(7_000);
	const executions = await client.waitForExecutions(workflow, expected.length);
	assert.deepEqual(eventsOf(executions), expected);
});

test('registers returns of different keys once with two workers', async (context) => {
	const { client, sandbox } = bed;
	const { type, parameters: form } = registeringReturns;
	const parameters = { ...form, options: { uniqueKey: '={{ $json.note }}' } };
	const workflow = await client.importWorkflow(
		chain('Returns', [
			webhookTrigger('returns', { responseMode: 'lastNode', responseData: 'allEntries' }),
			node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body' }),
			serviceNode('Return', type, parameters, { onError: 'continueRegularOutput' }),
		]),
		bed.credentials,
	);
	await client.activate(workflow);
	sandbox.reset();
	const latency = sandbox.faults.add({ operation: 'return.create', delayMs: answerTime });
	/** @param {readonly string[]} keys */
	const register = async (keys) => {
		const { answer } = await call(
			'returns',
			keys.map((note) => ({ note })),
		);
		return /** @type {{ registered?: boolean, error?: object }[]} */ (answer);
	};
	/** @param {string} prefix */
	const returnsOf = (prefix) =>
		sandbox.state.returns.filter(({ note }) => String(note).startsWith(prefix)).length;

	const executions = Array.from({ length: executionCount }, (_, execution) =>
		Array.from({ length: 10 }, (_, index) => `different-${execution}-${index}`),
	);
	const first = (await Promise.all(executions.map(register))).flat();
	const count = executions.flat().length;
	assert.equal(returnsOf('different'), first.filter(({ registered }) => registered).length);
	const second = [];
	for (const keys of executions) second.push(...(await register(keys)));
	const twice = second.filter(({ registered }) => registered).length;
	const unknown = second.filter(({ error }) => error).length;

	assert.ok(twice + unknown <= count / 50, `${twice} are registered again, ${unknown} unknown.`);

	const same = Array.from({ length: 8 }, (_, index) => `same-${index}`);
	await Promise.all(executions.map(async () => await register(same)));
	latency.remove();
	context.diagnostic(
		`${count} returns of different keys in ${executionCount} executions at once: ` +
			`${returnsOf('different') - twice} registered, and when repeated one by one ` +
			`${twice} registered again and ${unknown} reported as unknown; ` +
			`8 keys in ${executionCount} executions at once: ${returnsOf('same')} returns`,
	);
});
