import { chain, itemsOf, manualTrigger, node } from '../../n8n/workflows.mjs';
import { addressOf, operations } from '../catalogue.mjs';
import { median, percent } from '../statistics.mjs';
import { ourGetUser, usersOf } from './reads.mjs';

/**
 * Some ten requests are rejected until a rate shows: a larger share of little work.
 *
 * @typedef {{ perSecond: number, burst: number, itemCount: number, mostRefused: number }} Limit
 */

const latencyMs = 20;

const highestRatio = 1.25;

const credentials = { integrationServiceOAuth2Api: { id: '', name: '' } };

/** A failed item is an item too, so the others continue. */
const continues = { onError: 'continueRegularOutput' };

/** @typedef {{ succeeded: number, ratio: number, refused: number }} Sample */

/**
 * A service that answers 429 with Retry-After beyond its rate.
 *
 * @param {Limit} limit
 * @returns {import('../measurement.mjs').PrepareMeasurement}
 */
export const rateLimit =
	({ perSecond, burst, itemCount, mostRefused }) =>
	async (bed) => {
		const name = `${perSecond} requests a second with bursts of ${burst}`;
		/** What the service allows at once after a rest needs no time. */
		const idealMilliseconds = ((itemCount - burst) / perSecond) * 1000;
		const service = await bed.startService({ latencyMs, seed: { users: itemCount } }, 'user.get');
		const { sandbox } = service;
		const users = usersOf(sandbox);
		const theirNode = node(
			ourGetUser.name,
			'n8n-nodes-base.httpRequest',
			{
				method: operations['user.get'].method,
				url: addressOf(sandbox, 'user.get'),
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'integrationServiceOAuth2Api',
				options: {},
			},
			{ typeVersion: 4.2, credentials, ...continues },
		);
		const ways = [
			{ title: 'our node', reader: { ...ourGetUser, ...continues } },
			{ title: 'HTTP Request', reader: theirNode },
		].map((way) => ({ ...way, samples: /** @type {Sample[]} */ ([]) }));

		/** @param {typeof ways[number]} way */
		async function measure({ title, reader, samples }) {
			sandbox.log.clear();
			sandbox.limitRate(perSecond, burst);
			const workflow = chain(`Rate limit: ${title}`, [manualTrigger(), ...itemsOf(users), reader]);
			const execution = await bed.run(workflow, service);
			const refused = sandbox.requests.filter(({ status }) => status === 429).length;
			samples.push({
				succeeded: execution.items(ourGetUser.name).filter(({ error }) => !error).length,
				ratio: execution.executionTime(ourGetUser.name) / idealMilliseconds,
				refused: refused / sandbox.requests.length,
			});
		}

		return {
			title: `${itemCount} reads at a service that allows ${name}`,
			async round(counts) {
				// The limit needs no warm-up, and each run takes ten seconds.
				if (!counts) return;
				for (const way of ways) await measure(way);
			},
			findings() {
				const [ours] = ways;
				const samples = ours?.samples ?? [];
				return {
					title: `${itemCount} reads at a service that allows ${name}`,
					explanation: `Beyond that it answers 429 with Retry-After; an answer takes ${latencyMs} ms. Ideal are ${idealMilliseconds / 1000} seconds. Both nodes have Continue On Fail.`,
					columns: ['', 'items that succeed (worst round)', 'time / ideal', 'answers 429'],
					rows: ways.map((way) => [
						way.title,
						`${Math.min(...way.samples.map(({ succeeded }) => succeeded))} of ${itemCount}`,
						median(way.samples.map(({ ratio }) => ratio)).toFixed(2),
						percent(median(way.samples.map(({ refused }) => refused))),
					]),
					checks: [
						{
							title: `${name}: items that succeed, worst round`,
							measured: Math.min(...samples.map(({ succeeded }) => succeeded)),
							exactly: itemCount,
						},
						{
							title: `${name}: time / ideal`,
							measured: median(samples.map(({ ratio }) => ratio)),
							atMost: highestRatio,
						},
						{
							title: `${name}: share of answers 429`,
							measured: median(samples.map(({ refused }) => refused)),
							atMost: mostRefused,
						},
					],
				};
			},
		};
	};
