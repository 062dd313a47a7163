import { setMaxListeners } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startBuiltSandbox } from '../build/build.mjs';
import { startHost } from '../n8n/host.mjs';
import { N8nRestClient } from '../n8n/n8nRestClient.mjs';
import { operations } from './catalogue.mjs';

/** @typedef {import('../../test/sandbox/index.js').Sandbox} Sandbox */

/** @typedef {import('../n8n/n8nRestClient.mjs').Workflow} Workflow */

/**
 * A service with the credential that n8n has for it.
 *
 * @typedef {object} Service
 * @property {Sandbox} sandbox
 * @property {import('../n8n/n8nRestClient.mjs').Credential} credential
 */

/** Everything that measurements share: a real n8n, and the services that it talks to. */
export class BenchBed {
	/** @type {Service[]} */
	services = [];

	/**
	 * @param {import('../n8n/host.mjs').RunningHost} host
	 * @param {N8nRestClient} client
	 * @param {AbortSignal} signal
	 */
	constructor(host, client, signal) {
		this.host = host;
		this.client = client;
		this.signal = signal;
	}

	/**
	 * @param {AbortSignal} signal ends everything
	 * @returns {Promise<BenchBed>}
	 */
	static async start(signal) {
		const env = {
			N8N_CUSTOM_EXTENSIONS: fileURLToPath(new URL('floor', import.meta.url)),
			N8N_METRICS: 'true',
		};
		const host = await startHost({ env, signal });
		try {
			const client = new N8nRestClient(host.baseUrl);
			await client.setUpOwner({
				email: 'bench@example.org',
				password: 'Bench-12345',
				firstName: 'Bench',
				lastName: 'Owner',
			});
			return new BenchBed(host, client, signal);
		} catch (error) {
			await host.stop();
			throw error;
		}
	}

	/**
	 * Starts a service for each measurement, as the nodes adapt to a service.
	 *
	 * @param {import('../../test/sandbox/index.js').SandboxOptions} options
	 * @param {import('./catalogue.mjs').OperationId} operation that the HTTP Request node can
	 *   request: a credential has one scope
	 * @returns {Promise<Service>}
	 */
	async startService(options, operation) {
		const sandbox = await startBuiltSandbox(options);
		// Every answer that takes its time listens for the end of the sandbox.
		setMaxListeners(0, sandbox.closing);
		const credential = await this.client.createCredential(
			`Bench ${this.services.length}`,
			'integrationServiceOAuth2Api',
			{
				...sandbox.credential,
				scope: sandbox.credential.scopePrefix + operations[operation].scope,
			},
		);
		const service = { sandbox, credential };
		this.services.push(service);
		return service;
	}

	/**
	 * Stores a workflow and runs it.
	 *
	 * @param {Workflow} workflow
	 * @param {Service} service whose credential it gets
	 * @param {number} [timeout] milliseconds, two minutes by default
	 * @returns {Promise<import('../n8n/execution.mjs').Execution>}
	 * @throws when it does not succeed
	 */
	async run(workflow, { credential }, timeout) {
		const stored = await this.client.importWorkflow(workflow, [credential]);
		const execution = await this.client.runWorkflow(stored, { signal: this.signal, timeout });
		if (execution.status === 'success') return execution;
		throw new Error(`"${workflow.name}" ended with ${execution.status}. ${execution.failure}`);
	}

	/** @returns {Promise<number>} the memory of n8n's process, in megabytes */
	async memory() {
		const response = await fetch(`${this.host.baseUrl}/metrics`, { signal: this.signal });
		const metrics = await response.text();
		const [, bytes] = /^n8n_process_resident_memory_bytes (\S+)$/m.exec(metrics) ?? [];
		return Number(bytes) / 1_000_000;
	}

	async stop() {
		await this.host.stop();
		for (const { sandbox } of this.services) await sandbox.close();
	}
}
