import { resourceOf } from '../../../../src/runtime/operation';
import { update } from './update';

export const propertyKey = resourceOf('A product category property with predefined values', [
	update,
]);
