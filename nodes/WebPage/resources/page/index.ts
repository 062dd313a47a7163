import type { NodeResource } from '../../../shared/node/operation';
import { get } from './get';

export const page: NodeResource = { name: 'Page', value: 'page', operations: [get] };
