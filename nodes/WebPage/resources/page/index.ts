import type { NodeResource } from '../../../shared/execution/operation';
import { get } from './get';

export const page: NodeResource = { name: 'Page', value: 'page', operations: [get] };
