import { notice } from '../../../../src/forms/parameters';
import { userPicker } from '../../../../src/forms/pickers';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const sendInvitation: NodeOperation<'user.sendInvitation'> = {
	id: 'user.sendInvitation',
	name: 'Send Invitation',
	action: 'Send invitation to user',
	description: 'Send the invitation email again. Needs a signed-in user.',
	fields: [
		{
			...notice(
				'userNotice',
				"Only signed-in users can send invitations. Choose a credential of type 'Integration Service Sign-In OAuth2 API'.",
			),
			displayOptions: { show: { authentication: ['clientCredentials'] } },
		},
		userPicker,
	],
	confirms: 'success',
};
