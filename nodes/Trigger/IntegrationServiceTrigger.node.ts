import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { pollTrigger } from '../../src/polling/poll';
import { builderHint, itemConnection } from '../../src/runtime/describe';
import { withNodeErrors } from '../../src/runtime/nodeErrors';
import { fields } from './form';
import { recordTrigger } from './recordTrigger';

export class IntegrationServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Integration Service Trigger',
		name: 'integrationServiceTrigger',
		icon: { light: 'file:../../icons/trigger.svg', dark: 'file:../../icons/trigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["resource"] }}',
		description:
			'Starts the workflow when a user or user group is created, changed, or deleted, or a journal is created',
		defaults: { name: 'Integration Service Trigger' },
		polling: true,
		builderHint: builderHint(
			'Returns one item for each event, with the record. Use eventId as the key when you store events.',
			[],
		),
		inputs: [],
		outputs: itemConnection,
		credentials: [{ name: 'integrationServiceOAuth2Api', required: true }],
		properties: fields,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await withNodeErrors(this.getNode(), async () => await pollTrigger(this, recordTrigger));
	}
}
