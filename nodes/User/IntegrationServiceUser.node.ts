import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { authenticationFields, credentialOfAuthentication } from '../../src/forms/authentication';
import { getConnectedTenants, getUserGroups, searchUsers } from '../../src/runtime/pickerMethods';
import { describeResources, itemNode } from '../../src/runtime/describe';
import { operationValue } from '../../src/runtime/operation';
import { executeOf } from '../../src/runtime/runOperation';
import { connectedTenant } from './resources/connectedTenant';
import { user } from './resources/user';

const resources = [connectedTenant, user];
const operationValues = resources.flatMap((resource) =>
	resource.operations.map(({ id }) => operationValue(id)),
);

export class IntegrationServiceUser implements INodeType {
	description: INodeTypeDescription = {
		...itemNode,
		displayName: 'Integration Service User',
		name: 'integrationServiceUser',
		icon: { light: 'file:../../icons/user.svg', dark: 'file:../../icons/user.dark.svg' },
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Search, create, update, delete, and invite users. Integration Service Trigger starts workflows when users change.',
		defaults: { name: 'Integration Service User' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"To write rows of a list, use User > Create or Update, which is safe to run repeatedly. To name a user without an ID, use 'By Email'. User > Send Invitation needs a signed-in user.",
		},
		credentials: credentialOfAuthentication,
		properties: [
			...authenticationFields('sendInvitation', operationValues),
			...describeResources(resources, 'user'),
		],
	};

	methods = {
		listSearch: { searchUsers },
		loadOptions: { getConnectedTenants, getUserGroups },
	};

	execute = executeOf(resources);
}
