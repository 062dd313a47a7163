import type { NodeResource } from '../../../shared/node/operation';
import { update } from './update';

export const propertyKey: NodeResource = {
	name: 'Property Key',
	value: 'propertyKey',
	operations: [update],
};
