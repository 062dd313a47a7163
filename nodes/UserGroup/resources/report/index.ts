import type { NodeResource } from '../../../shared/execution/operation';
import { getAll } from './getAll';

export const report: NodeResource = { name: 'Report', value: 'report', operations: [getAll] };
