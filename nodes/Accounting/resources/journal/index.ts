import { resourceOf } from '../../../../src/runtime/operation';
import { getAll } from './getAll';

export const journal = resourceOf('An invoice or payment journal of an accounting period', [
	getAll,
]);
