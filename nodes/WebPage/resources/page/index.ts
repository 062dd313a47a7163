import { resourceOf } from '../../../../src/runtime/operation';
import { get } from './get';

export const page = resourceOf('A web store page in a draft', [get]);
