import type { NodeResource } from '../../../shared/execution/operation';
import { getAll } from './getAll';

export const member: NodeResource = { name: 'Member', value: 'member', operations: [getAll] };
