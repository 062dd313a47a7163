import { type IDataObject, updateDisplayOptions } from 'n8n-workflow';
import { readRunStateOptions, runStateOptions } from '../../../../src/agent/runs/runState';
import {
	booleanParameter,
	choiceParameter,
	isOn,
	milliseconds,
	minutesParameter,
	readChoice,
	readMinutes,
	readNumber,
} from '../../../../src/forms/parameters';
import type { ItemContext } from '../../../../src/runtime/operation';

const ifAlreadyRunning = choiceParameter(
	'ifAlreadyRunning',
	'fail',
	'What to do if the assignment has an active run. There can only be one.',
	{
		fail: ['Fail the Item', "Don't start a run. The active run continues."],
		wait: [
			'Wait for the Active Run',
			'Return the active run when it has ended. If no run is active by then, start one.',
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

const ifRunFails = {
	...choiceParameter('ifRunFails', 'return', "What to do if the run doesn't succeed", {
		fail: ['Fail the Item', 'Fail the item unless the run is known to have succeeded'],
		return: ['Return the Run', "Return the run. Its 'succeeded' is false, or null if unknown."],
	}),
	displayName: 'If the Run Fails',
};

const includeLogs = booleanParameter(
	'includeLogs',
	"Whether to include the log lines of the run as 'logs'",
);

const pollInterval = milliseconds('pollInterval', 5000, 'How often to check the run', 200);

const runTimeout = minutesParameter(
	'runTimeout',
	10,
	'How long to wait in total, including for a run that is already active',
);

const streamLog = booleanParameter(
	'streamLog',
	'Whether to stream new log lines while the run is active. Needs a chat or webhook trigger with a streaming response.',
);

export const waitForCompletion = booleanParameter(
	'waitForCompletion',
	"Whether to wait for the run to end. If the node doesn't detect the end, set 'Finished Statuses'.",
);

export const waitOptions = updateDisplayOptions({ show: { '/waitForCompletion': [true] } }, [
	atTimeout,
	ifAlreadyRunning,
	ifRunFails,
	includeLogs,
	pollInterval,
	runTimeout,
	streamLog,
	...runStateOptions,
]);

/**
 * How to wait for a run. Times are in milliseconds here, and Run Timeout is for the whole item.
 *
 * @throws InputError if an option is wrong
 */
export function readRunPlan(item: ItemContext) {
	const options = item.parameter<IDataObject>('options', {});
	return {
		pollInterval: readNumber(item, pollInterval),
		runTimeout: readMinutes(item, runTimeout),
		stateOptions: readRunStateOptions(options, item.service.fieldNames),
		ifAlreadyRunning: readChoice(item, ifAlreadyRunning, 'options'),
		ifRunFails: readChoice(item, ifRunFails, 'options'),
		atTimeout: readChoice(item, atTimeout, 'options'),
		includeLogs: isOn(item, includeLogs, 'options'),
		streamLog: isOn(item, streamLog, 'options'),
	};
}

export type RunPlan = ReturnType<typeof readRunPlan>;
