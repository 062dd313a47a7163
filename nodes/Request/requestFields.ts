import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import type { HttpMethod } from '../../src/api/operationRow';
import { operations } from '../../src/api/operations';
import { idFieldOption, returnAllFields } from '../../src/forms/lists';
import { previewOption } from '../../src/forms/options';
import {
	booleanParameter,
	choiceParameter,
	notice,
	requiredText,
	textParameter,
	titleOf,
} from '../../src/forms/parameters';
import { streamOptions } from '../../src/forms/streamOptions';

const operationsUrl =
	'https://github.com/n8n-nodes-integration-service/n8n-nodes-integration-service/blob/HEAD/docs/nodes/README.md';

/** A list of names and values. */
function parameters(
	name: 'headerParameters' | 'queryParameters',
	entry: string,
	description: string,
	example: string,
): INodeProperties {
	return {
		displayName: titleOf(name),
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${entry}`,
		default: {},
		description,
		options: [
			{
				displayName: entry,
				name: 'parameter',
				values: [textParameter('name', example), textParameter('value', '{{ $json.value }}')],
			},
		],
	};
}

export const method = choiceParameter<HttpMethod>(
	'method',
	'GET',
	"GET requests are retried after any interruption. Requests with other methods are retried only if the service can't have processed them.",
	{ DELETE: ['DELETE'], GET: ['GET'], PATCH: ['PATCH'], POST: ['POST'], PUT: ['PUT'] },
);

export const sendBody = booleanParameter('sendBody', 'Whether to send a JSON body');

export const jsonBody: INodeProperties = {
	displayName: 'JSON Body',
	name: 'jsonBody',
	type: 'json',
	required: true,
	displayOptions: { show: { sendBody: [true] }, hide: { method: ['GET'] } },
	default: '{}',
	description: 'JSON object or list, sent as you write it',
};

export const response = choiceParameter('response', 'json', 'Format of the response', {
	events: ['Events', 'Server-Sent Events, one item per event'],
	json: ['JSON', 'One item per record. If there is no body, the item contains success: true.'],
});

export const paging = choiceParameter('paging', 'none', 'How the operation splits long lists', {
	cursor: [
		'Cursor',
		"Uses searchAfterId. To save requests, set the largest allowed limit in 'Query Parameters'.",
	],
	none: ['None', 'Sends a single request'],
	pages: ['Pages', 'Uses page and pageSize, set by the node'],
});

export const includeRaw = {
	...booleanParameter('includeRaw', 'Whether to include the original data of JSON events'),
	displayName: 'Include Raw Data',
};

const jsonOfGet = { method: ['GET'], response: ['json'] };

/** The request, and the form of its response. */
export const requestFields: INodeProperties[] = [
	notice(
		'operationsNotice',
		`Use this node only for operations that don't have their own node. <a href="${operationsUrl}" target="_blank">See all supported operations</a>.`,
	),
	method,
	requiredText(
		'path',
		operations['user.get'].path.replace('{userId}', '{{ $json.userId }}'),
		"Path relative to 'Base URL'. Wrap IDs with special characters in encodeURIComponent().",
	),
	requiredText(
		'scope',
		'usergroup:update',
		"Scope from your API documentation. The credential's 'Scope Prefix' is added for you.",
	),
	parameters(
		'queryParameters',
		'Parameter',
		"To send several values, repeat the name. Parameters without a value aren't sent.",
		'keywords',
	),
	parameters(
		'headerParameters',
		'Header',
		"Extra headers. Headers without a value aren't sent.",
		'X-Request-Id',
	),
	{ ...sendBody, displayOptions: { hide: { method: ['GET'] } } },
	jsonBody,
	response,
	{ ...paging, displayOptions: { show: jsonOfGet } },
	...updateDisplayOptions({ show: { ...jsonOfGet, paging: ['cursor', 'pages'] } }, returnAllFields),
	{ ...idFieldOption, displayOptions: { show: { ...jsonOfGet, paging: ['cursor'] } } },
];

/** Options in addition to those of all operations: for events, and for changes. */
export const requestNodeOptions: INodeProperties[] = [
	...updateDisplayOptions({ show: { '/response': ['events'] } }, [includeRaw, ...streamOptions]),
	{ ...previewOption, displayOptions: { hide: { '/method': ['GET'] } } },
];
