import { expectItems, runExample } from './context.mjs';
import { table } from './table.mjs';

/** @type {import('./context.mjs').DemoStep} */
export const usersAndGroups = {
	title: 'Users and user groups',
	async run(context) {
		const execution = await runExample(context, 'users-and-groups');
		const users = expectItems(execution, 'List Users', 5);
		const created = expectItems(execution, 'Create User', 1);
		expectItems(execution, 'Give Report', 1);
		const groups = expectItems(execution, 'Show Group', 1);
		expectItems(execution, 'Take Report Away', 1);
		return [
			'Five users:',
			...table(users, ['userId', 'emailAddress', 'firstName', 'lastName', 'active']),
			'',
			'A new user:',
			...table(created, ['userId', 'created']),
			'',
			'A user group, after it was given a report:',
			...table(groups, ['groupId', 'groupName', 'reports', 'roles']),
		];
	},
};
