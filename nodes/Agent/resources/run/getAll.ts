import { readLimit, returnAllFields } from '../../../shared/descriptions/lists';
import { assignmentPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { readList } from '../../../shared/transport/paging';

export const getAll: NodeOperation = {
	id: 'run.getAll',
	name: 'Get Many',
	action: 'Get many runs',
	description: 'Get many runs of an assignment',
	fields: [assignmentPicker, ...returnAllFields],
	async execute(item) {
		const path = { assignmentId: item.parameter<string>('assignmentId') };
		return await readList(item.node, item.service, this.id, { path, limit: readLimit(item) });
	},
};
