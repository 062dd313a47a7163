import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { triggerNode } from '../../src/runtime/describe';
import { pollOf } from '../../src/runtime/pollOf';
import { fields } from './form';
import { recordTrigger } from './recordTrigger';

export class IntegrationServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		...triggerNode,
		displayName: 'Integration Service Trigger',
		name: 'integrationServiceTrigger',
		icon: { light: 'file:../../icons/trigger.svg', dark: 'file:../../icons/trigger.dark.svg' },
		subtitle: '={{ $parameter["resource"] }}',
		description:
			'Starts the workflow when a user or user group is created, changed, or deleted, or a journal is created',
		defaults: { name: 'Integration Service Trigger' },
		builderHint: {
			searchHint:
				'Returns one item for each event, with the record. Use eventId as the key when you store events.',
		},
		properties: fields,
	};

	poll = pollOf(recordTrigger);
}
