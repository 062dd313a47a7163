import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describeResources, itemNode } from '../../src/runtime/describe';
import { executeOf } from '../../src/runtime/runOperation';
import { propertyKey } from './resources/propertyKey';

const resources = [propertyKey];

export class IntegrationServiceVariantProperty implements INodeType {
	description: INodeTypeDescription = {
		...itemNode,
		displayName: 'Integration Service Variant Property',
		name: 'integrationServiceVariantProperty',
		icon: {
			light: 'file:../../icons/variantProperty.svg',
			dark: 'file:../../icons/variantProperty.dark.svg',
		},
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Create the properties that distinguish product variants',
		defaults: { name: 'Integration Service Variant Property' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Creates only. The service can update category properties, but not variant properties.',
		},
		properties: describeResources(resources, 'propertyKey'),
	};

	execute = executeOf(resources);
}
