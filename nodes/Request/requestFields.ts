import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';
import { idFieldOption, returnAllFields } from '../../src/forms/lists';
import { streamOptions } from '../../src/forms/streamOptions';
import { httpMethods, operations } from '../../src/api/operations';

/** Where the paths and scopes of operations are listed. */
const operationsUrl =
	'https://github.com/n8n-nodes-integration-service/n8n-nodes-integration-service/blob/HEAD/docs/nodes/README.md';

/** How a list is read. */
export const pagings = ['cursor', 'none', 'pages'] as const;

/** What the service answers with. */
export const responses = ['events', 'json'] as const;

/** Labels of fields that messages name. */
export const labels = {
	headerParameters: 'Header Parameters',
	jsonBody: 'JSON Body',
	queryParameters: 'Query Parameters',
} as const;

const { DELETE, GET, PATCH, POST, PUT } = Object.fromEntries(
	httpMethods.map((method) => [method, { name: method, value: method }]),
) as Record<(typeof httpMethods)[number], { name: string; value: string }>;

/** A list of names and values. */
function parameters(
	displayName: string,
	name: string,
	entry: string,
	description: string,
	placeholder: string,
): INodeProperties {
	return {
		displayName,
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
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder,
						description: 'Its name, as the service has it',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description: 'Its value; one without a value is left out',
					},
				],
			},
		],
	};
}

/** The request, and what comes back. */
export const requestFields: INodeProperties[] = [
	{
		displayName: `Is there a node for what you want to do? It checks more for you: <a href="${operationsUrl}" target="_blank">all operations with their paths and scopes</a>. For any other operation of your service, its documentation names method, path and scope.`,
		name: 'operationsNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Method',
		name: 'method',
		type: 'options',
		options: [DELETE, GET, PATCH, POST, PUT],
		default: 'GET',
		description:
			'The method of the operation. A GET only reads, so that it is sent again after any interruption; with another method only where the service cannot have acted.',
	},
	{
		displayName: 'Path',
		name: 'path',
		type: 'string',
		required: true,
		default: '',
		placeholder: `e.g. ${operations['user.get'].path.replace('{userId}', '{{ $json.userId }}')}`,
		hint: 'What follows Base URL of the credential, without "?"',
		description:
			'The path of the operation, with IDs filled in. It always stays below Base URL. An ID with other characters than letters, digits and hyphens goes into encodeURIComponent(…).',
	},
	{
		displayName: 'Scope',
		name: 'scope',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. user:read',
		hint: 'Area and right, such as usergroup:update, or the area alone, such as agent',
		description:
			'The one scope that the operation needs. The scope prefix of the credential is put in front, where it is not there already. Your client must be allowed to use it.',
	},
	parameters(
		labels.queryParameters,
		'queryParameters',
		'Parameter',
		'What follows "?" in the address. The same name may be there several times.',
		'e.g. keywords',
	),
	parameters(
		labels.headerParameters,
		'headerParameters',
		'Header',
		'Further headers. The access token, and what HTTP needs, are there already.',
		'e.g. X-Request-Id',
	),
	{
		displayName: 'Send Body',
		name: 'sendBody',
		type: 'boolean',
		displayOptions: { hide: { method: ['GET'] } },
		default: false,
		description: 'Whether the request has a body',
	},
	{
		displayName: labels.jsonBody,
		name: 'jsonBody',
		type: 'json',
		required: true,
		displayOptions: { show: { sendBody: [true] }, hide: { method: ['GET'] } },
		default: '{}',
		description: 'The body to send, a JSON object or list. It is sent as it is written.',
	},
	{
		displayName: 'Response',
		name: 'response',
		type: 'options',
		options: [
			{
				name: 'Events',
				value: 'events',
				description: 'A stream of Server-Sent Events, one item for each event',
			},
			{
				name: 'JSON',
				value: 'json',
				description:
					'A record becomes one item, a list one item for each record; without a body the item says success',
			},
		],
		default: 'json',
		description: 'What the operation answers with',
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
					'The query parameter searchAfterId continues after the last record. If the operation takes a limit too, give the largest it takes under Query Parameters.',
			},
			{
				name: 'None',
				value: 'none',
				description: 'One request; a list comes as the service gives it, one item for each record',
			},
			{
				name: 'Pages',
				value: 'pages',
				description: 'The query parameters page and pageSize, which the node sets',
			},
		],
		default: 'none',
		description: 'How the operation gives a long list',
	},
	...updateDisplayOptions(
		{ show: { method: ['GET'], response: ['json'], paging: ['cursor', 'pages'] } },
		returnAllFields,
	),
	...updateDisplayOptions({ show: { method: ['GET'], response: ['json'], paging: ['cursor'] } }, [
		{
			...idFieldOption,
			description:
				'Where a record holds its identifier, after which the list goes on; a name, or a path with dots. When empty, the usual names are tried.',
		},
	]),
];

/** Options besides those that every operation has, all for events. */
export const requestOptions: INodeProperties[] = updateDisplayOptions(
	{ show: { '/response': ['events'] } },
	[
		{
			displayName: 'Include Raw Data',
			name: 'includeRaw',
			type: 'boolean',
			default: false,
			description: 'Whether to add the data of each event as it arrived, where it is JSON',
		},
		...streamOptions('stream'),
	],
);
