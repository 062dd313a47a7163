import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { authenticationField, eitherCredential } from '../../src/forms/authentication';
import { searchAssignments } from '../../src/runtime/pickerMethods';
import { searchRuns, searchThreads } from './listSearch';
import { describeResources, itemNode } from '../../src/runtime/describe';
import { executeOf } from '../../src/runtime/runOperation';
import { assignment } from './resources/assignment';
import { message } from './resources/message';
import { run } from './resources/run';
import { thread } from './resources/thread';

const resources = [assignment, message, run, thread];

export class IntegrationServiceAgent implements INodeType {
	description: INodeTypeDescription = {
		...itemNode,
		displayName: 'Integration Service Agent',
		name: 'integrationServiceAgent',
		icon: { light: 'file:../../icons/agent.svg', dark: 'file:../../icons/agent.dark.svg' },
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Ask the AI agent of your business platform questions, and run its assignments',
		defaults: { name: 'Integration Service Agent' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'The agent belongs to the business platform and has its own model and data. For an agent with your own model and tools, use the AI Agent node. Thread > Create asks a question, and Assignment > Run starts a task.',
		},
		credentials: eitherCredential,
		properties: [authenticationField, ...describeResources(resources, 'thread')],
	};

	methods = {
		listSearch: { searchAssignments, searchRuns, searchThreads },
	};

	execute = executeOf(resources);
}
