// One credential for several tenants in a real n8n: each item is sent to its own tenant.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { registeringReturns, runNode, withOptions } from './flows.mjs';
import { stopAfterTests } from './stopAfterTests.mjs';

const bed = stopAfterTests(await startTestBed());

/**
 * Registers a return for each tenant, and requires that each was sent to its own.
 *
 * @param {readonly (string | undefined)[]} tenants
 * @param {Record<string, unknown>} stored fields of the credential
 * @param {Record<string, unknown>} options
 */
async function registerFor(tenants, stored, options) {
	const { client, sandbox } = bed;
	const earlier = sandbox.requests.length;
	const credential = await client.createCredential('Tenants', 'integrationServiceOAuth2Api', {
		...sandbox.credential,
		...stored,
	});
	const registered = await runNode(
		bed,
		credential,
		withOptions(registeringReturns, options),
		tenants.map((note) => ({ note })),
	);
	for (const { error } of registered) assert.equal(error, undefined);
	const sent = sandbox.requests
		.slice(earlier)
		.map(({ tenantId, body }) => [tenantId, /** @type {{ note?: string }} */ (body).note]);
	assert.deepEqual(sent.sort(), tenants.map((tenantId) => [tenantId, tenantId]).sort());
}

const expression = { tenantId: '={{ $json.note }}' };

for (const order of ['ABC', 'ABA', 'AAB']) {
	const tenants = () =>
		[...order].map((letter) => bed.sandbox.state.tenants['ABC'.indexOf(letter)]?.tenantId);

	test(`a credential with an expression sends ${order} each to its tenant`, async () => {
		await registerFor(tenants(), expression, {});
	});

	test(`Tenant ID in the options sends ${order} each to its tenant`, async () => {
		await registerFor(tenants(), {}, expression);
	});
}
