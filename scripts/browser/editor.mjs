import assert from 'node:assert/strict';
import { chromium, selectors } from 'playwright-core';
import { requireBrowser } from '../processes/programs.mjs';

// n8n's editor marks its elements for tests with this attribute.
selectors.setTestIdAttribute('data-test-id');

/** Chromium without its own requests to the outside, which a closed network refuses. */
const chromiumFlags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Milliseconds to wait for something to be seen, for a machine under load. */
const patience = 30_000;

const manualTrigger = 'Trigger manually';

/** n8n's editor in a browser, as a person uses it. */
export class Editor {
	/**
	 * Starts Chromium and logs in.
	 *
	 * @param {object} options
	 * @param {string} options.baseUrl of the running n8n
	 * @param {import('../n8n/n8nRestClient.mjs').Owner} options.owner
	 * @param {'light' | 'dark'} [options.colorScheme]
	 * @param {{ width: number, height: number }} [options.viewport]
	 * @param {number} [options.scale] pixels of a picture for each of the page
	 * @throws when there is no Chromium
	 */
	static async open({ baseUrl, owner, colorScheme = 'light', viewport, scale = 1 }) {
		const browser = await chromium.launch({
			executablePath: await requireBrowser(),
			args: chromiumFlags,
		});
		try {
			const page = await browser.newPage({
				colorScheme,
				viewport: viewport ?? { width: 1400, height: 1000 },
				deviceScaleFactor: scale,
			});
			page.setDefaultTimeout(patience);
			const editor = new Editor(baseUrl, browser, page);
			await editor.logIn(owner);
			return editor;
		} catch (error) {
			await browser.close();
			throw error;
		}
	}

	/**
	 * @param {string} baseUrl
	 * @param {import('playwright-core').Browser} browser
	 * @param {import('playwright-core').Page} page
	 */
	constructor(baseUrl, browser, page) {
		this.baseUrl = baseUrl;
		this.browser = browser;
		this.page = page;
	}

	async close() {
		await this.browser.close();
	}

	/** @param {string} testId */
	see(testId) {
		return this.page.getByTestId(testId);
	}

	/** @param {import('../n8n/n8nRestClient.mjs').Owner} owner */
	async logIn(owner) {
		await this.page.goto(`${this.baseUrl}/signin`);
		await this.see('emailOrLdapLoginId').locator('input').fill(owner.email);
		await this.see('password').locator('input').fill(owner.password);
		await this.see('form-submit-button').click();
		await this.page.waitForURL((url) => url.pathname !== '/signin');
	}

	/**
	 * Fills in the dialog that installs a community package, up to the button that begins it.
	 *
	 * @param {string} packageName
	 */
	async fillInInstall(packageName) {
		await this.page.goto(`${this.baseUrl}/settings/community-nodes`);
		await this.page.getByRole('button', { name: 'Install a community node' }).click();
		await this.see('package-name-input').fill(packageName);
		await this.see('user-agreement-checkbox').click();
		const button = this.see('install-community-package-button');
		await button.and(this.page.locator(':enabled')).waitFor();
	}

	/**
	 * Opens the empty form of a new credential.
	 *
	 * @param {string} type its display name
	 */
	async newCredential(type) {
		await this.page.goto(`${this.baseUrl}/home/credentials/create`);
		await this.see('new-credential-type-select').locator('input').fill(type);
		await this.see('new-credential-type-select-option').getByText(type, { exact: true }).click();
		await this.see('new-credential-type-button').click();
		await this.see('credential-edit-dialog').waitFor();
	}

	/** The names of the fields that the open credential shows, from top to bottom. */
	async credentialFields() {
		const fields = this.see('node-credentials-config-container').locator(
			'[data-test-id^="parameter-input-"][data-test-id]:has([data-parameter-path])',
		);
		await fields.first().waitFor();
		return await fields.evaluateAll((elements) =>
			elements.map((element) =>
				element.getAttribute('data-test-id')?.replace('parameter-input-', ''),
			),
		);
	}

	/** @param {Record<string, string>} values */
	async fillIn(values) {
		for (const [name, value] of Object.entries(values)) {
			await this.parameter(name).locator('input, textarea').first().fill(value);
		}
	}

	/** Saves the open credential, and waits for the result of the test that follows. */
	async saveCredential() {
		await this.andCredentialTest(this.see('credential-save-button').click());
	}

	/**
	 * Waits also for the result of the test of a credential that follows.
	 *
	 * @param {Promise<unknown>} action
	 */
	async andCredentialTest(action) {
		const tested = this.page.waitForResponse((each) => each.url().endsWith('/credentials/test'));
		await Promise.all([tested, action]);
	}

	/**
	 * Replaces what a JSON field of a stored credential has with the clipboard, and saves.
	 *
	 * @param {{ id: string }} credential
	 * @param {string} name of the field
	 */
	async pasteIntoCredential({ id }, name) {
		// During the test of an opened credential, n8n also saves one without its latest change.
		await this.andCredentialTest(this.page.goto(`${this.baseUrl}/home/credentials/${id}`));
		await this.parameter(name).locator('.cm-content').click();
		await this.page.keyboard.press('ControlOrMeta+A');
		await this.page.keyboard.press('ControlOrMeta+V');
		await this.saveCredential();
	}

	/** Starts a new workflow with a Manual Trigger, and waits until n8n has saved it. */
	async newWorkflow() {
		await this.page.goto(`${this.baseUrl}/workflow/new`);
		await this.see('canvas-add-button').click();
		await this.see('node-creator-item-name').getByText(manualTrigger, { exact: true }).click();
		await this.see('canvas-trigger-node').waitFor();
		// Once n8n has saved it, it loads the credentials again, which would close their open list.
		await this.page.waitForURL((url) => !url.searchParams.has('new'));
	}

	/**
	 * @param {{ id: string }} workflow
	 * @param {string} [nodeId] a node to open
	 */
	async openWorkflow(workflow, nodeId) {
		const path = ['workflow', workflow.id, nodeId].filter(Boolean).join('/');
		await this.page.goto(`${this.baseUrl}/${path}`);
		await this.see(nodeId ? 'ndv' : 'canvas-node')
			.first()
			.waitFor();
	}

	/**
	 * Searches the list of nodes.
	 *
	 * @param {string} text part of a name to wait for
	 */
	async searchNodes(text) {
		const search = this.see('node-creator-search-bar');
		const button = this.see('node-creator-plus-button');
		// The list may be about to open.
		await search.or(button).first().waitFor();
		if (!(await search.isVisible())) await button.click();
		await search.fill(text);
		await this.see('node-creator-item-name').filter({ hasText: text }).first().waitFor();
	}

	/**
	 * Adds a node by its name and one of its actions. It opens.
	 *
	 * @param {string} node
	 * @param {string} action
	 */
	async addNode(node, action) {
		await this.searchNodes(node);
		await this.see('node-creator-item-name').getByText(node, { exact: true }).click();
		await this.see('node-creator-item-name').getByText(action, { exact: true }).click();
		await this.see('ndv').waitFor();
	}

	/**
	 * A field of the open form.
	 *
	 * @param {string} name
	 */
	parameter(name) {
		return this.see(`parameter-input-${name}`);
	}

	/**
	 * @param {import('playwright-core').Locator} dropDown
	 * @param {string} option its exact label
	 */
	async choose(dropDown, option) {
		await dropDown.locator('input').first().click();
		const options = this.page.getByRole('option').filter({ visible: true });
		await options.filter({ has: this.page.getByText(option, { exact: true }) }).click();
	}

	/** @param {string} name of a stored credential */
	async chooseCredential(name) {
		await this.choose(this.see('node-credentials-select'), name);
	}

	/**
	 * Searches the list of a picker.
	 *
	 * @param {string} name of the parameter
	 * @param {string} text
	 * @param {string} expected part of an entry to wait for
	 * @returns {Promise<string[]>} the entries
	 */
	async searchPicker(name, text, expected) {
		const picker = this.see(`resource-locator-${name}`);
		await picker.getByTestId('rlc-input').click();
		await this.see('rlc-search').locator('visible=true').fill(text);
		const entries = this.see('rlc-item').filter({ visible: true });
		await entries.filter({ hasText: expected }).first().waitFor();
		// The list of the last search may still be shown.
		await entries.filter({ hasNotText: expected }).first().waitFor({ state: 'detached' });
		return await entries.allInnerTexts();
	}

	/** @param {string} entry part of an entry of the open list of a picker */
	async pick(entry) {
		await this.see('rlc-item').filter({ hasText: entry, visible: true }).click();
	}

	/**
	 * Adds an option to the open form.
	 *
	 * @param {string} label
	 */
	async addOption(label) {
		const heading = this.page.getByText('Options', { exact: true });
		const item = this.see('parameter-item').filter({ has: heading });
		await this.choose(item.getByTestId('collection-parameter-add'), label);
	}

	/** Runs the open node and waits for its end. */
	async executeStep() {
		await this.see('node-execute-button').click();
		await this.see('node-run-status-success').or(this.see('node-run-status-danger')).waitFor();
	}

	/**
	 * The output of the open node as its table shows it.
	 *
	 * @returns {Promise<Record<string, string>[]>} a record for each row
	 */
	async outputTable() {
		const panel = this.see('output-panel');
		await panel.getByTestId('radio-button-table').click();
		return await this.readTable(panel);
	}

	/**
	 * Copies a value of the open node's output as JSON, and waits until the clipboard has it.
	 *
	 * @param {string} field
	 */
	async copyOutput(field) {
		await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await this.page.evaluate(`navigator.clipboard.writeText('')`);
		const panel = this.see('output-panel');
		await panel.getByTestId('radio-button-json').click();
		await panel.getByText(`"${field}"`).click();
		await panel.getByTestId('ndv-json-actions').getByRole('button').first().click();
		await this.page.getByText('Copy Selection', { exact: true }).click();
		// n8n copies after the click, and a page that is left copies nothing.
		const giveUp = Date.now() + patience;
		while (!(await this.page.evaluate('navigator.clipboard.readText()'))) {
			assert.ok(Date.now() < giveUp, `The clipboard has no '${field}' yet.`);
			await this.page.waitForTimeout(50);
		}
	}

	/**
	 * @param {import('playwright-core').Locator} panel that shows a table
	 * @returns {Promise<Record<string, string>[]>} a record for each row
	 */
	async readTable(panel) {
		await panel.locator('tbody tr').first().waitFor();
		return await panel.locator('table').evaluate((table) => {
			const [head, ...rows] = [...table.querySelectorAll('tr')].map((row) =>
				[...row.querySelectorAll('th, td')].map((cell) => String(cell.textContent).trim()),
			);
			return rows.map((cells) =>
				Object.fromEntries(
					(head ?? []).flatMap((column, index) => (column ? [[column, cells[index] ?? '']] : [])),
				),
			);
		});
	}

	/** Runs the workflow on the canvas and waits until it has succeeded. */
	async executeWorkflow() {
		await this.see('execute-workflow-button').click();
		await this.page.getByText('Workflow executed successfully').waitFor();
	}

	/**
	 * Draws the panel below the canvas to a height, opened if need be, and fits the workflow above it.
	 *
	 * @param {number} height in pixels
	 */
	async resizeLogs(height) {
		const body = this.see('logs-overview-body');
		if (!(await body.isVisible())) await this.see('logs-overview-header').click();
		await body.waitFor();
		const panel = await this.see('logs-panel').boundingBox();
		if (!panel) throw new Error('There is no panel below the canvas.');
		const x = panel.x + panel.width / 2;
		await this.page.mouse.move(x, panel.y);
		await this.page.mouse.down();
		await this.page.mouse.move(x, panel.y + panel.height - height, { steps: 5 });
		await this.page.mouse.up();
		await this.see('zoom-to-fit').click();
	}

	/**
	 * The output of a node of the last run, as the panel below the canvas shows it.
	 *
	 * @param {string} node
	 * @returns {Promise<Record<string, string>[]>} a record for each row
	 */
	async loggedTable(node) {
		const entry = this.page
			.getByRole('treeitem')
			.filter({ has: this.page.getByText(node, { exact: true }) });
		// A click on a selected one would unselect it.
		if ((await entry.getAttribute('aria-selected')) !== 'true') await entry.click();
		await this.see('log-details-header').getByText(node, { exact: true }).waitFor();
		return await this.readTable(this.see('log-details-output'));
	}

	/**
	 * Opens what is recorded of an execution.
	 *
	 * @param {{ id: string }} workflow
	 * @param {{ id: string }} execution
	 */
	async openExecution(workflow, execution) {
		await this.page.goto(`${this.baseUrl}/workflow/${workflow.id}/executions/${execution.id}`);
		await this.see('canvas-node').first().waitFor();
	}

	/** Opens the chat, which is already open if the panel below the canvas is. */
	async openChat() {
		const button = this.see('workflow-chat-button');
		if ((await button.innerText()) !== 'Hide chat') await button.click();
		await this.see('chat-input').waitFor();
	}

	/** @param {string} message sent in the open chat */
	async sayInChat(message) {
		await this.see('canvas-chat').locator('textarea').fill(message);
		await this.page.keyboard.press('Enter');
	}

	/** @param {string} text waited for in the open chat, in the same case */
	async waitForChat(text) {
		const shown = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
		await this.see('canvas-chat-body').filter({ hasText: shown }).waitFor();
	}

	/**
	 * A node on the canvas.
	 *
	 * @param {string} type its name in the package
	 */
	canvasNode(type) {
		return this.see('canvas-node').and(this.page.locator(`[data-node-type$=".${type}"]`));
	}
}
