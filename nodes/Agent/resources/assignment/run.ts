import { type IDataObject, updateDisplayOptions } from 'n8n-workflow';
import {
	readLogLinesAfter,
	readRunLogs,
	type RunIdentifiers,
} from '../../../../src/agent/runs/runLogs';
import { readRunStateOptions, runStateOptions } from '../../../../src/agent/runs/runState';
import { assignmentPicker } from '../../../../src/forms/pickers';
import { isOn, readChoice, wholeNumber } from '../../../../src/forms/value';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { LiveText } from '../../ask/liveText';
import { logTextNames } from '../../../../src/api/assumedNames';
import { withPartialResult } from '../../../../src/api/errors';
import { startRun } from './startRun';
import { type RunWait, waitForRun } from './waitForRun';

const defaults = { pollInterval: 5000, runTimeout: 600_000 };
const { pollInterval, runTimeout } = defaults;

/** In milliseconds. */
const minPollInterval = 200;

const waitOptions = updateDisplayOptions({ show: { '/waitForCompletion': [true] } }, [
	{
		displayName: 'If Already Running',
		name: 'ifAlreadyRunning',
		type: 'options',
		options: [
			{
				name: 'Stop with a Message',
				value: 'fail',
				description: 'Fail the item without starting a run',
			},
			{
				name: 'Wait for the Active Run',
				value: 'wait',
				description: 'Return the active run when it has ended, without starting another',
			},
		],
		default: 'fail',
		description: 'What to do if the assignment has an active run. There can only be one.',
	},
	{
		displayName: 'Include Logs',
		name: 'includeLogs',
		type: 'boolean',
		default: false,
		description: "Whether to include the log lines of the run as 'logs'",
	},
	{
		displayName: 'Poll Interval',
		name: 'pollInterval',
		type: 'number',
		typeOptions: { minValue: minPollInterval, numberPrecision: 0 },
		default: pollInterval,
		hint: 'In milliseconds',
		description: 'How often to check the run',
	},
	{
		displayName: 'Run Timeout',
		name: 'runTimeout',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: runTimeout,
		hint: 'In milliseconds',
		description: "How long to wait for the run to end. The run itself isn't stopped.",
	},
	{
		displayName: 'Stream Log',
		name: 'streamLog',
		type: 'boolean',
		default: false,
		description:
			'Whether to stream new log lines while the run is active. Needs a chat or webhook trigger with a streaming response.',
	},
	...runStateOptions,
]);

function toText(line: IDataObject): string {
	const text = logTextNames.map((name) => line[name]).find((value) => typeof value === 'string');
	return `${typeof text === 'string' ? text : JSON.stringify(line)}\n`;
}

/** Streams the log lines of a run that are new at each call, each once and in order. */
function streamLog(item: ItemContext, live: LiveText, run: RunIdentifiers): () => Promise<void> {
	let position: string | undefined;
	return async () => {
		if (!live.isActive) return;
		try {
			const log = await readLogLinesAfter(item.service, run, false, position);
			position = log.position;
			for (const line of log.lines) await live.add(toText(line));
		} catch {
			item.functions.logger.warn(
				`The log of run ${run.runId} could not be read. The next poll reads it again.`,
			);
		}
	};
}

/** Starts or joins a run, waits for its end, and streams its log. */
async function runAndWait(
	item: ItemContext<'assignment.run'>,
	options: Omit<RunWait, 'onPoll'>,
	{ joins, includesLogs }: { joins: boolean; includesLogs: boolean },
	live: LiveText,
): Promise<IDataObject> {
	const started = await startRun(item, options.stateOptions, joins);
	if (started.alreadyRunning) item.hint('A run was already active, so no run was started.');
	const path = { ...item.path, runId: started.runId };
	const onPoll = streamLog(item, live, path);
	const run = await waitForRun(item, started, { ...options, onPoll });
	const record = { ...run, alreadyRunning: started.alreadyRunning };
	if (!includesLogs) return record;
	try {
		return { ...record, logs: await readRunLogs(item.service, path) };
	} catch (error) {
		throw withPartialResult(error, { run });
	}
}

export const run: NodeOperation<'assignment.run'> = {
	id: 'assignment.run',
	name: 'Run',
	action: 'Run assignment',
	description: 'Start a run and optionally wait for it to end',
	fields: [
		assignmentPicker,
		{
			displayName: 'Wait for Completion',
			name: 'waitForCompletion',
			type: 'boolean',
			default: false,
			description:
				"Whether to wait for the run to end. If the node doesn't detect the end, set 'Finished Statuses'.",
		},
	],
	options: waitOptions,
	async execute(item) {
		if (!isOn(item, 'Wait for Completion', 'waitForCompletion')) {
			const { record } = await item.request();
			return [record];
		}
		const options = { ...defaults, ...item.parameter<IDataObject>('options', {}) };
		const wait = {
			pollInterval: wholeNumber('Poll Interval', options.pollInterval, minPollInterval),
			runTimeout: wholeNumber('Run Timeout', options.runTimeout, 1),
			stateOptions: readRunStateOptions(options),
		};
		const ifAlreadyRunning = readChoice(
			item,
			'If Already Running',
			'options.ifAlreadyRunning',
			['fail', 'wait'],
			'fail',
		);
		const joins = ifAlreadyRunning === 'wait';
		const includesLogs = isOn(item, 'Include Logs', 'options.includeLogs');
		const live = new LiveText(item, isOn(item, 'Stream Log', 'options.streamLog'));
		return [
			await live.during(async () => await runAndWait(item, wait, { joins, includesLogs }, live)),
		];
	},
};
