import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { builderHint, describeResources, itemConnection } from '../../src/runtime/describe';
import { executeOf } from '../../src/runtime/runOperation';
import { returnResource } from './resources/return';

const resources = [returnResource];

export class IntegrationServiceOrderManagement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Integration Service Order Management',
		name: 'integrationServiceOrderManagement',
		icon: {
			light: 'file:../../icons/orderManagement.svg',
			dark: 'file:../../icons/orderManagement.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Register goods that customers send back',
		defaults: { name: 'Integration Service Order Management' },
		usableAsTool: true,
		builderHint: builderHint(
			"Each item registers a new return. To register each return only once, set 'Unique Key' in the options.",
			resources,
		),
		inputs: itemConnection,
		outputs: itemConnection,
		credentials: [{ name: 'integrationServiceOAuth2Api', required: true }],
		properties: describeResources(resources, 'return'),
	};

	execute = executeOf(resources);
}
