import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describeResources, itemNode } from '../../src/runtime/describe';
import { executeOf } from '../../src/runtime/runOperation';
import { journal } from './resources/journal';

const resources = [journal];

export class IntegrationServiceAccounting implements INodeType {
	description: INodeTypeDescription = {
		...itemNode,
		displayName: 'Integration Service Accounting',
		name: 'integrationServiceAccounting',
		icon: {
			light: 'file:../../icons/accounting.svg',
			dark: 'file:../../icons/accounting.dark.svg',
		},
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Read invoice and payment journals. Integration Service Trigger starts workflows when journals are created.',
		defaults: { name: 'Integration Service Accounting' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Read-only. Returns one item for each journal, period, or row of a journal, depending on Output.',
		},
		properties: describeResources(resources, 'journal'),
	};

	execute = executeOf(resources);
}
