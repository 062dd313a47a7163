import type { NodeResource } from '../../../../src/runtime/operation';
import { get } from './get';

export const page: NodeResource = {
	name: 'Page',
	value: 'page',
	description: 'A page of the web store, inside a draft',
	operations: [get],
};
