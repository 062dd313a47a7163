import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';

export const report = resourceOf('A report that user groups can access', [
	getMany(
		'whole',
		'report.getAll',
		'Get the reports that user groups can access',
		'Get many reports for user groups',
	),
]);
