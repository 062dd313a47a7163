import type { INodeProperties, INodePropertyMode, INodePropertyModeValidation } from 'n8n-workflow';
import { defaultScopePrefix } from '../api/authorizationServer';
import { identifierTypes } from '../api/identifierTypes';
import { operationRow, type PathParameterName, pathParameters } from '../api/operations';
import { isKeyed, naturalKeys } from './naturalKeys';
import { requiredText } from './parameters';

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
	const validation = [mustMatch(pattern, `Enter ${withArticle(label)}`)];
	return [{ displayName, name: mode, type: 'string', placeholder, hint, validation }];
}

/** @param search method of the node's `listSearch` */
function picker(name: PathParameterName, search: string, example: string): INodeProperties {
	const { displayName, type } = pathParameters[name];
	const { pattern, remedy } = identifierTypes[type];
	const record = displayName.toLowerCase();
	// n8n puts what is dragged to a picker into 'By ID'.
	const valid = `\\s*(?:(?:${pattern})\\s*)?`;
	const accepted = isKeyed(name) ? `(?:${valid}|${naturalKeys[name].notAnId})` : valid;
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: isKeyed(name)
			? naturalKeys[name].description
			: `Select ${withArticle(record)} or enter its ID. To find IDs, use ${displayName} > Get Many.`,
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
					mustMatch(accepted, `Not a valid ${record} ID. ${remedy}`),
				],
			},
		],
	};
}

/** How a form asks for each path parameter: with a picker, if the service can list its records. */
export const pathFields = {
	assignmentId: picker('assignmentId', 'searchAssignments', '5d0c1f7a-9b3e-4c55-8f21-6a7d0e9b4c13'),
	draftId: requiredText(
		'draftId',
		'8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12',
		"The API can't list drafts. Copy the ID from the system that has the draft.",
	),
	groupId: picker('groupId', 'searchUserGroups', '12'),
	pageId: requiredText(
		'pageId',
		'3d1b7c5a-9e2f-4a80-b6d4-5f7e9c1a2b34',
		"The API can't list pages. Copy the ID from the system that has the page.",
	),
	propertyKeyId: requiredText(
		'propertyKeyId',
		'700',
		"The API can't list property keys. Copy the ID from your product data.",
	),
	runId: {
		...picker('runId', 'searchRuns', '0b7e3c52-4a1d-4f0e-b6c8-91d2f5a7e340'),
		typeOptions: { loadOptionsDependsOn: ['assignmentId.value'] },
	},
	threadId: picker('threadId', 'searchThreads', '3f9a6c1e-7d24-4b8b-a0f5-c2e81d6b9470'),
	ticketId: requiredText(
		'ticketId',
		'8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12',
		'UUID of the ticket, not its number. Copy it from the system that has the ticket.',
	),
	userId: picker('userId', 'searchUsers', '8c2f9a3e-1b7d-4e5f-9a60-2d4c6b8e0f12'),
} satisfies Record<PathParameterName, INodeProperties>;
