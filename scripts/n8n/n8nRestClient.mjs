import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Execution } from './execution.mjs';

/** @typedef {import('./execution.mjs').Json} Json */

/**
 * @typedef {object} Owner
 * @property {string} email
 * @property {string} password at least eight characters, with a number and a capital letter
 * @property {string} firstName
 * @property {string} lastName
 */

/**
 * @typedef {object} Credential
 * @property {string} id
 * @property {string} name
 * @property {string} type
 */

/**
 * @typedef {object} WorkflowNode
 * @property {string} name
 * @property {string} type
 * @property {Json} parameters
 * @property {Record<string, { id: string, name: string }>} [credentials]
 */

/**
 * A workflow as n8n exports it.
 *
 * @typedef {object} Workflow
 * @property {string} name
 * @property {WorkflowNode[]} nodes
 * @property {Json} connections
 * @property {Json} [settings]
 */

/** @typedef {Workflow & { id: string, versionId: string, active: boolean }} StoredWorkflow */

const finishedStatuses = new Set(['success', 'error', 'crashed', 'canceled']);

/** The REST interface that n8n's editor uses, for which there is no library. */
export class N8nRestClient {
	/** @param {string} baseUrl of the running n8n, without a slash at the end */
	constructor(baseUrl) {
		this.baseUrl = baseUrl;
		// n8n accepts its cookie only with the identifier of the browser that logged in.
		this.browserId = randomUUID();
		this.cookie = '';
		/** @type {Map<string, StoredWorkflow>} */
		this.activated = new Map();
	}

	/**
	 * Creates the first user, the owner, and logs in as it.
	 *
	 * @param {Owner} owner
	 */
	async setUpOwner(owner) {
		await this.request('POST', '/rest/owner/setup', owner);
	}

	/** @param {Pick<Owner, 'email' | 'password'>} owner */
	async login({ email, password }) {
		await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	/**
	 * @param {string} prefix
	 * @returns {Promise<string[]>} the names of the node types that start so
	 */
	async nodeTypes(prefix) {
		/** @type {{ name: string }[]} */
		const types = await this.request('GET', '/types/nodes.json');
		return [...new Set(types.map(({ name }) => name))].filter((name) => name.startsWith(prefix));
	}

	/**
	 * @param {string} name
	 * @param {string} type such as `integrationServiceOAuth2Api`
	 * @param {object} data the credential's fields
	 * @returns {Promise<Credential>}
	 */
	async createCredential(name, type, data) {
		const { id } = await this.request('POST', '/rest/credentials', { name, type, data });
		return { id, name, type };
	}

	/**
	 * @param {Credential} credential
	 * @returns {Promise<Record<string, string>>} its fields as the editor gets them, without secrets
	 */
	async readCredential({ id }) {
		return (await this.request('GET', `/rest/credentials/${id}?includeData=true`)).data;
	}

	/**
	 * Tests a credential as the editor does when it is saved.
	 *
	 * @param {Credential} credential
	 * @param {object} [data] fields to test instead of the stored ones
	 * @returns {Promise<{ status: 'OK' | 'Error', message: string }>}
	 */
	async testCredential(credential, data) {
		return await this.request('POST', '/rest/credentials/test', {
			credentials: { ...credential, data: data ?? (await this.readCredential(credential)) },
		});
	}

	/**
	 * Stores a workflow. Nodes get the credential of the type that they need.
	 *
	 * @param {Workflow} workflow
	 * @param {readonly Credential[]} [credentials]
	 * @returns {Promise<StoredWorkflow>}
	 */
	async importWorkflow(workflow, credentials = []) {
		const nodes = workflow.nodes.map((node) => {
			if (!node.credentials) return node;
			const filledIn = Object.entries(node.credentials).map(([type, placeholder]) => {
				const match = credentials.find((credential) => credential.type === type);
				return [type, match ? { id: match.id, name: match.name } : placeholder];
			});
			return { ...node, credentials: Object.fromEntries(filledIn) };
		});
		const { name, connections, settings = {} } = workflow;
		// The first versions of n8n 2 require it.
		const stored = { name, nodes, connections, settings, active: false };
		return await this.request('POST', '/rest/workflows', stored);
	}

	/**
	 * Runs a stored workflow by hand and waits for its end.
	 *
	 * @param {StoredWorkflow} workflow
	 * @param {object} [options]
	 * @param {string} [options.trigger] name of the node to start from, the Manual Trigger by default
	 * @param {number} [options.timeout] milliseconds, two minutes by default
	 * @param {number} [options.pollInterval] milliseconds
	 * @param {AbortSignal} [options.signal]
	 * @returns {Promise<Execution>} whether it succeeded or not
	 */
	async runWorkflow(workflow, { trigger, ...waiting } = {}) {
		const start =
			trigger ?? workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger')?.name;
		if (!start)
			throw new Error(`"${workflow.name}" has no Manual Trigger; name the node to start from.`);
		const { executionId } = await this.request('POST', `/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: start },
		});
		if (!executionId)
			throw new Error(`n8n did not run "${workflow.name}": it waits for a request.`);
		return await this.waitForExecution(executionId, waiting);
	}

	/**
	 * @param {string} executionId
	 * @param {object} [options]
	 * @param {number} [options.timeout] milliseconds, two minutes by default
	 * @param {number} [options.pollInterval] milliseconds
	 * @param {AbortSignal} [options.signal]
	 * @returns {Promise<Execution>} once it has ended
	 * @throws when it takes longer than the timeout
	 */
	async waitForExecution(executionId, { timeout = 120_000, pollInterval = 200, signal } = {}) {
		const giveUp = Date.now() + timeout;
		for (;;) {
			const record = await this.request('GET', `/rest/executions/${executionId}`);
			if (finishedStatuses.has(record.status)) return new Execution(record);
			if (Date.now() > giveUp) {
				throw new Error(
					`Execution ${executionId} is still ${record.status} after ${timeout / 1000} seconds.`,
				);
			}
			await wait(pollInterval, undefined, { signal });
		}
	}

	/**
	 * The executions of a workflow, newest first, without what they recorded.
	 *
	 * @param {StoredWorkflow} workflow
	 * @param {number} [limit]
	 * @returns {Promise<{ id: string, status: string, mode: string }[]>}
	 */
	async executions(workflow, limit = 100) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
		const { results } = await this.request(
			'GET',
			`/rest/executions?limit=${limit}&filter=${filter}`,
		);
		return results;
	}

	/**
	 * Waits until a workflow, active by now, has been executed to the end at least so many times.
	 *
	 * @param {StoredWorkflow} workflow
	 * @param {number} count
	 * @param {object} [options]
	 * @param {number} [options.timeout] milliseconds, two minutes by default
	 * @param {AbortSignal} [options.signal]
	 * @returns {Promise<Execution[]>} oldest first
	 */
	async waitForExecutions(workflow, count, { timeout = 120_000, signal } = {}) {
		const giveUp = Date.now() + timeout;
		for (;;) {
			const found = await this.executions(workflow);
			const finished = found.filter(({ status }) => finishedStatuses.has(status)).reverse();
			if (finished.length >= count) {
				return await Promise.all(finished.map(({ id }) => this.waitForExecution(id)));
			}
			if (Date.now() > giveUp) {
				throw new Error(
					`"${workflow.name}" ran ${finished.length} of ${count} times in ${timeout / 1000} seconds.`,
				);
			}
			await wait(200, undefined, { signal });
		}
	}

	/**
	 * Activates a workflow and waits until n8n has registered its triggers.
	 *
	 * @param {StoredWorkflow} workflow
	 * @param {number} [timeout] milliseconds
	 * @throws with the trigger's reason when it cannot be activated
	 */
	async activate(workflow, timeout = 30_000) {
		const { versionId } = workflow;
		this.activated.set(workflow.id, workflow);
		await this.request('POST', `/rest/workflows/${workflow.id}/activate`, { versionId });
		const giveUp = Date.now() + timeout;
		for (;;) {
			const { status, triggers } = await this.request(
				'GET',
				`/rest/workflows/${workflow.id}/publication-status`,
			);
			if (status === 'published') return;
			if (status === 'failed' || status === 'partial' || Date.now() > giveUp) {
				/** @type {{ errorMessage: string | null }[]} */
				const reported = triggers;
				const reasons = reported.flatMap(({ errorMessage }) => errorMessage ?? []);
				throw new Error(
					`"${workflow.name}" is not active (${status}). ${reasons.join(' ')}`.trim(),
				);
			}
			await wait(100);
		}
	}

	/**
	 * n8n takes the triggers away in the background: one may still fire for about a second.
	 *
	 * @param {StoredWorkflow} workflow
	 */
	async deactivate(workflow) {
		await this.request('POST', `/rest/workflows/${workflow.id}/deactivate`, {});
		this.activated.delete(workflow.id);
	}

	/** Deactivates all workflows that this client has activated. */
	async deactivateAll() {
		for (const workflow of this.activated.values()) await this.deactivate(workflow);
	}

	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {object} [body]
	 * @returns {Promise<any>} the response's `data`
	 * @throws when n8n refuses, with its reason
	 */
	async request(method, path, body) {
		const response = await fetch(this.baseUrl + path, {
			method,
			headers: {
				'browser-id': this.browserId,
				...(this.cookie && { cookie: this.cookie }),
				...(body && { 'content-type': 'application/json' }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) {
			throw new Error(`n8n refused ${method} ${path} with ${response.status}: ${reasonOf(text)}`);
		}
		for (const cookie of response.headers.getSetCookie()) {
			const pair = cookie.split(';')[0] ?? '';
			if (pair.startsWith('n8n-auth=')) this.cookie = pair;
		}
		if (text === '') return undefined;
		const parsed = JSON.parse(text);
		return Array.isArray(parsed) ? parsed : parsed.data;
	}
}

/** @param {string} text */
function reasonOf(text) {
	try {
		return JSON.parse(text).message ?? text;
	} catch {
		return text.slice(0, 500);
	}
}
