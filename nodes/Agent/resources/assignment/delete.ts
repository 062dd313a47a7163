import { stopIfMoreThan } from '../../../../src/forms/options';
import { assignmentPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';
import { confirmation } from '../../../../src/api/outputFields';

export const deleteAssignment: NodeOperation<'assignment.delete'> = {
	id: 'assignment.delete',
	name: 'Delete',
	action: 'Delete assignment',
	description: 'Delete an assignment. The service keeps deleted assignments but marks them.',
	fields: [assignmentPicker],
	options: [stopIfMoreThan],
	adds: confirmation('assignment.delete', 'deleted'),
	async execute(item) {
		const { record } = await item.request();
		return [{ ...record, deleted: true, ...item.path }];
	},
};
