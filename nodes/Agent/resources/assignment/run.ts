import type { IDataObject } from 'n8n-workflow';
import { getStatus, hasSucceeded, isFinished } from '../../../../src/agent/runs/runState';
import { openLogHint, readLog } from '../../../../src/agent/runs/runLogs';
import { namesOf } from '../../../../src/api/assumedNames';
import { entriesToPaste, type FieldNames } from '../../../../src/api/fieldNames';
import { readList } from '../../../../src/http/pagination';
import { type ErrorDetails, ServiceError, withPartialResult } from '../../../../src/api/errors';
import { isOn } from '../../../../src/forms/parameters';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { LiveText } from '../../ask/liveText';
import { readRunPlan, type RunPlan, waitForCompletion, waitOptions } from './runFields';
import { RunToEnd, type StartedRun, type StreamLog } from './runToEnd';

async function readWholeLog(item: ItemContext, { run, runId }: StartedRun) {
	const path = { ...item.path, runId };
	const hint = (text: string) => item.hint(text);
	return await readLog(item.service, path, hint).catch((error: unknown) => {
		throw withPartialResult(error, { run });
	});
}

/** Why an ended run fails its item, if the user chose that. */
function failureOf({ run, runId }: StartedRun, { stateOptions }: RunPlan, logs: IDataObject) {
	const status = getStatus(run, stateOptions);
	const failed: ErrorDetails = {
		message: `Run ${runId} ended with status "${status}"`,
		description:
			"Read its log with Run > Get Logs. To return such runs, set 'If the Run Fails' to 'Return the Run'.",
		errorCode: 'run-failed',
	};
	const words = [...(stateOptions.succeededStatuses ?? []), status];
	const paste = `Add to ${entriesToPaste({ 'run.succeededStatuses': words })}. Leave out the statuses of runs that didn't succeed.`;
	const unknown: ErrorDetails = {
		message: `Can't tell whether run ${runId} with status "${status}" succeeded`,
		description: isFinished(run, stateOptions) ? paste : 'Read the run later with Run > Get.',
		errorCode: 'unknown-status',
	};
	const details = hasSucceeded(run, stateOptions) === false ? failed : unknown;
	return new ServiceError(details, { run, ...logs });
}

function streamLogOf(item: ItemContext, live: LiveText): StreamLog {
	const { service, path, functions } = item;
	/** The ID of the last line, after which the log continues. */
	let searchAfterId: string | undefined;
	let isOpen = true;
	return async (runId, hasEnded) => {
		if (!live.isActive || !isOpen) return;
		try {
			// While the log grows, its end may never be reached.
			const enough = hasEnded ? undefined : 1;
			const request = { path: { ...path, runId }, searchAfterId, enough };
			const lines = await readList(service, 'run.getLogs', request);
			const last = lines.at(-1);
			if (!last) return;
			searchAfterId = service.fieldNames.identifierOf('log', last);
			isOpen = searchAfterId !== undefined;
			if (!isOpen) item.hint(openLogHint);
			await live.add(lines.map((line) => lineText(service.fieldNames, line)));
		} catch {
			functions.logger.warn(
				`The log of run ${runId} could not be read. The next poll reads it again.`,
			);
		}
	};
}

function lineText(names: FieldNames, line: IDataObject): string {
	const named = names.toNodes('log', line);
	// A line can be empty.
	const text = namesOf('log.text')
		.map((name) => named[name])
		.find((value) => typeof value === 'string');
	return `${text ?? JSON.stringify(line)}\n`;
}

export const run: NodeOperation = {
	id: 'assignment.run',
	description: 'Start a run and optionally wait for it to end',
	fields: [waitForCompletion],
	options: waitOptions,
	outputFields: { succeeded: 'boolean', alreadyRunning: 'boolean' },
	async execute(item) {
		if (!isOn(item, waitForCompletion)) return [(await item.request()).record];
		const plan = readRunPlan(item);
		const live = new LiveText(item, plan.streamLog);
		return await live.during(async () => {
			const ended = await new RunToEnd(item, plan, streamLogOf(item, live)).execute();
			const { run: record, alreadyRunning } = ended;
			if (alreadyRunning) item.hint('A run was already active, so no run was started.');
			const logs = plan.includeLogs ? { logs: await readWholeLog(item, ended) } : {};
			const succeeded = hasSucceeded(record, plan.stateOptions);
			if (plan.ifRunFails === 'fail' && succeeded !== true) throw failureOf(ended, plan, logs);
			return [{ ...record, succeeded, alreadyRunning, ...logs }];
		});
	},
};
