import { resourceOf } from '../../../../src/runtime/operation';
import { create } from './create';

export const returnResource = resourceOf('Goods that a customer sends back', [create]);
