import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { fingerprint } from '../../src/values/fingerprint';
import { readRunStateOptions, runStateOptions } from '../../src/agent/runs/runState';
import { concurrency } from '../../src/forms/options';
import { formOf } from '../../src/forms/formItem';
import { booleanParameter, choiceParameter, isOn, readChoice } from '../../src/forms/parameters';
import { assignmentPicker } from '../../src/forms/pickers';
import {
	pollOptionsField,
	readPollSettings,
	readTriggerOn,
	startFromField,
	triggerOnField,
} from '../../src/polling/form';
import { runEvents, type TriggerSettings } from './types';

const watch = choiceParameter(
	'watch',
	'assignment',
	{
		all: ['All Assignments', 'Runs of all assignments, including new assignments'],
		assignment: ['One Assignment', 'Runs of one assignment'],
	},
	'Whose runs to watch',
);

const includeLogs = booleanParameter(
	'includeLogs',
	'Whether to include the log lines since the last event of the run',
);

/** The form of the trigger. */
export const fields: INodeProperties[] = [
	{ ...watch, noDataExpression: true },
	{ ...assignmentPicker, displayOptions: { show: { watch: ['assignment'] } } },
	triggerOnField(['runFinished'], {
		runChanged: ['Run Changed', 'A run changed without starting or ending'],
		runFinished: ['Run Finished', 'A run ended, for any reason. Triggers once per run.'],
		runStarted: ['Run Started', 'A new run appeared'],
	}),
	startFromField('Runs'),
	pollOptionsField([
		...runStateOptions,
		{ ...concurrency, description: 'How many assignments or logs to read in parallel' },
		includeLogs,
	]),
];

/** @throws InputError if a field is empty or wrong */
export function readSettings(functions: IPollFunctions): TriggerSettings {
	const options = functions.getNodeParameter('options', {}) as IDataObject;
	const watchesAll = readChoice(formOf(functions), watch) === 'all';
	// n8n doesn't find a picker that is not shown.
	const picked = watchesAll
		? undefined
		: functions.getNodeParameter('assignmentId', '', { extractValue: true });
	const stateOptions = readRunStateOptions(options);
	return {
		...readPollSettings(functions),
		assignmentId: watchesAll ? undefined : String(picked ?? '').trim(),
		watchesAll,
		triggerOn: readTriggerOn(functions, runEvents),
		includeLogs: isOn(formOf(functions), includeLogs, 'options'),
		stateOptions,
		readBy: fingerprint(stateOptions),
	};
}
