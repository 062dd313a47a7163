import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import { httpMethods, operations } from '../../src/api/operations';
import { idFieldOption, returnAllFields } from '../../src/forms/lists';
import { streamOptions } from '../../src/forms/streamOptions';

const operationsUrl =
	'https://github.com/n8n-nodes-integration-service/n8n-nodes-integration-service/blob/HEAD/docs/nodes/README.md';

export const pagings = ['cursor', 'none', 'pages'] as const;
export const responses = ['events', 'json'] as const;

/** Labels of fields that messages name. */
export const labels = {
	headerParameters: 'Header Parameters',
	jsonBody: 'JSON Body',
	queryParameters: 'Query Parameters',
} as const;

/** A list of names and values. */
function parameters(
	name: 'headerParameters' | 'queryParameters',
	entry: string,
	description: string,
	placeholder: string,
): INodeProperties {
	return {
		displayName: labels[name],
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
				values: [
					{ displayName: 'Name', name: 'name', type: 'string', default: '', placeholder },
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. {{ $json.value }}',
					},
				],
			},
		],
	};
}

/** The request, and the form of its response. */
export const requestFields: INodeProperties[] = [
	{
		displayName: `Use this node only for operations that don't have their own node. <a href="${operationsUrl}" target="_blank">See all supported operations</a>.`,
		name: 'operationsNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Method',
		name: 'method',
		type: 'options',
		options: httpMethods.map((method) => ({ name: method, value: method })),
		default: 'GET',
		description:
			"GET requests are retried after any interruption. Requests with other methods are retried only if the service can't have processed them.",
	},
	{
		displayName: 'Path',
		name: 'path',
		type: 'string',
		required: true,
		default: '',
		placeholder: `e.g. ${operations['user.get'].path.replace('{userId}', '{{ $json.userId }}')}`,
		description:
			"Path relative to 'Base URL'. Wrap IDs with special characters in encodeURIComponent().",
	},
	{
		displayName: 'Scope',
		name: 'scope',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. usergroup:update',
		description:
			"Scope from your API documentation. The credential's 'Scope Prefix' is added for you.",
	},
	parameters(
		'queryParameters',
		'Parameter',
		"To send several values, repeat the name. Parameters without a value aren't sent.",
		'e.g. keywords',
	),
	parameters(
		'headerParameters',
		'Header',
		"Extra headers. Headers without a value aren't sent.",
		'e.g. X-Request-Id',
	),
	{
		displayName: 'Send Body',
		name: 'sendBody',
		type: 'boolean',
		displayOptions: { hide: { method: ['GET'] } },
		default: false,
		description: 'Whether to send a JSON body',
	},
	{
		displayName: labels.jsonBody,
		name: 'jsonBody',
		type: 'json',
		required: true,
		displayOptions: { show: { sendBody: [true] }, hide: { method: ['GET'] } },
		default: '{}',
		description: 'JSON object or list, sent as you write it',
	},
	{
		displayName: 'Response',
		name: 'response',
		type: 'options',
		options: [
			{ name: 'Events', value: 'events', description: 'Server-Sent Events, one item per event' },
			{
				name: 'JSON',
				value: 'json',
				description: 'One item per record. If there is no body, the item contains success: true.',
			},
		],
		default: 'json',
		description: 'Format of the response',
	},
	{
		displayName: 'Paging',
		name: 'paging',
		type: 'options',
		displayOptions: { show: { method: ['GET'], response: ['json'] } },
		options: [
			{
				name: 'Cursor',
				value: 'cursor',
				description:
					"Uses searchAfterId. To save requests, set the largest allowed limit in 'Query Parameters'.",
			},
			{ name: 'None', value: 'none', description: 'Sends a single request' },
			{ name: 'Pages', value: 'pages', description: 'Uses page and pageSize, set by the node' },
		],
		default: 'none',
		description: 'How the operation splits long lists',
	},
	...updateDisplayOptions(
		{ show: { method: ['GET'], response: ['json'], paging: ['cursor', 'pages'] } },
		returnAllFields,
	),
	...updateDisplayOptions({ show: { method: ['GET'], response: ['json'], paging: ['cursor'] } }, [
		idFieldOption,
	]),
];

/** Options for events, in addition to the options of all operations. */
export const requestOptions: INodeProperties[] = updateDisplayOptions(
	{ show: { '/response': ['events'] } },
	[
		{
			displayName: 'Include Raw Data',
			name: 'includeRaw',
			type: 'boolean',
			default: false,
			description: 'Whether to include the original event data, if it is JSON',
		},
		...streamOptions('stream'),
	],
);
