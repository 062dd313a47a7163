import type { INodeProperties } from 'n8n-workflow';

/** What the choice of a drop-down is called that sends nothing. */
export const unsent = {
	create: 'Leave to the Service',
	update: 'Keep as It Is',
} as const;

/** What a form is filled in for. */
export type Writing = keyof typeof unsent;

/**
 * The form of a record whose fields the specification does not describe: friendly fields, or the
 * whole body as JSON.
 *
 * @param fields the friendly fields
 */
export function bodyFields(fields: readonly INodeProperties[]): INodeProperties[] {
	return [
		{
			displayName: 'Specify Body',
			name: 'specifyBody',
			type: 'options',
			options: [
				{ name: 'Using Fields Below', value: 'fields' },
				{ name: 'Using JSON', value: 'json' },
			],
			default: 'fields',
			description: 'Whether to fill in a form or to write the body that is sent as it is',
		},
		...[
			...fields,
			{
				displayName: 'Additional Body',
				name: 'additionalBody',
				type: 'json' as const,
				typeOptions: { rows: 2 },
				default: '{}',
				description:
					'Further fields as a JSON object, merged over the fields above. Use it for fields that your service has and the form lacks, or names differently.',
			},
		].map((field) => shownFor(field, 'fields')),
		shownFor(
			{
				displayName: 'JSON Body',
				name: 'jsonBody',
				type: 'json',
				required: true,
				default: '{}',
				description: 'The body to send, as a JSON object',
			},
			'json',
		),
	];
}

function shownFor(field: INodeProperties, specifyBody: string): INodeProperties {
	const show = { ...field.displayOptions?.show, specifyBody: [specifyBody] };
	return { ...field, displayOptions: { ...field.displayOptions, show } };
}
