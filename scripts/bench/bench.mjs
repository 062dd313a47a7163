// Measures our nodes against n8n's HTTP Request node inside a real n8n: npm run bench
import '../supportedNode.cjs';
import { parseArgs } from 'node:util';
import { Listr } from 'listr2';
import { buildProject } from '../build/build.mjs';
import { interruptionSignal } from '../processes/cleanUp.mjs';
import { isMet } from './measurement.mjs';

const usage = `Usage: npm run bench -- [options]

  --quick          three rounds instead of five, against the same bounds
  --only <names>   only these measurements, separated by commas; docs/engineering/benchmarks.md stays as it is
  --help           print this`;

/** @returns {{ quick: boolean, only: string[] | undefined, help: boolean }} */
function readOptions() {
	const { values } = parseArgs({
		options: {
			quick: { type: 'boolean', default: false },
			only: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	return { ...values, only: values.only?.split(',') };
}

/**
 * The measurements, by name.
 *
 * @param {readonly string[] | undefined} only
 * @returns {Promise<import('./measurement.mjs').PrepareMeasurement[]>}
 */
async function chooseMeasurements(only) {
	const { reads } = await import('./measurements/reads.mjs');
	const { wholeList } = await import('./measurements/wholeList.mjs');
	const { updates } = await import('./measurements/updates.mjs');
	const { upserts } = await import('./measurements/upserts.mjs');
	const { longAnswer } = await import('./measurements/longAnswer.mjs');
	const { firstChunk } = await import('./measurements/firstChunk.mjs');
	const { poll, pollUsers } = await import('./measurements/poll.mjs');
	const { rateLimit } = await import('./measurements/rateLimit.mjs');
	const { rejections } = await import('./measurements/rejections.mjs');
	const { busyService } = await import('./measurements/busyService.mjs');
	const { manyItems } = await import('./measurements/manyItems.mjs');
	const all = {
		reads,
		wholeList,
		updates,
		upserts,
		longAnswer: longAnswer('equal'),
		distinctAnswer: longAnswer('distinct'),
		firstChunk,
		poll,
		pollUsers,
		rateLimit: rateLimit({ perSecond: 50, burst: 20, itemCount: 500, mostRefused: 0.05 }),
		rateLimit10: rateLimit({ perSecond: 10, burst: 10, itemCount: 200, mostRefused: 0.1 }),
		rateLimit2: rateLimit({ perSecond: 2, burst: 2, itemCount: 60, mostRefused: 0.2 }),
		rejections,
		busyService,
		manyItems,
	};
	const unknown = only?.filter((name) => !Object.hasOwn(all, name)) ?? [];
	if (unknown.length > 0) {
		throw new Error(`There is no "${unknown.join('", "')}", only ${Object.keys(all).join(', ')}.`);
	}
	return Object.entries(all)
		.filter(([name]) => only?.includes(name) ?? true)
		.map(([, prepare]) => prepare);
}

/**
 * @param {{ quick: boolean, only: string[] | undefined }} options
 * @returns {Promise<boolean>} whether all bounds are met
 */
async function bench({ quick, only }) {
	const signal = interruptionSignal();
	const rounds = quick ? 3 : 5;
	await buildProject(signal);
	const { BenchBed } = await import('./bed.mjs');
	const { checkText, printFindings, storeFindings } = await import('./report.mjs');
	const preparations = await chooseMeasurements(only);
	const bed = await BenchBed.start(signal);
	try {
		/** @type {import('./measurement.mjs').Measurement[]} */
		const measurements = [];
		for (const prepare of preparations) measurements.push(await prepare(bed));
		const progress = new Listr(
			Array.from({ length: rounds + 1 }, (_, round) => ({
				title: round === 0 ? 'Warm-up' : `Round ${round} of ${rounds}`,
				rendererOptions: { persistentOutput: true, outputBar: Number.POSITIVE_INFINITY },
				task: async (_context, task) => {
					const { title } = task;
					for (const measurement of measurements) {
						task.title = `${title}: ${measurement.title}`;
						await measurement.round(round > 0);
						if (round > 0) task.output = measurement.findings().checks.map(checkText).join('\n');
					}
					task.title = title;
				},
			})),
			{ registerSignalListeners: false },
		);
		await progress.run();
		const findings = measurements.map((measurement) => measurement.findings());
		printFindings(findings);
		if (!only) await storeFindings(findings, { rounds, quick });
		return findings.every(({ checks }) => checks.every(isMet));
	} finally {
		await bed.stop();
	}
}

async function main() {
	let options;
	try {
		options = readOptions();
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
		return false;
	}
	if (options.help) {
		console.log(usage);
		return true;
	}
	try {
		return await bench(options);
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		return false;
	}
}

process.exitCode = (await main()) ? 0 : 1;
