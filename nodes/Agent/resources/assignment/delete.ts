import { assignmentPicker } from '../../../shared/form/pickers';
import type { NodeOperation } from '../../../shared/node/operation';
import { confirmation } from '../../../shared/node/outputFields';

export const deleteAssignment: NodeOperation<'assignment.delete'> = {
	id: 'assignment.delete',
	name: 'Delete',
	action: 'Delete an assignment',
	description: 'Delete an assignment; the service keeps it, marked as deleted',
	fields: [assignmentPicker],
	adds: confirmation('assignment.delete', 'deleted'),
	async execute(item) {
		const { record } = await item.request();
		return [{ ...record, deleted: true, ...item.path }];
	},
};
