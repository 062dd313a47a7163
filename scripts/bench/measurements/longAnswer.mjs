import { chain, manualTrigger, node, serviceNode } from '../../../test/e2e/workflows.mjs';
import { addressOf } from '../catalogue.mjs';
import { median, medianRatio, seconds } from '../statistics.mjs';

const eventCount = 100_000;
const highestRatio = 1.3;

/** The service hands out so many events at once, so that it is not what takes the time. */
const eventsInAChunk = 1000;

const measured = 'Ask';
const question = 'How are sales?';

const ourNode = serviceNode(measured, 'integrationServiceAgent', {
	resource: 'thread',
	operation: 'create',
	question,
	output: 'answer',
});

function* chunks() {
	const event = `event: delta\ndata: ${JSON.stringify({ delta: 'x'.repeat(160) })}\n\n`;
	const chunk = Buffer.from(event.repeat(eventsInAChunk));
	for (let sent = 0; sent < eventCount; sent += eventsInAChunk) yield chunk;
	yield 'event: done\ndata: {}\n\n';
}

/**
 * A long answer of the agent against the parser of its events alone.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function longAnswer(bed) {
	const service = await bed.startService({}, 'thread.create');
	const { sandbox } = service;
	const parser = node(measured, 'CUSTOM.floor', {
		work: 'parse',
		url: addressOf(sandbox, 'thread.create'),
		token: sandbox.issueToken('thread.create'),
		body: JSON.stringify({ question }),
	});
	/** @type {{ ours: number[], parser: number[] }} */
	const times = { ours: [], parser: [] };

	/**
	 * @param {keyof typeof times} way
	 * @param {typeof ourNode} reader
	 * @param {string} counter the field with the number of events
	 */
	async function measure(way, reader, counter) {
		sandbox.scriptStream({ chunks });
		const execution = await bed.run(chain(`Answer: ${way}`, [manualTrigger(), reader]), service);
		const events = execution.items(measured)[0]?.[counter];
		if (events !== eventCount + 1) throw new Error(`"${way}" read ${String(events)} events.`);
		times[way].push(execution.executionTime(measured));
	}

	return {
		title: `${eventCount.toLocaleString('en')} events`,
		async round(counts) {
			await measure('parser', parser, 'events');
			await measure('ours', ourNode, 'eventCount');
			if (!counts) times.ours.length = times.parser.length = 0;
		},
		findings() {
			const ratio = medianRatio(times.ours, times.parser);
			return {
				title: `An answer of ${eventCount.toLocaleString('en')} events`,
				explanation:
					'Agent > Thread > Create, from the request to the text of the answer, against eventsource-parser alone in the same n8n.',
				columns: ['eventsource-parser alone', 'our node', 'our node / parser'],
				rows: [[seconds(median(times.parser)), seconds(median(times.ours)), ratio.toFixed(2)]],
				checks: [
					{ title: 'Long answer, our node / parser', measured: ratio, atMost: highestRatio },
				],
			};
		},
	};
}
