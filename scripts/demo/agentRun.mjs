import { runExample } from './context.mjs';
import { table } from './table.mjs';

/** How many of the run's log lines are shown. */
const shownLines = 3;

/** @type {import('./context.mjs').DemoStep} */
export const agentRun = {
	title: 'A run of an assignment, started and waited for',
	async run(context) {
		const execution = await runExample(context, 'agent-run');
		const [run] = execution.items('Run');
		const log = execution.items('Log Lines');
		if (!run || log.length === 0) throw new Error('The run has no log.');
		return [
			`Run ${run.runId} of assignment ${run.assignmentId} ended as ${run.status}. The end of its log:`,
			...table(log.slice(-shownLines), Object.keys(log.at(-1) ?? {})),
		];
	},
};
