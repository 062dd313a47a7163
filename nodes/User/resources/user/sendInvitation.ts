import { notice } from '../../../../src/forms/parameters';
import type { NodeOperation } from '../../../../src/runtime/operation';

export const sendInvitation: NodeOperation<'user.sendInvitation'> = {
	id: 'user.sendInvitation',
	action: 'Send invitation to user',
	description: 'Send the invitation email again. Needs a signed-in user.',
	notice: {
		...notice(
			'userNotice',
			"Only signed-in users can send invitations. Set 'Authentication' to 'Signed-In User'.",
		),
		displayOptions: { show: { authentication: ['clientCredentials'] } },
	},
};
