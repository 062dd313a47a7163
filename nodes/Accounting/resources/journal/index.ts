import type { NodeResource } from '../../../shared/execution/operation';
import { getAll } from './getAll';

export const journal: NodeResource = { name: 'Journal', value: 'journal', operations: [getAll] };
