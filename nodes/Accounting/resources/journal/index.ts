import type { NodeResource } from '../../../shared/node/operation';
import { getAll } from './getAll';

export const journal: NodeResource = { name: 'Journal', value: 'journal', operations: [getAll] };
