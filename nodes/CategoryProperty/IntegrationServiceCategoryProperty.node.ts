import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describeResources, itemNode } from '../../src/runtime/describe';
import { executeOf } from '../../src/runtime/runOperation';
import { propertyKey } from './resources/propertyKey';

const resources = [propertyKey];

export class IntegrationServiceCategoryProperty implements INodeType {
	description: INodeTypeDescription = {
		...itemNode,
		displayName: 'Integration Service Category Property',
		name: 'integrationServiceCategoryProperty',
		icon: {
			light: 'file:../../icons/categoryProperty.svg',
			dark: 'file:../../icons/categoryProperty.dark.svg',
		},
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Update the properties of product categories',
		defaults: { name: 'Integration Service Category Property' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Updates only. With 'Desired State', the node works out the changes. The service can create variant properties, but not category properties.",
		},
		properties: describeResources(resources, 'propertyKey'),
	};

	execute = executeOf(resources);
}
