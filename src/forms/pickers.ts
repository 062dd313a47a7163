import type { INodeProperties, INodePropertyMode, INodePropertyModeValidation } from 'n8n-workflow';
import { defaultScopePrefix } from '../api/authorizationServer';
import { identifierTypes } from '../api/identifierTypes';
import {
	type OperationId,
	operationRow,
	type PathParameterName,
	pathParameters,
	pathParametersOf,
} from '../api/operations';
import { isKeyed, naturalKeys } from './naturalKeys';

function mustMatch(regex: string, errorMessage: string): INodePropertyModeValidation {
	return { type: 'regex', properties: { regex, errorMessage } };
}

function withArticle(noun: string): string {
	// "User" begins with a consonant when it is spoken.
	return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** The mode in which a picker takes an email address or a name, if it has one. */
function keyModes(name: PathParameterName): INodePropertyMode[] {
	if (!isKeyed(name)) return [];
	const { mode, displayName, label, list, pattern, placeholder } = naturalKeys[name];
	const hint = `Needs the scope ${defaultScopePrefix}${operationRow(list).scope}`;
	const validation = [mustMatch(`\\s*(${pattern})\\s*`, `Enter ${withArticle(label)}`)];
	return [{ displayName, name: mode, type: 'string', placeholder, hint, validation }];
}

/** @param search method of the node's `listSearch` */
function picker(
	name: PathParameterName,
	search: string,
	example: string,
	description: string,
): INodeProperties {
	const { displayName, type } = pathParameters[name];
	const { pattern, remedy } = identifierTypes[type];
	const record = displayName.toLowerCase();
	// n8n puts what is dragged to a picker into 'By ID'.
	const valid = isKeyed(name) ? `${pattern}|${naturalKeys[name].notAnId}` : pattern;
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose…',
				typeOptions: { searchListMethod: search, searchable: true },
			},
			...keyModes(name),
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. ${example}`,
				validation: [
					mustMatch('\\s*\\S[\\s\\S]*', `Enter ${withArticle(record)} ID`),
					mustMatch(`\\s*(${valid})?\\s*`, `Not a valid ${record} ID. ${remedy}`),
				],
			},
		],
	};
}

/** The service can list these records, unlike those of other path parameters. */
export const pickers = {
	userId: picker(
		'userId',
		'searchUsers',
		'8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12',
		'Select a user, or enter their email address or ID',
	),
	groupId: picker(
		'groupId',
		'searchUserGroups',
		'12',
		'Select a user group, or enter its name or ID',
	),
	assignmentId: picker(
		'assignmentId',
		'searchAssignments',
		'5d0c1f7a-9b3e-4c55-8f21-6a7d0e9b4c13',
		'Select an assignment or enter its ID. To find IDs, use Assignment > Get Many.',
	),
	runId: {
		...picker(
			'runId',
			'searchRuns',
			'0b7e3c52-4a1d-4f0e-b6c8-91d2f5a7e340',
			'Select a run or enter its ID. To find IDs, use Run > Get Many.',
		),
		typeOptions: { loadOptionsDependsOn: ['assignmentId.value'] },
	},
	threadId: picker(
		'threadId',
		'searchThreads',
		'3f9a6c1e-7d24-4b8b-a0f5-c2e81d6b9470',
		'Select a thread or enter its ID. To find IDs, use Thread > Get Many.',
	),
} satisfies Partial<Record<PathParameterName, INodeProperties>>;

/** The pickers of an operation, in the order of its path. */
export function pickersOf(operation: OperationId): INodeProperties[] {
	const known: Partial<Record<PathParameterName, INodeProperties>> = pickers;
	return pathParametersOf(operation).flatMap((name) => known[name] ?? []);
}
