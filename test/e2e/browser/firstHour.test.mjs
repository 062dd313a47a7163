// The first hour with a service that calls all fields otherwise: credential, Check, paste.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Editor } from '../../../scripts/browser/editor.mjs';
import { importSandbox } from '../../../scripts/build/build.mjs';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { chain, manualTrigger, serviceNode } from '../../../scripts/n8n/workflows.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

/** @typedef {import('../../../scripts/n8n/n8nRestClient.mjs').Credential} Credential */

const { readingOf, standardReading } = await importSandbox();
const bed = stopAfterTests(await startTestBed({ host: { env: { GENERIC_TIMEZONE: 'UTC' } } }));
const editor = await Editor.open({ baseUrl: bed.host.baseUrl, owner: bed.owner });
after(async () => await editor.close());

/**
 * What the Check node returns.
 *
 * @typedef {object} Result
 * @property {Record<string, unknown>} fieldNames
 * @property {Array<{ verdict: string, found?: string[] }>} findings
 */

/** @param {Credential} credential */
async function storeCheck(credential) {
	return await bed.client.importWorkflow(
		chain('Check', [manualTrigger(), serviceNode('Check', 'integrationServiceCheck', {})]),
		[credential],
	);
}

/**
 * @param {import('../../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} workflow
 * @returns {Promise<Result>}
 */
async function check(workflow) {
	const execution = await bed.client.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.failure);
	const [first, ...findings] = execution.items('Check');
	return /** @type {Result} */ (/** @type {unknown} */ ({ ...first, findings }));
}

for (const seed of [1, 2, 3]) {
	test(`one paste is enough for the names of seed ${seed}`, async () => {
		bed.sandbox.reset();
		const { otherNames } = readingOf(seed);
		bed.sandbox.reading = { ...standardReading, names: 'other', otherNames };
		const credential = await bed.client.createCredential(
			`Seed ${seed}`,
			bed.credential.type,
			bed.sandbox.credential,
		);
		const workflow = await storeCheck(credential);
		const { fieldNames } = await check(workflow);

		await editor.openWorkflow(workflow, 'Check');
		await editor.executeStep();
		const [row] = await editor.outputTable();
		assert.match(row?.summary ?? '', /Paste 'fieldNames' into/);
		await editor.copyOutput('fieldNames');
		await editor.pasteIntoCredential(credential, 'fieldNames');
		const stored = await bed.client.readCredential(credential);
		assert.deepEqual(JSON.parse(String(stored.fieldNames)), fieldNames);

		const { findings } = await check(workflow);
		const left = findings.filter(
			({ verdict, found }) => verdict === 'different' && found?.length === 1,
		);
		assert.deepEqual(left, []);
	});
}
