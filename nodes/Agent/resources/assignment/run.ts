import { readList } from '../../../../src/http/pagination';
import { withPartialResult } from '../../../../src/api/errors';
import { isOn } from '../../../../src/forms/parameters';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { LiveText } from '../../ask/liveText';
import { streamLogOf } from './liveLog';
import { readRunPlan, waitForCompletion, waitOptions } from './runFields';
import { RunToEnd } from './runToEnd';

export const run: NodeOperation<'assignment.run'> = {
	id: 'assignment.run',
	description: 'Start a run and optionally wait for it to end',
	fields: [waitForCompletion],
	options: waitOptions,
	async execute(item) {
		if (!isOn(item, waitForCompletion)) return [(await item.request()).record];
		const plan = readRunPlan(item);
		const live = new LiveText(item, plan.streamLog);
		return await live.during(async () => {
			const toEnd = new RunToEnd(item, plan, streamLogOf(item, live));
			const { run: record, runId, alreadyRunning } = await toEnd.execute();
			if (alreadyRunning) item.hint('A run was already active, so no run was started.');
			if (!plan.includeLogs) return [{ ...record, alreadyRunning }];
			const path = { ...item.path, runId };
			const logs = await readList(item.service, 'run.getLogs', { path }).catch((error: unknown) => {
				throw withPartialResult(error, { run: record });
			});
			return [{ ...record, alreadyRunning, logs }];
		});
	},
};
