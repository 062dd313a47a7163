import { parse } from 'flatted';

/** @typedef {Record<string, unknown>} Json an item's or a record's fields */

/**
 * What n8n records of one run of one node.
 *
 * @typedef {object} NodeRun
 * @property {number} executionTime milliseconds
 * @property {string} executionStatus
 * @property {{ main?: ({ json: Json, pairedItem?: unknown, error?: unknown }[] | null)[] }} [data]
 * @property {{ message: string, description?: string }} [error]
 */

/**
 * @typedef {object} ExecutionData
 * @property {{ runData?: Record<string, NodeRun[]>, error?: { message: string, description?: string } }} [resultData]
 */

/** A run of a workflow with what n8n recorded of it. */
export class Execution {
	/** @param {{ id: string, workflowId: string, status: string, data: string, startedAt: string, stoppedAt: string }} record */
	constructor(record) {
		this.id = record.id;
		this.workflowId = record.workflowId;
		/** `success`, `error`, `crashed`, `canceled`, `waiting` or `running`. */
		this.status = record.status;
		this.startedAt = record.startedAt;
		this.stoppedAt = record.stoppedAt;
		this.data = /** @type {ExecutionData} */ (parse(record.data));
	}

	/**
	 * @param {string} node the node's name
	 * @returns {NodeRun[]} empty when the node did not run
	 */
	runs(node) {
		return this.data.resultData?.runData?.[node] ?? [];
	}

	/**
	 * The items that a node put out, of all its runs.
	 *
	 * @param {string} node
	 * @param {number} [output] 0 is the first output
	 * @returns {Json[]}
	 */
	items(node, output = 0) {
		return this.runs(node).flatMap((run) =>
			(run.data?.main?.[output] ?? []).map(({ json }) => json),
		);
	}

	/**
	 * @param {string} node
	 * @returns {number} milliseconds that the node took, of all its runs
	 */
	executionTime(node) {
		return this.runs(node).reduce((sum, run) => sum + run.executionTime, 0);
	}

	/** Why it did not succeed: the node's name, its message and description. */
	get failure() {
		for (const [node, runs] of Object.entries(this.data.resultData?.runData ?? {})) {
			const error = runs.find((run) => run.error)?.error;
			if (error) return [`${node}: ${error.message}`, error.description].filter(Boolean).join('\n');
		}
		return this.data.resultData?.error?.message;
	}
}
