import { setTimeout as wait } from 'node:timers/promises';
import { chain, itemsOf, manualTrigger, serviceNode } from '../../n8n/workflows.mjs';
import { median } from '../statistics.mjs';
import { ourGetUser, usersOf } from './reads.mjs';

const fewItems = 10_000;
const manyCount = 30_000;

/** How much longer an item of many may take than an item of few. */
const highestGrowth = 1.2;

/** In which 95 of 100 answers to the editor arrive, in milliseconds. */
const longestAnswer = 400;

/** Between two looks at n8n, in milliseconds. */
const interval = 250;

const timeout = 600_000;

/** @typedef {{ milliseconds: number, megabytes: number, answers: number[] }} Sample */

/** @param {readonly number[]} answers */
const slowestOfMost = (answers) =>
	answers.toSorted((a, b) => a - b)[Math.floor(answers.length * 0.95)] ?? Number.NaN;

/**
 * The time of an item, in milliseconds.
 *
 * @param {readonly Sample[]} samples
 */
const timeOf = (samples) => median(samples.map(({ milliseconds }) => milliseconds));

/** @param {readonly Sample[]} samples */
function cellsOf(samples) {
	const answers = samples.flatMap((sample) => sample.answers);
	const megabytes = Math.max(...samples.map((sample) => sample.megabytes));
	return [
		`${timeOf(samples).toFixed(2)} ms`,
		`${Math.round(slowestOfMost(answers))} ms`,
		`${Math.round(Math.max(...answers))} ms`,
		`${Math.round(megabytes)} MB`,
	];
}

const byUserId = { __rl: true, mode: 'id', value: '={{ $json.userId }}' };

/** @type {readonly { title: string, operation: import('../catalogue.mjs').OperationId, reader: typeof ourGetUser }[]} */
const works = [
	{ title: 'User > Get', operation: 'user.get', reader: ourGetUser },
	{
		title: 'User > Update',
		operation: 'user.update',
		reader: serviceNode(ourGetUser.name, 'integrationServiceUser', {
			resource: 'user',
			operation: 'update',
			userId: byUserId,
			updateFields: { firstName: '={{ $json.note }}' },
		}),
	},
	{
		title: 'Return > Create',
		operation: 'return.create',
		reader: serviceNode(ourGetUser.name, 'integrationServiceOrderManagement', {
			resource: 'return',
			operation: 'create',
			rows: { row: [{ stockKeepingUnitId: 88123, quantity: 1 }] },
			additionalFields: { note: '={{ $json.note }}' },
		}),
	},
];

/**
 * Whether time and memory of an item stay the same when there are many.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function manyItems(bed) {
	const service = await bed.startService({ seed: { users: 1000 } }, 'user.get');
	const { sandbox } = service;
	const users = usersOf(sandbox);
	const cells = works.map((work) => ({
		...work,
		few: /** @type {Sample[]} */ ([]),
		many: /** @type {Sample[]} */ ([]),
	}));

	/**
	 * Looks at n8n while the node sends its requests. n8n's own work before and after doesn't count.
	 *
	 * @param {import('../catalogue.mjs').OperationId} operation
	 * @param {number} count
	 * @param {AbortSignal} ended
	 */
	async function watch(operation, count, ended) {
		const isRunning = () => {
			const sent = sandbox.counts[operation] ?? 0;
			return sent > 0 && sent < count;
		};
		/** @type {number[]} */
		const answers = [];
		let megabytes = 0;
		while (!ended.aborted) {
			await wait(interval);
			if (!isRunning()) continue;
			const started = performance.now();
			// A list of workflows would contain all items.
			await bed.client.request('GET', '/rest/tags');
			if (!isRunning()) continue;
			answers.push(performance.now() - started);
			megabytes = Math.max(megabytes, await bed.memory());
		}
		return { answers, megabytes };
	}

	/**
	 * @param {typeof works[number]} work
	 * @param {number} count
	 * @returns {Promise<Sample>}
	 */
	async function measure({ title, operation, reader }, count) {
		const records = Array.from({ length: count }, (_, index) => ({
			...users[index % users.length],
			note: `Item ${index}`,
		}));
		sandbox.log.clear();
		const workflow = chain(`Many items: ${title}`, [manualTrigger(), ...itemsOf(records), reader]);
		const ended = new AbortController();
		const watching = watch(operation, count, ended.signal);
		const execution = await bed.run(workflow, service, timeout).finally(() => ended.abort());
		if (execution.items(reader.name).length !== count) throw new Error(`${title} lost items.`);
		return { milliseconds: execution.executionTime(reader.name) / count, ...(await watching) };
	}

	const written = (/** @type {number} */ count) => count.toLocaleString('en');
	return {
		title: `${written(manyCount)} items`,
		async round(counts) {
			// A run takes minutes, and a second one says the same. Few items before and after many show how
			// the speed of the machine drifts.
			for (const cell of cells.filter(({ many }) => many.length === 0)) {
				const before = await measure(cell, fewItems);
				if (!counts) continue;
				cell.many.push(await measure(cell, manyCount));
				cell.few.push(before, await measure(cell, fewItems));
			}
		},
		findings: () => ({
			title: `${written(manyCount)} items`,
			explanation: `Each operation for ${written(fewItems)} items, for ${written(manyCount)}, and for ${written(fewItems)} again. The answers are those of n8n's server to its editor while the node runs: the slowest of 95 %, and of all. The memory is that of n8n's whole process at its highest.`,
			columns: ['', 'items', 'an item takes', 'answers, 95 %', 'slowest', 'memory'],
			rows: cells.flatMap(({ title, few, many }) => [
				[title, written(fewItems), ...cellsOf(few)],
				[title, written(manyCount), ...cellsOf(many)],
			]),
			checks: cells.flatMap(({ title, few, many }) => [
				{
					title: `${title}, ${written(manyCount)} items: time of an item / with ${written(fewItems)}`,
					measured: timeOf(many) / timeOf(few),
					atMost: highestGrowth,
				},
				{
					title: `${title}, ${written(manyCount)} items: 95 % of n8n's answers, milliseconds`,
					measured: slowestOfMost(many.flatMap(({ answers }) => answers)),
					atMost: longestAnswer,
				},
			]),
		}),
	};
}
