import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { authenticationField, eitherCredential } from '../shared/form/authentication';
import { searchAssignments, searchRuns, searchThreads } from '../shared/methods/listSearch';
import { describeResources, itemConnection } from '../shared/node/describe';
import { runOperation } from '../shared/node/runOperation';
import { assignment } from './resources/assignment';
import { message } from './resources/message';
import { run } from './resources/run';
import { thread } from './resources/thread';

const resources = [assignment, message, run, thread];

export class IntegrationServiceAgent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Integration Service Agent',
		name: 'integrationServiceAgent',
		icon: {
			light: 'file:../../icons/integrationService.svg',
			dark: 'file:../../icons/integrationService.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Ask the agent of the business platform questions, and have it work on assignments',
		defaults: { name: 'Integration Service Agent' },
		usableAsTool: true,
		inputs: itemConnection,
		outputs: itemConnection,
		credentials: eitherCredential,
		properties: [authenticationField, ...describeResources(resources, 'thread')],
	};

	methods = {
		listSearch: { searchAssignments, searchRuns, searchThreads },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperation(this, resources);
	}
}
