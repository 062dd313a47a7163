// The nodes as a person sees them in n8n's editor.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { startTestBed } from '../../../scripts/n8n/testBed.mjs';
import { chain, manualTrigger, serviceNode } from '../../../scripts/n8n/workflows.mjs';
import { Editor } from '../../../scripts/browser/editor.mjs';
import { packageNodes } from '../catalogue.mjs';
import { openTourEditor, tour } from '../../../scripts/browser/tour.mjs';
import { stopAfterTests } from '../stopAfterTests.mjs';

/** @param {import('n8n-workflow').INodeProperties | undefined} property */
const optionsOf = (property) =>
	/** @type {import('n8n-workflow').INodePropertyOptions[]} */ (property?.options ?? []);

/** The nodes with the operations of their first resource. */
const nodes = packageNodes.map(({ description: { name, displayName, group, properties } }) => {
	const [resource] = optionsOf(properties.find((property) => property.name === 'resource'));
	const operations = optionsOf(
		properties.find(
			(property) =>
				property.name === 'operation' &&
				property.displayOptions?.show?.resource?.includes(resource?.value ?? ''),
		),
	);
	return { name, displayName, isTrigger: group.includes('trigger'), resource, operations };
});
const actionNodes = nodes.filter(({ isTrigger }) => !isTrigger);

const tourPage = await readFile(new URL('../../../docs/tour.md', import.meta.url), 'utf8');

/** n8n adds this to the operations of every node whose credential can serve the HTTP Request node. */
const customCall = 'Custom API Call';

const bed = stopAfterTests(await startTestBed());
const editor = await Editor.open({ baseUrl: bed.host.baseUrl, owner: bed.owner });
after(async () => await editor.close());

/** The last request for an operation that the sandbox received. */
function lastRequest() {
	return bed.sandbox.requests.at(-1);
}

/**
 * @param {string} name
 * @param {string} type
 * @param {string} id of the operation
 */
function operationNode(name, type, id, parameters = {}) {
	const [resource, operation] = id.split('.');
	return serviceNode(name, type, { resource, operation, ...parameters });
}

describe('a credential', () => {
	/** @param {string} text */
	const seeMessage = async (text) =>
		await editor.see('node-credentials-config-container').getByText(text).waitFor();

	test('asks only for what the service needs', async () => {
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

	test('lets a user sign in through the pop-up window', async () => {
		const { baseUrl, authUrl, accessTokenUrl, clientId, clientSecret } = bed.sandbox.userCredential;
		await editor.newCredential('Integration Service Sign-In OAuth2 API');
		await editor.fillIn({ baseUrl, authUrl, accessTokenUrl, clientId, clientSecret });
		await editor.see('quick-connect-button').click();
		await seeMessage('Account connected');
	});
});

describe('every node', () => {
	test('is found by the name of the service', async () => {
		await editor.newWorkflow();
		// The list shows a trigger without that word, and as one entry with the node of the same name.
		const names = nodes.map(({ displayName }) => displayName.replace(/ Trigger$/, ''));
		const found = await editor.searchNodes('Integration Service');
		assert.deepEqual(found, [...new Set(names)].sort());
	});

	const nodesOfOperations = actionNodes.filter(({ operations }) => operations.length > 0);
	for (const { displayName, name, operations, resource } of nodesOfOperations) {
		test(`${displayName} is added with its operations and a subtitle`, async () => {
			await editor.addNode(displayName, operations[0]?.action);
			const options = await editor.openDropDown(editor.parameter('operation'));
			const labels = await options.locator('.option-headline').allInnerTexts();
			await editor.page.keyboard.press('Escape');
			await editor.closeNode();
			assert.deepEqual(labels, [...operations.map((operation) => operation.name), customCall]);
			await editor
				.canvasNode(name)
				.getByText(`${operations[0]?.value}: ${resource?.value}`)
				.waitFor();
		});
	}

	test('that starts workflows is listed with the node of its name', async () => {
		await editor.page.goto(`${bed.host.baseUrl}/workflow/new`);
		await editor.see('canvas-add-button').click();
		await editor.addNode('Integration Service Agent', 'On run finished');
		await editor.closeNode();
		await editor.canvasNode('integrationServiceAgentTrigger').getByText('runFinished').waitFor();
	});
});

describe('a form', () => {
	test('sends an invitation as a user, also if saved with an API client', async () => {
		const workflow = await bed.client.importWorkflow(
			chain('Invite', [
				manualTrigger(),
				operationNode('Invite', 'integrationServiceUser', 'user.sendInvitation', {
					authentication: 'clientCredentials',
				}),
			]),
			bed.credentials,
		);
		await editor.openWorkflow(workflow, 'Invite');
		const notice = editor.page.getByText('Only signed-in users can send invitations');
		await notice.waitFor();
		await editor.choose(editor.parameter('authentication'), 'Signed-In User');
		await notice.waitFor({ state: 'detached' });
		await editor.chooseCredential('Sandbox user');
		await editor.searchPicker('userId', 'erik berg', 'Erik Berg');
		await editor.pick('Erik Berg');
		await editor.executeStep();
		const { operation, status } = lastRequest() ?? {};
		assert.deepEqual([operation, status], ['user.sendInvitation', 204]);
	});

	test('sends a change-set that the service applies', async () => {
		const group = [...bed.sandbox.state.groups.values()][0];
		const report = [...bed.sandbox.state.reports].find(
			({ reportId }) => !group?.reports.includes(reportId),
		);
		const role = group?.roles[0];
		assert.ok(group && report && role);
		await editor.newWorkflow();
		await editor.addNode('Integration Service User Group', 'Update user group');
		await editor.chooseCredential('Sandbox');
		await editor.searchPicker('groupId', group.groupName, group.groupName);
		await editor.pick(group.groupName);
		await editor.addOption('Group Name', 'Update Fields');
		await editor.fillIn({ groupName: 'Renamed in the editor' });
		const reports = await editor.addChange('reports', 'Added');
		await editor.choose(editor.parameter('reportId', reports), report.reportName);
		const webStores = await editor.addChange('webStores', 'Added');
		await editor.parameter('storeId', webStores).locator('input').fill('2');
		const roles = await editor.addChange('roles', 'Removed');
		await editor.parameter('role', roles).locator('input').fill(role);

		await editor.executeStep();
		assert.deepEqual(lastRequest()?.body, {
			groupName: 'Renamed in the editor',
			reports: { added: [report.reportId] },
			roles: { removed: [role] },
			webStores: { added: [{ storeId: 2 }] },
		});
		const [row] = await editor.outputTable();
		assert.equal(row?.groupId, String(group.groupId));
		assert.equal(row?.changed, 'true');
	});
});

describe('the tour of docs/tour.md', () => {
	const sections = tourPage
		.split(/^## /m)
		.slice(1)
		.map((text) => ({
			title: text.slice(0, text.indexOf('\n')),
			pictures: [...text.matchAll(/\]\(images\/(.+)\.png\)/g)].map(([, name]) => name),
		}));

	/** @type {Editor} */
	let tourEditor;
	before(async () => {
		tourEditor = await openTourEditor(bed);
	});
	after(async () => await tourEditor?.close());

	test('has the steps of this test', () => {
		assert.deepEqual(
			sections.map(({ title }) => title),
			tour.map(({ title }) => title),
		);
	});

	for (const { title, walk } of tour) {
		test(`reaches "${title}"`, async () => {
			/** @type {string[]} */
			const shown = [];
			await walk({
				bed,
				editor: tourEditor,
				show: async (picture, subject) => {
					await subject.waitFor();
					shown.push(picture);
				},
			});
			assert.deepEqual(shown, sections.find((section) => section.title === title)?.pictures);
		});
	}
});
