import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { builderHint, describeResources, itemNode } from '../../src/runtime/describe';
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
		description: 'Read invoice and payment journals of the business platform',
		defaults: { name: 'Integration Service Accounting' },
		usableAsTool: true,
		builderHint: builderHint(
			'Read-only. Returns journals of invoices and payments by accounting period, or one by one if Output is Journals.',
			resources,
		),
		properties: describeResources(resources, 'journal'),
	};

	execute = executeOf(resources);
}
