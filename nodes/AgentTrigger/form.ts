import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { fingerprint } from '../../src/values/fingerprint';
import { readRunStateOptions, runStateOptions } from '../../src/agent/runs/runState';
import { pickedAssignment } from '../../src/agent/pickedAssignment';
import type { FieldNames } from '../../src/api/fieldNames';
import { concurrency } from '../../src/forms/options';
import { formOf } from '../../src/forms/formItem';
import {
	booleanParameter,
	choiceParameter,
	isOn,
	readChoice,
	readNumber,
} from '../../src/forms/parameters';
import { pathFields } from '../../src/forms/pathFields';
import { requestsAtOnce } from '../../src/http/limits/concurrencyLimit';
import { pollFields, readTriggerOn } from '../../src/polling/form';

const runEvents = ['runStarted', 'runChanged', 'runFinished'] as const;

export type RunEvent = (typeof runEvents)[number];

const watch = choiceParameter('watch', 'assignment', 'Whose runs to watch', {
	all: ['All Assignments', 'Runs of all assignments, including new assignments'],
	assignment: ['One Assignment', 'Runs of one assignment'],
});

const includeLogs = booleanParameter(
	'includeLogs',
	"Whether to include the whole log of the run so far. If the log can't be read, the event waits.",
);

export const fields: INodeProperties[] = [
	{ ...watch, noDataExpression: true },
	{ ...pathFields.assignmentId, displayOptions: { show: { watch: ['assignment'] } } },
	...pollFields(
		'Runs',
		['runFinished'],
		{
			runChanged: ['Run Changed', 'A run changed without starting or ending'],
			runFinished: ['Run Finished', 'A run ended, for any reason. Triggers once per run.'],
			runStarted: ['Run Started', 'A new run appeared'],
		},
		[
			...runStateOptions,
			{ ...concurrency, description: 'How many assignments or logs to read in parallel' },
			includeLogs,
		],
	),
];

/** @throws InputError if a field is empty or wrong */
export function readSettings(functions: IPollFunctions, fieldNames: FieldNames) {
	const form = formOf(functions);
	const options = form.parameter<IDataObject>('options', {});
	const stateOptions = readRunStateOptions(options, fieldNames);
	return {
		/** The one assignment to watch; undefined for all. */
		assignmentId: readChoice(form, watch) === 'all' ? undefined : pickedAssignment(functions),
		triggerOn: readTriggerOn(functions, runEvents),
		includeLogs: isOn(form, includeLogs, 'options'),
		/** Requests at the same time. */
		concurrency: readNumber(form, { ...concurrency, default: requestsAtOnce.maximum }),
		stateOptions,
		/** A fingerprint of the options, and of the entries in 'Field Names', by which runs have ended. */
		readBy: fingerprint({ ...stateOptions, names: fieldNames.entry('run.status') }),
	};
}

export type TriggerSettings = ReturnType<typeof readSettings>;
