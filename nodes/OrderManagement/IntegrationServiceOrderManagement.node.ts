import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describeResources, itemNode } from '../../src/runtime/describe';
import { executeOf } from '../../src/runtime/runOperation';
import { returnResource } from './resources/return';

const resources = [returnResource];

export class IntegrationServiceOrderManagement implements INodeType {
	description: INodeTypeDescription = {
		...itemNode,
		displayName: 'Integration Service Order Management',
		name: 'integrationServiceOrderManagement',
		icon: {
			light: 'file:../../icons/orderManagement.svg',
			dark: 'file:../../icons/orderManagement.dark.svg',
		},
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Register goods that customers send back',
		defaults: { name: 'Integration Service Order Management' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Each item registers a new return. To register each return only once, set 'Unique Key' in the options.",
		},
		properties: describeResources(resources, 'return'),
	};

	execute = executeOf(resources);
}
