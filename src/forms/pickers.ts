import type { INodeProperties } from 'n8n-workflow';
import { type PathParameterName, pathParameters } from '../api/operations';

/** What an identifier of each type must look like, as the editor checks it; blanks do no harm. */
const shapes = {
	int32: { regex: '\\s*[0-9]{1,10}\\s*', looks: 'a whole number' },
	integer: { regex: '\\s*[0-9]+\\s*', looks: 'a whole number' },
	string: { regex: '\\s*\\S.*', looks: 'not empty' },
	uuid: {
		regex: '\\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\s*',
		looks: 'a UUID such as 8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12',
	},
} as const;

interface Picker {
	readonly displayName: string;
	readonly name: PathParameterName;
	/** Method of the node's `listSearch`. */
	readonly search: string;
	readonly placeholder: string;
	readonly description: string;
	/** The picker by which the list is chosen. */
	readonly within?: string;
}

function picker(definition: Picker): INodeProperties {
	const { displayName, name, search, placeholder, description, within } = definition;
	const { regex, looks } = shapes[pathParameters[name].type];
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		...(within ? { typeOptions: { loadOptionsDependsOn: [`${within}.value`] } } : {}),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose…',
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder,
				validation: [
					{
						type: 'regex',
						properties: {
							regex,
							errorMessage: `The ID of the ${displayName.toLowerCase()} is ${looks}`,
						},
					},
				],
			},
		],
	};
}

/** Picks a user; the list is searched on the server. */
export const userPicker = picker({
	displayName: 'User',
	name: 'userId',
	search: 'searchUsers',
	placeholder: 'e.g. 8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12',
	description:
		'The user, inactive ones included. By ID, it is the UUID that User > Get Many shows for each user.',
});

/** Picks a user group; the list is searched on the server. */
export const groupPicker = picker({
	displayName: 'User Group',
	name: 'groupId',
	search: 'searchUserGroups',
	placeholder: 'e.g. 12',
	description:
		'The user group, inactive ones included. By ID, it is the number that User Group > Get Many and Create show.',
});

/** Picks an assignment of the agent. */
export const assignmentPicker = picker({
	displayName: 'Assignment',
	name: 'assignmentId',
	search: 'searchAssignments',
	placeholder: 'e.g. 5d0c1f7a-9b3e-4c55-8f21-6a7d0e9b4c13',
	description: 'The assignment. By ID, it is the one that Assignment > Get Many and Create show.',
});

/** Picks a run of the assignment that is picked before it. */
export const runPicker = picker({
	displayName: 'Run',
	name: 'runId',
	search: 'searchRuns',
	placeholder: 'e.g. 0b7e3c52-4a1d-4f0e-b6c8-91d2f5a7e340',
	description: 'The run. By ID, it is the one that Run > Get Many and Assignment > Run show.',
	within: assignmentPicker.name,
});

/** Picks a conversation with the agent. */
export const threadPicker = picker({
	displayName: 'Thread',
	name: 'threadId',
	search: 'searchThreads',
	placeholder: 'e.g. 3f9a6c1e-7d24-4b8b-a0f5-c2e81d6b9470',
	description: 'The conversation. By ID, it is the one that Thread > Get Many and Create show.',
});
