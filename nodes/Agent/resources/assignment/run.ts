import { type IDataObject, updateDisplayOptions } from 'n8n-workflow';
import { readRunStateOptions, runStateOptions } from '../../../../src/agent/runs/runState';
import {
	booleanParameter,
	choiceParameter,
	isOn,
	milliseconds,
	readChoice,
	readNumber,
} from '../../../../src/forms/parameters';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { LiveText } from '../../ask/liveText';
import { withPartialResult } from '../../../../src/api/errors';
import { readList } from '../../../../src/http/pagination';
import { LiveLog } from './liveLog';
import { RunToEnd } from './runToEnd';

type RunItem = ItemContext<'assignment.run'>;

const ifAlreadyRunning = choiceParameter(
	'ifAlreadyRunning',
	'fail',
	'What to do if the assignment has an active run. There can only be one.',
	{
		fail: ['Fail the Item', "Don't start a run. The active run continues."],
		wait: [
			'Wait for the Active Run',
			'Return the active run when it has ended, without starting another',
		],
		waitThenStart: ['Wait, Then Start', 'Wait for the active run to end, then start a run'],
	},
);

const atTimeout = choiceParameter(
	'atTimeout',
	'leave',
	"What to do with the run after 'Run Timeout'",
	{
		abort: ['Abort the Run', 'Abort the run if this item started it, and fail the item'],
		leave: ['Leave the Run Active', 'Fail the item without stopping the run'],
	},
);

const includeLogs = booleanParameter(
	'includeLogs',
	"Whether to include the log lines of the run as 'logs'",
);

const pollInterval = milliseconds('pollInterval', 5000, 'How often to check the run', 200);

const runTimeout = milliseconds(
	'runTimeout',
	600_000,
	'How long to wait in total, including for a run that is already active',
);

const streamLogOption = booleanParameter(
	'streamLog',
	'Whether to stream new log lines while the run is active. Needs a chat or webhook trigger with a streaming response.',
);

const waitForCompletion = booleanParameter(
	'waitForCompletion',
	"Whether to wait for the run to end. If the node doesn't detect the end, set 'Finished Statuses'.",
);

const waitOptions = updateDisplayOptions({ show: { '/waitForCompletion': [true] } }, [
	atTimeout,
	ifAlreadyRunning,
	includeLogs,
	pollInterval,
	runTimeout,
	streamLogOption,
	...runStateOptions,
]);

/** The run as the item, with its log if the option is on. */
async function runToEnd(item: RunItem, live: LiveText): Promise<IDataObject> {
	const options = item.parameter<IDataObject>('options', {});
	const includesLogs = isOn(item, includeLogs, 'options');
	const { run, runId, alreadyRunning } = await new RunToEnd(item, {
		pollInterval: readNumber(options, pollInterval),
		runTimeout: readNumber(options, runTimeout),
		stateOptions: readRunStateOptions(options, item.service.fieldNames),
		ifAlreadyRunning: readChoice(item, ifAlreadyRunning, 'options'),
		atTimeout: readChoice(item, atTimeout, 'options'),
		log: new LiveLog(item, live),
	}).execute();
	if (alreadyRunning) item.hint('A run was already active, so no run was started.');
	if (!includesLogs) return { ...run, alreadyRunning };
	const ids = { ...item.path, runId };
	const logs = await readList(item.service, 'run.getLogs', { path: ids }).catch(
		(error: unknown) => {
			throw withPartialResult(error, { run });
		},
	);
	return { ...run, alreadyRunning, logs };
}

export const run: NodeOperation<'assignment.run'> = {
	id: 'assignment.run',
	description: 'Start a run and optionally wait for it to end',
	fields: [waitForCompletion],
	options: waitOptions,
	async execute(item) {
		if (!isOn(item, waitForCompletion)) return [(await item.request()).record];
		const live = new LiveText(item, isOn(item, streamLogOption, 'options'));
		return [await live.during(async () => await runToEnd(item, live))];
	},
};
