import { userPicker } from '../../../shared/descriptions/pickers';
import type { NodeOperation } from '../../../shared/execution/operation';
import { asRecord } from '../../../shared/transport/answer';

export const sendInvitation: NodeOperation = {
	id: 'user.sendInvitation',
	name: 'Send Invitation',
	action: 'Send an invitation to a user',
	description: 'Send the invitation email again; needs the authentication of a signed-in user',
	fields: [
		{
			displayName:
				'This needs a signed-in person: choose a credential of the type "Integration Service User OAuth2 API"',
			name: 'userNotice',
			type: 'notice',
			displayOptions: { show: { authentication: ['clientCredentials'] } },
			default: '',
		},
		userPicker,
	],
	async execute(item) {
		const userId = item.parameter<string>('userId');
		const { body } = await item.service.request(this.id, { path: { userId } });
		return [{ ...asRecord(body), success: true, userId }];
	},
};
