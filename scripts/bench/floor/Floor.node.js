// The least that a node of n8n needs for a request: one expression and n8n's own request helper,
// with an access token that is there already. It exists for the benchmark only.
const { createParser } = require('eventsource-parser');

/** Reads a URL for each item, so many at the same time. */
async function read(functions) {
	const items = functions.getInputData();
	const token = functions.getNodeParameter('token', 0);
	const parallel = functions.getNodeParameter('parallel', 0);
	const output = [];
	let next = 0;
	const worker = async () => {
		while (next < items.length) {
			const item = next++;
			const json = await functions.helpers.httpRequest({
				method: 'GET',
				url: functions.getNodeParameter('url', item),
				headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
				json: true,
			});
			output[item] = { json, pairedItem: { item } };
		}
	};
	await Promise.all(Array.from({ length: parallel }, worker));
	return output;
}

/** Counts the events of a stream with the parser alone. */
async function parse(stream) {
	let events = 0;
	const parser = createParser({ onEvent: () => (events += 1) });
	const decoder = new TextDecoder();
	for await (const chunk of stream) parser.feed(decoder.decode(chunk, { stream: true }));
	return events;
}

/** Counts them with the package's own reader, which watches over limits and pauses too. */
async function readStream(stream) {
	const { readEventBatches } = require('../../../dist/src/http/eventStream.js');
	const sizes = { maxEvents: 1_000_000, maxBytes: 1_000_000_000 };
	const limits = { ...sizes, idleTimeout: 60_000, maxDuration: 900_000 };
	const response = { body: stream, close: () => stream.destroy() };
	let events = 0;
	for await (const batch of readEventBatches(response, limits)) events += batch.events.length;
	return events;
}

/** Opens a stream of events and counts them. */
async function count(functions, counter) {
	const stream = await functions.helpers.httpRequest({
		method: 'POST',
		url: functions.getNodeParameter('url', 0),
		headers: {
			Accept: 'text/event-stream',
			Authorization: `Bearer ${functions.getNodeParameter('token', 0)}`,
			'Content-Type': 'application/json',
		},
		body: functions.getNodeParameter('body', 0),
		encoding: 'stream',
	});
	return [{ json: { events: await counter(stream) } }];
}

class Floor {
	constructor() {
		const field = (name, type) => ({ displayName: name, name, type, default: '' });
		this.description = {
			displayName: 'Floor',
			name: 'floor',
			group: ['input'],
			version: 1,
			description: 'The least that a request costs in n8n',
			defaults: { name: 'Floor' },
			inputs: ['main'],
			outputs: ['main'],
			properties: [
				field('work', 'string'),
				field('url', 'string'),
				field('token', 'string'),
				field('body', 'string'),
				field('parallel', 'number'),
			],
		};
	}

	async execute() {
		const work = this.getNodeParameter('work', 0);
		if (work === 'parse') return [await count(this, parse)];
		return [work === 'readStream' ? await count(this, readStream) : await read(this)];
	}
}

module.exports = { Floor };
