import type { NodeResource } from '../../../../src/runtime/operation';
import { abort } from './abort';
import { get } from './get';
import { getAll } from './getAll';
import { getLogs } from './getLogs';

export const run: NodeResource = {
	name: 'Run',
	value: 'run',
	description: 'A single run of an assignment',
	operations: [abort, get, getLogs, getAll],
};
