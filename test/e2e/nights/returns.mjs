import assert from 'node:assert/strict';
import { today } from './recipe.mjs';

/** @typedef {import('./recipe.mjs').Row} Row */

/** @typedef {import('./recipe.mjs').Recipe} Recipe */

/**
 * Files that are uploaded one after another, and what is there afterwards.
 *
 * @typedef {object} Upload
 * @property {string[]} files what they hold
 * @property {string} [name] of the last file
 * @property {import('../../sandbox/index.js').Fault[]} [faults] of the service during the first one
 * @property {Row[]} expected rows of the data table, in the order of their keys
 * @property {string[]} returns the delivery of each return in the service
 */

const header = 'delivery,article,quantity,note';

/** @param {string[]} rows @param {string} [columns] */
const csv = (rows, columns = header) => [columns, ...rows, ''].join('\n');

const good = 'D-1,88123,2,Too small';

const registered = {
	result: 'Registered',
	returnNumber: /./,
	registeredOn: today,
	checkedOn: today,
};

const skipped = { ...registered, result: 'Skipped: registered before' };

/** @param {string} reason */
const failed = (reason) => ({
	result: new RegExp(`^Failed: .*${reason}`),
	returnNumber: '',
	checkedOn: today,
});

/** One row, in the forms in which programs write it. */
const forms = {
	'a byte-order mark and semicolons, as Excel writes them': `\uFEFF${csv([good])}`
		.replaceAll(',', ';')
		.replaceAll('\n', '\r\n'),
	'a byte-order mark, quotes, and other letters in the header': `\uFEFF${csv(
		['"D-1","88123","2","Too small, or ""short"""'],
		'"Delivery", Article ,QUANTITY,note',
	)}`,
	tabs: csv([good]).replaceAll(',', '\t'),
};

/**
 * @type {Record<string, Upload>}
 */
export const uploads = {
	'equal rows are returns of their own, and the same file sends nothing': {
		files: [csv([good, good, 'D-2,88124,1,']), csv([good, good, 'D-2,88124,1,'])],
		expected: [
			{ ...skipped, key: 'D-1 / 88123 / 1' },
			{ ...skipped, key: 'D-1 / 88123 / 2' },
			skipped,
		],
		returns: ['D-1', 'D-1', 'D-2'],
	},
	'an empty cell and a wrong article keep no other row away': {
		files: [csv([',88123,1,', 'D-2,none,1,', 'D-3,88123,,', 'D-4,88123,1,'])],
		expected: [
			{ key: 'D-2 / none / 1', ...failed('none.*Use digits only') },
			{ key: 'D-4 / 88123 / 1', ...registered },
			{ key: 'returns.csv, row 2', ...failed("'delivery' is empty") },
			{ key: 'returns.csv, row 4', ...failed("'quantity' is empty") },
		],
		returns: ['D-4'],
	},
	'a corrected file registers what failed': {
		files: [csv([',88123,1,', 'D-2,none,1,', good]), csv(['D-9,88123,1,', 'D-2,88123,1,', good])],
		expected: [{ ...skipped, key: 'D-1 / 88123 / 1' }, registered, registered],
		returns: ['D-1', 'D-9', 'D-2'],
	},
	...Object.fromEntries(
		Object.entries(forms).map(([title, file]) => [
			title,
			{ files: [file], expected: [{ ...registered, key: 'D-1 / 88123 / 1' }], returns: ['D-1'] },
		]),
	),
	'a reference names the return, and is used once': {
		files: [
			csv(
				['D-1,88123,1,R-1', 'D-1,88123,1,R-2', 'D-5,88123,1,R-2'],
				'delivery,article,quantity,reference',
			),
			csv(['D-1,88123,1,R-3', 'D-7,88123,1,R-1'], 'delivery,article,quantity,reference'),
		],
		name: 'later.csv',
		expected: [
			{ ...skipped, key: 'R-1' },
			{ ...registered, key: 'R-2' },
			{ ...registered, key: 'R-3' },
			{ key: 'returns.csv, row 4', ...failed('used twice: R-2') },
		],
		returns: ['D-1', 'D-1', 'D-1'],
	},
	'a missing column refuses the file': {
		files: [csv([good], 'Shipment,article,quantity,note')],
		expected: [{ key: 'returns.csv', ...failed("no column 'delivery'.*shipment") }],
		returns: [],
	},
	'a row with too many cells refuses the file': {
		files: [csv([good, 'D-2,88123,1,Too,small'])],
		expected: [{ key: 'returns.csv', ...failed("can't be read") }],
		returns: [],
	},
	'a file that is not UTF-8': {
		files: [csv(['D-1,88123,1,Gr\uFFFD\uFFFDe'])],
		expected: [{ key: 'returns.csv', ...failed("isn't in UTF-8") }],
		returns: [],
	},
	'a header without rows': {
		files: [csv([])],
		expected: [{ key: 'returns.csv', ...failed('no rows') }],
		returns: [],
	},
	'an empty file': { files: [''], expected: [{ key: 'returns.csv', ...failed('.') }], returns: [] },
	'a refusal of the service, and the same file again': {
		files: [csv([good]), csv([good])],
		faults: [{ operation: 'return.create', status: 403 }],
		expected: [registered],
		returns: ['D-1'],
	},
	'an answer that got lost is not sent again': {
		files: [csv([good, 'D-2,88123,1,']), csv([good, 'D-2,88123,1,'])],
		faults: [
			{ operation: 'return.create', times: 1, afterProcessing: true, reset: 'beforeResponse' },
		],
		expected: [failed('.'), skipped],
		returns: ['D-1', 'D-2'],
	},
};

/**
 * Sends a file to the form of a published recipe.
 *
 * @param {Recipe} recipe
 * @param {import('../../../scripts/n8n/n8nRestClient.mjs').StoredWorkflow} stored
 * @param {string} text
 * @param {string} [name]
 */
export async function upload({ bed }, stored, text, name = 'returns.csv') {
	const { webhookId } = /** @type {{ webhookId?: string }} */ (
		stored.nodes.find(({ type }) => type.endsWith('.formTrigger'))
	);
	const before = (await bed.client.executions(stored)).length;
	const form = new FormData();
	form.append('field-0', new Blob([text], { type: 'text/csv' }), name);
	const address = `${bed.host.baseUrl}/form/${webhookId}`;
	const response = await fetch(address, { method: 'POST', body: form });
	assert.equal(response.status, 200, await response.text());
	const execution = (await bed.client.waitForExecutions(stored, before + 1)).at(-1);
	assert.equal(execution?.status, 'success', execution?.failure);
}
