import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { readRunLogs } from '../../../../src/agent/runs/runLogs';
import { readRunStateNames, runStateOptions } from '../../../../src/agent/runs/runState';
import { assignmentPicker } from '../../../../src/forms/pickers';
import { isOn, readChoice, wholeNumber } from '../../../../src/forms/value';
import type { ItemContext, NodeOperation } from '../../../../src/runtime/operation';
import { LiveText } from '../../ask/liveText';
import { withPartialResult } from '../../../../src/api/errors';
import { LiveLog } from './liveLog';
import { startRun } from './startRun';
import { type RunWait, waitForRun } from './waitForRun';

const defaults = {
	pollInterval: 5000,
	timeout: 600_000,
};
const { pollInterval, timeout } = defaults;

/** Milliseconds; looking more often would only burden the service. */
const shortestPollInterval = 200;

const waitOptions: readonly INodeProperties[] = [
	{
		displayName: 'If Already Running',
		name: 'ifAlreadyRunning',
		type: 'options',
		options: [
			{
				name: 'Stop with a Message',
				value: 'fail',
				description: 'Start nothing and say that the assignment is already running',
			},
			{
				name: 'Wait for the Active Run',
				value: 'wait',
				description: 'Start nothing and return the active run when it has ended',
			},
		],
		default: 'fail',
		description: 'What to do when the assignment has an active run, as there can only be one',
	},
	{
		displayName: 'Include Logs',
		name: 'includeLogs',
		type: 'boolean',
		default: false,
		description: 'Whether to add the log lines of the run to the item, under "logs"',
	},
	{
		displayName: 'Poll Interval',
		name: 'pollInterval',
		type: 'number',
		typeOptions: { minValue: shortestPollInterval, numberPrecision: 0 },
		default: pollInterval,
		hint: 'In milliseconds',
		description: 'How long to wait between two looks at the run',
	},
	{
		displayName: 'Stream Log',
		name: 'streamLog',
		type: 'boolean',
		default: false,
		description:
			'Whether to pass the log lines of the run on as they come, where the workflow began with a chat or webhook that streams its response',
	},
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: timeout,
		hint: 'In milliseconds',
		description:
			'How long to wait for the run to finish. The run goes on in the service when the time is over.',
	},
	...runStateOptions,
];

/** Starts or joins a run and waits for its end; the log goes to whoever listens. */
async function runAndWait(
	item: ItemContext<'assignment.run'>,
	request: RunWait,
	{ joins, includesLogs }: { joins: boolean; includesLogs: boolean },
	live: LiveText,
): Promise<IDataObject> {
	const started = await startRun(item, request, joins);
	if (started.alreadyRunning) item.note('A run was active already, so that none was started.');
	const path = { ...item.path, runId: started.runId };
	const log = new LiveLog(item, live, path);
	const run = await waitForRun(item, started, {
		...request,
		onLook: async () => await log.passOn(),
	});
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
	action: 'Run an assignment',
	description:
		'Start a run of an assignment, and wait until it has finished where that is turned on',
	fields: [
		assignmentPicker,
		{
			displayName: 'Wait for Completion',
			name: 'waitForCompletion',
			type: 'boolean',
			default: false,
			description:
				'Whether to return the run when it has finished, instead of right after its start. A run is taken as finished when its status says so, or by an end time; the options can correct both.',
		},
	],
	options: waitOptions.map((option) => ({
		...option,
		displayOptions: { show: { '/waitForCompletion': [true] } },
	})),
	async execute(item) {
		if (!isOn(item, 'Wait for Completion', 'waitForCompletion')) {
			const { record } = await item.request();
			return [record];
		}
		const options = {
			...defaults,
			...item.parameter<Partial<typeof defaults>>('options', {}),
		};
		const request = {
			...item.path,
			pollInterval: wholeNumber('Poll Interval', options.pollInterval, shortestPollInterval),
			timeout: wholeNumber('Timeout', options.timeout, 1),
			names: readRunStateNames(options),
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
			await live.during(async () => await runAndWait(item, request, { joins, includesLogs }, live)),
		];
	},
};
