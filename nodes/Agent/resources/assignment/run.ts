import type { INodeProperties } from 'n8n-workflow';
import { readRunLogs } from '../../../shared/agent/runLogs';
import { readRunStateNames, runStateOptions } from '../../../shared/agent/runState';
import { assignmentPicker } from '../../../shared/form/pickers';
import { wholeNumber } from '../../../shared/form/value';
import type { NodeOperation } from '../../../shared/node/operation';
import { keeping, startRun, waitForRun } from './waitForRun';

const defaults = { pollInterval: 5000, timeout: 600_000 } as const;
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
				'Whether to return the run when it has finished, instead of right after its start. A run is taken as finished when it has an end time or a status that says so; the options can correct both.',
		},
	],
	options: waitOptions.map((option) => ({
		...option,
		displayOptions: { show: { '/waitForCompletion': [true] } },
	})),
	async execute(item) {
		if (!item.parameter('waitForCompletion', false)) {
			const { record } = await item.request();
			return [record];
		}
		const options = {
			ifAlreadyRunning: 'fail',
			includeLogs: false,
			...defaults,
			...item.parameter<object>('options', {}),
		};
		const request = {
			...item.path,
			pollInterval: wholeNumber(
				item.node,
				'Poll Interval',
				options.pollInterval,
				shortestPollInterval,
			),
			timeout: wholeNumber(item.node, 'Timeout', options.timeout, 1),
			names: readRunStateNames(options),
		};
		const start = await startRun(item, request, options.ifAlreadyRunning === 'wait');
		const { run: ended, runId } = await waitForRun(item, start.run, request);
		const record = { ...ended, alreadyRunning: start.alreadyRunning };
		if (!options.includeLogs) return [record];
		const path = { ...item.path, runId };
		return [
			{ ...record, logs: await keeping(item, { run: ended }, readRunLogs(item.service, path)) },
		];
	},
};
