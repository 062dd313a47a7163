import {
	cursorFilters,
	readCursor,
	readLimit,
	returnAllFields,
} from '../../../shared/descriptions/lists';
import { assignmentPicker, runPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readLogs } from './logs';

export const getLogs: NodeOperation = {
	id: 'run.getLogs',
	name: 'Get Logs',
	action: 'Get logs of a run',
	description: 'Get the log lines of a run, one item for each',
	fields: [assignmentPicker, runPicker, ...returnAllFields, cursorFilters],
	async execute(item) {
		const path = {
			assignmentId: item.parameter<string>('assignmentId'),
			runId: item.parameter<string>('runId'),
		};
		return await readLogs(item, path, {
			limit: readLimit(item),
			searchAfterId: readCursor(item),
		});
	},
};
