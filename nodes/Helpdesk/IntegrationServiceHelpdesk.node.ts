import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describeResources, itemNode } from '../../src/runtime/describe';
import { executeOf } from '../../src/runtime/runOperation';
import { ticket } from './resources/ticket';

const resources = [ticket];

export class IntegrationServiceHelpdesk implements INodeType {
	description: INodeTypeDescription = {
		...itemNode,
		displayName: 'Integration Service Helpdesk',
		name: 'integrationServiceHelpdesk',
		icon: { light: 'file:../../icons/helpdesk.svg', dark: 'file:../../icons/helpdesk.dark.svg' },
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Remove the assignee of a helpdesk ticket',
		defaults: { name: 'Integration Service Helpdesk' },
		usableAsTool: true,
		builderHint: {
			searchHint: 'Needs the UUID and the version of a ticket. The service has no list of tickets.',
		},
		properties: describeResources(resources, 'ticket'),
	};

	execute = executeOf(resources);
}
