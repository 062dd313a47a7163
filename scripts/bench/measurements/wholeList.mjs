import { chain, manualTrigger, node, serviceNode } from '../../n8n/workflows.mjs';
import { addressOf, operations } from '../catalogue.mjs';
import { median, medianRatio, seconds } from '../statistics.mjs';

const userCount = 10_000;
const latencyMs = 100;
const pageSize = 100;
const highestRatio = 0.2;

/** A few pages may be asked for that turn out not to exist. */
const mostSurplusRequests = 10;

const measured = 'Get Users';
const credentials = { integrationServiceOAuth2Api: { id: '', name: '' } };

/** @param {import('../bed.mjs').Sandbox} sandbox */
function httpRequest(sandbox) {
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
		paginationCompleteWhen: 'other',
		completeExpression: `={{ $response.body.length < ${pageSize} }}`,
	};
	return node(
		measured,
		'n8n-nodes-base.httpRequest',
		{
			method: operations['user.getAll'].method,
			url: addressOf(sandbox, 'user.getAll'),
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'integrationServiceOAuth2Api',
			sendQuery: true,
			queryParameters: {
				parameters: [
					{ name: 'pageSize', value: String(pageSize) },
					{ name: 'active', value: 'ALL' },
				],
			},
			options: { pagination: { pagination } },
		},
		{ typeVersion: 4.2, credentials },
	);
}

const ourNode = serviceNode(measured, 'integrationServiceUser', {
	resource: 'user',
	operation: 'getAll',
	returnAll: true,
	filters: { active: 'ALL' },
});

/**
 * Return All over a long list.
 *
 * @type {import('../measurement.mjs').PrepareMeasurement}
 */
export async function wholeList(bed) {
	const service = await bed.startService({ latencyMs, seed: { users: userCount } }, 'user.getAll');
	const { sandbox } = service;
	/** @type {{ ours: number[], theirs: number[] }} */
	const times = { ours: [], theirs: [] };
	/** @type {number[]} */
	const requests = [];

	/**
	 * @param {keyof typeof times} way
	 * @param {typeof ourNode} lister
	 */
	async function measure(way, lister) {
		sandbox.log.clear();
		const execution = await bed.run(chain(`List: ${way}`, [manualTrigger(), lister]), service);
		const found = new Set(execution.items(measured).map(({ userId }) => userId));
		if (found.size !== userCount)
			throw new Error(`"${way}" got ${found.size} of ${userCount} users.`);
		times[way].push(execution.executionTime(measured));
		if (way === 'ours') requests.push(sandbox.log.total);
	}

	return {
		title: `Return All over ${userCount.toLocaleString('en')} users`,
		async round(counts) {
			if (!counts) return;
			await measure('theirs', httpRequest(sandbox));
			await measure('ours', ourNode);
		},
		findings() {
			const ratio = medianRatio(times.ours, times.theirs);
			return {
				title: `Return All over ${userCount.toLocaleString('en')} users`,
				explanation: `User > Get Many against the pagination of the HTTP Request node, ${pageSize} users a page; an answer takes ${latencyMs} ms. At least ${userCount / pageSize} requests are needed.`,
				columns: ['HTTP Request', 'our node', 'our node / HTTP Request', 'requests of our node'],
				rows: [
					[
						seconds(median(times.theirs)),
						seconds(median(times.ours)),
						ratio.toFixed(2),
						String(median(requests)),
					],
				],
				checks: [
					{ title: 'Return All, our node / HTTP Request', measured: ratio, atMost: highestRatio },
					{
						title: 'Return All, requests beyond the pages that there are',
						measured: Math.max(...requests) - userCount / pageSize,
						atMost: mostSurplusRequests,
					},
				],
			};
		},
	};
}
