import { getMany } from '../../../../src/runtime/getMany';

export const getAll = getMany('whole', {
	id: 'report.getAll',
	action: 'Get many reports for user groups',
	description: 'Get the reports that user groups can access',
});
