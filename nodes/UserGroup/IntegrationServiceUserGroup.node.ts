import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { getReports, searchUserGroups } from '../../src/runtime/pickerMethods';
import { describeResources, itemNode } from '../../src/runtime/describe';
import { executeOf } from '../../src/runtime/runOperation';
import { member } from './resources/member';
import { report } from './resources/report';
import { userGroup } from './resources/userGroup';

const resources = [member, report, userGroup];

export class IntegrationServiceUserGroup implements INodeType {
	description: INodeTypeDescription = {
		...itemNode,
		displayName: 'Integration Service User Group',
		name: 'integrationServiceUserGroup',
		icon: { light: 'file:../../icons/userGroup.svg', dark: 'file:../../icons/userGroup.dark.svg' },
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Search, create, update, and delete user groups, and list their members and reports. Integration Service Trigger starts workflows when groups change.',
		defaults: { name: 'Integration Service User Group' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"User groups, not users, have roles, reports, warehouses, and web stores. With 'Desired State', the node works out the changes.",
		},
		properties: describeResources(resources, 'userGroup'),
	};

	methods = {
		listSearch: { searchUserGroups },
		loadOptions: { getReports },
	};

	execute = executeOf(resources);
}
