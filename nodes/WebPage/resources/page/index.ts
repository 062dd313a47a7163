import type { NodeResource } from '../../../../src/runtime/operation';
import { get } from './get';

export const page: NodeResource = {
	name: 'Page',
	value: 'page',
	description: 'A web store page in a draft',
	operations: [get],
};
