import { resourceOf } from '../../../../src/runtime/operation';
import { create } from './create';

export const propertyKey = resourceOf(
	'A property that distinguishes product variants, with predefined values',
	[create],
);
