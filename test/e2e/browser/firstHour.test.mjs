// The first hour in n8n's editor: fill in a credential, run Check, and paste what it returns.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Editor } from '../../../scripts/browser/editor.mjs';
import { importSandbox } from '../../../scripts/build/build.mjs';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { chain, manualTrigger, serviceNode } from '../../../scripts/n8n/workflows.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

const { readingOf, standardReading } = await importSandbox();
const bed = stopAfterTests(await startTestBed({ host: { env: { GENERIC_TIMEZONE: 'UTC' } } }));
const editor = await Editor.open({ baseUrl: bed.host.baseUrl, owner: bed.owner });
after(async () => await editor.close());

test('a credential asks only for what the service needs', async () => {
	await editor.newCredential('Integration Service OAuth2 API');
	assert.deepEqual(await editor.credentialFields(), [
		'clientId',
		'clientSecret',
		'scope',
		// n8n's own, on every credential of this kind.
		'allowedHttpRequestDomains',
		'baseUrl',
		'authServerUrl',
		'tenantId',
		'scopePrefix',
		'fieldNames',
	]);
});

test('a user signs in through the pop-up window', async () => {
	const { baseUrl, authUrl, accessTokenUrl, clientId, clientSecret } = bed.sandbox.userCredential;
	await editor.newCredential('Integration Service Sign-In OAuth2 API');
	await editor.fillIn({ baseUrl, authUrl, accessTokenUrl, clientId, clientSecret });
	await editor.see('quick-connect-button').click();
	const dialog = editor.see('node-credentials-config-container');
	await dialog.getByText('Account connected').waitFor();
});

test('one paste takes the names from the output into the credential', async () => {
	const { otherNames } = readingOf(1);
	bed.sandbox.reading = { ...standardReading, names: 'other', otherNames };
	const { credential } = bed;
	const workflow = await bed.client.importWorkflow(
		chain('Check', [manualTrigger(), serviceNode('Check', 'integrationServiceCheck', {})]),
		[credential],
	);
	const execution = await bed.client.runWorkflow(workflow);
	assert.equal(execution.status, 'success', execution.failure);
	const [{ fieldNames } = {}] = execution.items('Check');

	await editor.openWorkflow(workflow, 'Check');
	await editor.executeStep();
	const [row] = await editor.outputTable();
	assert.match(row?.summary ?? '', /Paste 'fieldNames' into/);
	await editor.copyOutput('fieldNames');
	await editor.pasteIntoCredential(credential, 'fieldNames');
	const stored = await bed.client.readCredential(credential);
	assert.deepEqual(JSON.parse(String(stored.fieldNames)), fieldNames);
});
