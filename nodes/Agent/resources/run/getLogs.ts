import {
	cursorFilters,
	idFieldOption,
	readCursorRequest,
	returnAllFields,
} from '../../../../src/forms/lists';
import { assignmentPicker, runPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const getLogs: NodeOperation<'run.getLogs'> = {
	id: 'run.getLogs',
	name: 'Get Logs',
	action: 'Get logs of run',
	description: 'Get the log lines of a run, one item per line',
	fields: [assignmentPicker, runPicker, ...returnAllFields, cursorFilters],
	options: [idFieldOption],
	async execute(item) {
		return await item.list(readCursorRequest(item));
	},
};
