// Queue mode, where users outgrow one process: PostgreSQL, Redis, one main and two workers.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { startHost } from '../../scripts/n8n/host.mjs';
import { startPostgres, startRedis } from './servers.mjs';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { registeringReturns } from './flows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';
import { chain, node, serviceNode, webhookTrigger } from '../../scripts/n8n/workflows.mjs';

const executionCount = 40;

const postgres = stopAfterTests(await startPostgres());
const redis = stopAfterTests(await startRedis());
const env = {
	EXECUTIONS_MODE: 'queue',
	N8N_ENCRYPTION_KEY: randomBytes(24).toString('base64url'),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: postgres.url.hostname,
	DB_POSTGRESDB_PORT: postgres.url.port,
	DB_POSTGRESDB_DATABASE: postgres.url.pathname.slice(1),
	DB_POSTGRESDB_USER: postgres.url.username,
	DB_POSTGRESDB_PASSWORD: postgres.url.password,
	QUEUE_BULL_REDIS_HOST: redis.url.hostname,
	QUEUE_BULL_REDIS_PORT: redis.url.port,
	QUEUE_BULL_REDIS_PASSWORD: redis.url.password,
};
const bed = stopAfterTests(await startTestBed({ host: { env } }));
for (let workers = 0; workers < 2; workers += 1) {
	stopAfterTests(await startHost({ command: 'worker', env }));
}

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
	const latency = sandbox.faults.add({ operation: 'return.create', delayMs: 100 });
	/** @param {readonly string[]} keys */
	const register = async (keys) => {
		const response = await fetch(`${bed.host.baseUrl}/webhook/returns`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(keys.map((note) => ({ note }))),
		});
		return /** @type {{ registered?: boolean, error?: object }[]} */ (await response.json());
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
