// Measures our node against n8n's HTTP Request node inside a real n8n: npm run bench
import { isDeepStrictEqual } from 'node:util';
import { buildProject, startBuiltSandbox } from '../../tools/build.mjs';
import { interruptionSignal } from '../../tools/cleanUp.mjs';
import { N8nRestClient } from '../../tools/n8n/n8nRestClient.mjs';
import { startHost } from '../../tools/n8n/host.mjs';

const items = 500;
const rounds = 5;

/** Our node may take this part of the HTTP Request node's time. */
const highestRatio = 0.25;

/** As many as our node reads items at the same time. */
const floorConnections = 5;

const signal = interruptionSignal();

/** @param {readonly number[]} values */
function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** @param {number} milliseconds */
function duration(milliseconds) {
	return `${Math.round(milliseconds).toLocaleString('en')} ms`.padStart(9);
}

/**
 * @param {N8nRestClient} client
 * @param {import('../../test/sandbox/index.js').Sandbox} sandbox
 */
async function measure(client, sandbox) {
	const { measuredNode, withHttpRequestNode, withOurNode } = await import('./workflows.mjs');
	const { measureFloor } = await import('./floor.mjs');
	const credential = await client.createCredential('Bench', 'integrationServiceOAuth2Api', {
		...sandbox.credential,
	});
	const ours = await client.importWorkflow(withOurNode, [credential]);
	const theirs = await client.importWorkflow(withHttpRequestNode(sandbox.baseUrl), [credential]);

	/** @param {import('../../tools/n8n/n8nRestClient.mjs').StoredWorkflow} workflow */
	const run = async (workflow) => {
		const tokensBefore = sandbox.tokenRequests.length;
		const execution = await client.runWorkflow(workflow, { pollInterval: 500, signal });
		if (execution.status !== 'success') {
			throw new Error(`"${workflow.name}" ended with ${execution.status}. ${execution.failure}`);
		}
		return {
			milliseconds: execution.executionTime(measuredNode),
			records: execution.items(measuredNode),
			tokenRequests: sandbox.tokenRequests.length - tokensBefore,
		};
	};

	/** @type {{ ours: number[], theirs: number[], floor: number[] }} */
	const times = { ours: [], theirs: [], floor: [] };
	const tokenRequests = { ours: 0, theirs: 0 };
	console.log(`\n${items} Get User items         our node   HTTP Request   without n8n`);
	for (let round = 0; round <= rounds; round += 1) {
		const our = await run(ours);
		const their = await run(theirs);
		if (our.records.length !== items || !isDeepStrictEqual(our.records, their.records)) {
			throw new Error(
				`The nodes disagree: ${our.records.length} and ${their.records.length} of ${items} records.`,
			);
		}
		const userIds = our.records.map(({ userId }) => String(userId));
		const floor = await measureFloor(sandbox, userIds, floorConnections);
		tokenRequests.ours += our.tokenRequests;
		tokenRequests.theirs += their.tokenRequests;
		const label = round === 0 ? 'Warm-up' : `Round ${round}`;
		console.log(
			`${label.padEnd(24)}${duration(our.milliseconds)}      ${duration(their.milliseconds)}     ${duration(floor)}`,
		);
		if (round === 0) continue;
		times.ours.push(our.milliseconds);
		times.theirs.push(their.milliseconds);
		times.floor.push(floor);
	}
	return { times, tokenRequests };
}

/** @param {Awaited<ReturnType<typeof measure>>} measured */
function report({ times, tokenRequests }) {
	// Round by round, as the speed of a machine drifts.
	const ratio = median(times.ours.map((ours, round) => ours / (times.theirs[round] ?? Number.NaN)));
	console.log(
		`${'Median'.padEnd(24)}${duration(median(times.ours))}      ${duration(median(times.theirs))}     ${duration(median(times.floor))}`,
	);
	console.log(`
Ratio of our node to the HTTP Request node, median of the rounds: ${ratio.toFixed(2)} (at most ${highestRatio})
Token requests over ${rounds + 1} runs: our node ${tokenRequests.ours} (exactly 1), HTTP Request ${tokenRequests.theirs}`);
	return ratio <= highestRatio && tokenRequests.ours === 1;
}

async function bench() {
	await buildProject(signal);
	const sandbox = await startBuiltSandbox({ seed: { users: items } });
	try {
		const host = await startHost({ signal });
		try {
			const client = new N8nRestClient(host.baseUrl);
			await client.setUpOwner({
				email: 'bench@example.org',
				password: 'Bench-12345',
				firstName: 'Bench',
				lastName: 'Owner',
			});
			return report(await measure(client, sandbox));
		} finally {
			await host.stop();
		}
	} finally {
		await sandbox.close();
	}
}

try {
	process.exitCode = (await bench()) ? 0 : 1;
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
