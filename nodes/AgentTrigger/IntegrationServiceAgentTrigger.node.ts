import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { triggerNode } from '../../src/runtime/describe';
import { searchAssignments } from '../../src/runtime/pickerMethods';
import { pollOf } from '../../src/runtime/pollOf';
import { fields } from './form';
import { runTrigger } from './runTrigger';

export class IntegrationServiceAgentTrigger implements INodeType {
	description: INodeTypeDescription = {
		...triggerNode,
		displayName: 'Integration Service Agent Trigger',
		name: 'integrationServiceAgentTrigger',
		icon: {
			light: 'file:../../icons/agentTrigger.svg',
			dark: 'file:../../icons/agentTrigger.dark.svg',
		},
		subtitle: '={{ $parameter["triggerOn"].join(", ") }}',
		// n8n's panel shows this text for the trigger and for the Integration Service Agent node.
		description:
			'Ask the agent, run assignments, or react to runs. Starts the workflow when an agent run starts, changes, or ends.',
		defaults: { name: 'Integration Service Agent Trigger' },
		builderHint: {
			searchHint:
				"Returns one item per event, with the run. 'All Assignments' includes assignments that are created later.",
		},
		properties: fields,
	};

	methods = { listSearch: { searchAssignments } };

	poll = pollOf(runTrigger);
}
