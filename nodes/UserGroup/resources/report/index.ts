import type { NodeResource } from '../../../../src/runtime/operation';
import { getAll } from './getAll';

export const report: NodeResource = {
	name: 'Report',
	value: 'report',
	description: 'A report that user groups can access',
	operations: [getAll],
};
