import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { describeResources, itemNode } from '../../src/runtime/describe';
import { executeOf } from '../../src/runtime/runOperation';
import { page } from './resources/page';

const resources = [page];

export class IntegrationServiceWebPage implements INodeType {
	description: INodeTypeDescription = {
		...itemNode,
		displayName: 'Integration Service Web Page',
		name: 'integrationServiceWebPage',
		icon: { light: 'file:../../icons/webPage.svg', dark: 'file:../../icons/webPage.dark.svg' },
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Read web store pages in a draft, with their layout and sections',
		defaults: { name: 'Integration Service Web Page' },
		usableAsTool: true,
		builderHint: {
			searchHint: 'Needs the UUIDs of a draft and a page. The service has no list of either.',
		},
		properties: describeResources(resources, 'page'),
	};

	execute = executeOf(resources);
}
