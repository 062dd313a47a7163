import { chain, manualTrigger, node, serviceNode } from '../../n8n/workflows.mjs';
import { addressOf } from '../catalogue.mjs';
import { median, medianRatio, seconds } from '../statistics.mjs';

const eventCount = 100_000;
const maxReaderRatio = 1.3;
const maxNodeRatio = 4;

/** One run takes a quarter of a second, so a single one is mostly chance. */
const runsInARound = 3;

/** The service sends so many events at once, so its own time does not count. */
const eventsInAChunk = 1000;

const measured = 'Ask';
const question = 'How are sales?';

const ourNode = serviceNode(measured, 'integrationServiceAgent', {
	resource: 'thread',
	operation: 'create',
	question,
	output: 'answer',
});

/** The text of an event, by its number. Equal texts cost n8n's engine less to read. */
const texts = {
	equal: () => 'x'.repeat(160),
	distinct: (/** @type {number} */ index) => `${index} `.padEnd(160, 'abc '),
};

/**
 * Written in advance, so the time of the service doesn't count.
 *
 * @param {(index: number) => string} textOf
 */
function chunksOf(textOf) {
	const chunks = [];
	for (let sent = 0; sent < eventCount; sent += eventsInAChunk) {
		const events = Array.from({ length: eventsInAChunk }, (_, index) => {
			const data = JSON.stringify({ delta: textOf(sent + index) });
			return `event: delta\ndata: ${data}\n\n`;
		});
		chunks.push(Buffer.from(events.join('')));
	}
	return [...chunks, 'event: done\ndata: {}\n\n'];
}

/**
 * A long answer of the agent against the parser of its events alone.
 *
 * @param {keyof typeof texts} kind of its texts
 * @returns {import('../measurement.mjs').PrepareMeasurement}
 */
export const longAnswer = (kind) => async (bed) => {
	const chunks = chunksOf(texts[kind]);
	const title = `${eventCount.toLocaleString('en')} events with ${kind} texts`;
	const service = await bed.startService({}, 'thread.create');
	const { sandbox } = service;
	const counting = (/** @type {string} */ work) =>
		node(measured, 'CUSTOM.floor', {
			work,
			url: addressOf(sandbox, 'thread.create'),
			token: sandbox.issueToken('thread.create'),
			body: JSON.stringify({ question }),
		});
	/** @type {{ parser: number[], reader: number[], ours: number[] }} */
	const times = { parser: [], reader: [], ours: [] };

	/**
	 * @param {keyof typeof times} way
	 * @param {typeof ourNode} reader
	 * @param {string} counter the field with the number of events
	 */
	async function measure(way, reader, counter) {
		sandbox.scriptStream({ chunks: () => chunks });
		const execution = await bed.run(chain(`Answer: ${way}`, [manualTrigger(), reader]), service);
		const events = execution.items(measured)[0]?.[counter];
		if (events !== eventCount + 1) throw new Error(`"${way}" read ${String(events)} events.`);
		times[way].push(execution.executionTime(measured));
	}

	return {
		title,
		async round(counts) {
			for (let run = 0; run < runsInARound; run++) {
				await measure('parser', counting('parse'), 'events');
				await measure('reader', counting('readStream'), 'events');
				await measure('ours', ourNode, 'eventCount');
			}
			if (counts) return;
			for (const each of Object.values(times)) each.length = 0;
		},
		findings() {
			const ratio = medianRatio(times.reader, times.parser);
			const nodeRatio = medianRatio(times.ours, times.parser);
			return {
				title: `An answer of ${title}`,
				explanation:
					'From the request to the last event, in the same n8n: eventsource-parser alone; the reader of streams in this package, which uses it and watches over limits and pauses; and Agent > Thread > Create, which also finds the text of the answer in the data of each event.',
				columns: ['', 'time', '/ eventsource-parser'],
				rows: [
					['eventsource-parser alone', seconds(median(times.parser)), ''],
					['our reader of streams', seconds(median(times.reader)), ratio.toFixed(2)],
					[
						'our node, to the text of the answer',
						seconds(median(times.ours)),
						nodeRatio.toFixed(2),
					],
				],
				checks: [
					{
						title: `${title}, our reader / eventsource-parser`,
						measured: ratio,
						atMost: maxReaderRatio,
					},
					{
						title: `${title}, our node / eventsource-parser`,
						measured: nodeRatio,
						atMost: maxNodeRatio,
					},
				],
			};
		},
	};
};
