// One credential for several tenants in a real n8n: each item is sent to its own tenant.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestBed } from '../../scripts/n8n/testBed.mjs';
import { chain, itemsOf, manualTrigger, serviceNode } from '../../scripts/n8n/workflows.mjs';

/** @type {import('../../scripts/n8n/testBed.mjs').TestBed} */
let bed;

before(async () => (bed = await startTestBed()));
after(async () => await bed?.stop());

/**
 * Registers a return for each tenant and reads which tenant each request was sent to.
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
	const workflow = await client.importWorkflow(
		chain('Tenants', [
			manualTrigger(),
			...itemsOf(tenants.map((tenant) => ({ tenant }))),
			serviceNode('Register', 'integrationServiceOrderManagement', {
				resource: 'return',
				operation: 'create',
				rows: { row: [{ stockKeepingUnitId: 7, quantity: 1 }] },
				additionalFields: { note: '={{ $json.tenant }}' },
				options,
			}),
		]),
		[credential],
	);
	const { status } = await client.runWorkflow(workflow);
	const sent = sandbox.requests
		.slice(earlier)
		.map(({ tenantId, body }) => [tenantId, /** @type {{ note?: string }} */ (body).note]);
	return { status, sent: sent.sort() };
}

const tenantsIn = (/** @type {string} */ order) =>
	[...order].map((letter) => bed.sandbox.state.tenants['ABC'.indexOf(letter)]?.tenantId);

const expression = { tenantId: '={{ $json.tenant }}' };

for (const order of ['ABC', 'ABA', 'AAB']) {
	test(`a credential with an expression sends ${order} each to its tenant`, async () => {
		const tenants = tenantsIn(order);
		const { status, sent } = await registerFor(tenants, expression, {});
		assert.equal(status, 'success');
		assert.deepEqual(sent, tenants.map((tenantId) => [tenantId, tenantId]).sort());
	});

	test(`Tenant ID in the options sends ${order} each to its tenant`, async () => {
		const tenants = tenantsIn(order);
		const { status, sent } = await registerFor(tenants, {}, expression);
		assert.equal(status, 'success');
		assert.deepEqual(sent, tenants.map((tenantId) => [tenantId, tenantId]).sort());
	});
}
