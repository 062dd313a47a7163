// Runs the recipes of docs/recipes.md, with tables and a service that are made for one night.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { DataTables } from '../../../scripts/n8n/dataTables.mjs';
import { pollTimesEvery } from '../../../scripts/n8n/workflows.mjs';

/** @typedef {import('../../../scripts/n8n/n8nRestClient.mjs').Workflow} Workflow */

/** @typedef {import('../../../scripts/n8n/testBed.mjs').TestBed} TestBed */

/** @typedef {import('../../sandbox/index.js').Fault} Fault */

/** @typedef {import('../../sandbox/index.js').Sandbox['state']} State */

/**
 * A cell for each column that is compared: its text, or what it matches.
 *
 * @typedef {Record<string, string | RegExp | RegExp[] | undefined>} Row
 */

/**
 * What a night is like, and what must be there in the morning.
 *
 * @typedef {object} Night
 * @property {readonly object[]} rows of the table that the recipe reads
 * @property {Fault[]} [faults] of the service
 * @property {Partial<import('../../sandbox/index.js').Reading>} [reading] what the service does otherwise
 * @property {string} [timezone] of the workflow
 * @property {RegExp} [failure] why the execution fails, if it does
 * @property {Row[]} expected the rows of the table that the recipe writes
 * @property {Row[]} [next] the same after another night, in which the service works
 * @property {() => void} [service] requires that the service is as it must be
 */

/** The day on which the tests run, in the time zone of the recipes. */
export const today = new Date().toISOString().slice(0, 10);

/** An error in a table: what happened, and what to do. */
export const explained = /^[^\n]+\. [^\n]+\.$/;

/** @param {number} days */
export function daysFromNow(days) {
	return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Nights in which an operation fails.
 *
 * @param {import('../../../src/api/operations.js').OperationId[]} operations
 * @param {(state: State) => Night} nightOf
 * @returns {Record<string, (state: State) => Night>}
 */
export function failuresOf(operations, nightOf) {
	return Object.fromEntries(
		operations.map((operation) => [
			`${operation} fails`,
			(state) => ({ ...nightOf(state), faults: [{ operation, status: 500 }] }),
		]),
	);
}

/** A recipe in a running n8n. */
export class Recipe {
	/**
	 * @param {TestBed} bed
	 * @param {string} name file name without `.json`
	 */
	static async read(bed, name) {
		const file = new URL(`../../../examples/${name}.json`, import.meta.url);
		return new Recipe(bed, JSON.parse(await readFile(file, 'utf8')));
	}

	/**
	 * @param {TestBed} bed
	 * @param {Workflow} workflow
	 */
	constructor(bed, workflow) {
		this.bed = bed;
		this.workflow = workflow;
		/** @type {import('../../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow | undefined} */
		this.stored = undefined;
		// A failed read is not to be repeated for seconds.
		for (const { type, parameters } of workflow.nodes) {
			if (/\.integrationService(?!.*Trigger$)/.test(type)) {
				parameters.options = { .../** @type {object} */ (parameters.options), maxRetries: 0 };
			}
		}
	}

	get tables() {
		return new DataTables(this.bed.client);
	}

	/** Lets the trigger poll every few seconds. */
	pollOften() {
		for (const { type, parameters } of this.workflow.nodes) {
			if (/Trigger$/.test(type)) parameters.pollTimes = pollTimesEvery(3);
		}
	}

	/**
	 * Creates the tables of the recipe anew.
	 *
	 * @param {string} table the one that gets rows
	 * @param {readonly object[]} rows
	 */
	async fill(table, rows) {
		for (const { parameters } of this.workflow.nodes) {
			if (parameters.resource !== 'table') continue;
			const { column } = /** @type {{ column: { name: string, type: string }[] }} */ (
				parameters.columns
			);
			const name = String(parameters.tableName);
			await this.tables.replace(name, column, name === table ? rows : []);
		}
	}

	/** @param {string} [timezone] instead of the one of the recipe */
	async store(timezone) {
		const settings = { ...this.workflow.settings, ...(timezone && { timezone }) };
		return await this.bed.client.importWorkflow(
			{ ...this.workflow, settings },
			this.bed.credentials,
		);
	}

	/**
	 * Runs the recipe as in one night.
	 *
	 * @param {Pick<Night, 'faults' | 'failure' | 'timezone' | 'reading'>} [night]
	 */
	async run({ faults = [], failure, timezone, reading } = {}) {
		this.stored ??= await this.store();
		const stored = timezone ? await this.store(timezone) : this.stored;
		const { sandbox } = this.bed;
		sandbox.reading = { ...sandbox.reading, ...reading };
		const injected = faults.map((fault) => sandbox.faults.add(fault));
		const execution = await this.bed.client.runWorkflow(stored, { pollInterval: 50 });
		for (const fault of injected) fault.remove();
		if (failure) assert.match(execution.failure ?? '', failure);
		else assert.equal(execution.status, 'success', execution.failure);
		return execution;
	}

	/** The requests that change something, by operation. */
	get sentChanges() {
		return this.bed.sandbox.requests
			.filter(({ method }) => method !== 'GET')
			.map(({ operation, body }) => [operation, body]);
	}
}

/**
 * Requires that a table has these rows. Only the cells that are expected are compared.
 *
 * @param {readonly Record<string, string>[]} rows
 * @param {readonly Row[]} expected
 */
export function requireRows(rows, expected) {
	const shown = JSON.stringify(rows, null, 1);
	assert.equal(rows.length, expected.length, shown);
	for (const [index, cells] of expected.entries()) {
		for (const [column, cell] of Object.entries(cells)) {
			if (cell === undefined) continue;
			const actual = rows[index]?.[column] ?? '';
			const isRight =
				typeof cell === 'string'
					? cell === actual
					: [cell].flat().every((pattern) => pattern.test(actual));
			assert.ok(isRight, `Row ${index + 1}, ${column}: ${cell} is expected.\n${shown}`);
		}
	}
}
