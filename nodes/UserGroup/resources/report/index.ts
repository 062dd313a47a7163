import type { NodeResource } from '../../../shared/node/operation';
import { getAll } from './getAll';

export const report: NodeResource = { name: 'Report', value: 'report', operations: [getAll] };
