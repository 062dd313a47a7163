import type { NodeResource } from '../../../../src/runtime/operation';
import { getAll } from './getAll';

export const journal: NodeResource = {
	name: 'Journal',
	value: 'journal',
	description: 'An invoice or payment journal of an accounting period',
	operations: [getAll],
};
