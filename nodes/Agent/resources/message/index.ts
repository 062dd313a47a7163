import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';
import { create } from './create';

export const message = resourceOf('A question or an answer in a thread', [
	create,
	getMany('cursor', 'message.getAll', 'Get the questions and answers of a thread'),
]);
