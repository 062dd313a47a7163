import { getMany } from '../../../../src/runtime/getMany';
import { resourceOf } from '../../../../src/runtime/operation';

export const member = resourceOf('A user in a user group', [
	getMany('whole', 'member.getAll', 'Get the members of a user group'),
]);
