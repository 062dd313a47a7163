import type { NodeResource } from '../../../../src/runtime/operation';
import { getAll } from './getAll';

export const journal: NodeResource = {
	name: 'Journal',
	value: 'journal',
	description: 'A journal of invoices or payments, in its accounting period',
	operations: [getAll],
};
