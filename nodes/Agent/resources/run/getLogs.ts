import { assignmentPicker, runPicker } from '../../../../src/forms/pickers';
import { getMany } from '../../../../src/runtime/getMany';

export const getLogs = getMany('cursor', {
	id: 'run.getLogs',
	name: 'Get Logs',
	action: 'Get run logs',
	description: 'Get the log lines of a run, one item per line',
	fields: [assignmentPicker, runPicker],
});
