import { userPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const sendInvitation: NodeOperation<'user.sendInvitation'> = {
	id: 'user.sendInvitation',
	name: 'Send Invitation',
	action: 'Send invitation to user',
	description: 'Send the invitation email again. Needs a signed-in user.',
	fields: [userPicker],
	confirms: 'success',
};
