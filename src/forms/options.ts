import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../api/errors';
import type { FormItem } from './formItem';
import { readText } from './value';

/** Options that every operation has. */
export interface CommonOptions {
	/** Items worked on at the same time; undefined where the node finds out what the service bears. */
	concurrency?: number;
	/** Milliseconds a request may take. */
	timeout: number;
	/** How often a request is sent again where that is safe. */
	maxRetries: number;
}

export const defaultOptions = { timeout: 60_000, maxRetries: 3 } as const;

const tenantIdLabel = 'Tenant ID';

/**
 * The tenant that the options name for an item.
 *
 * @returns undefined if the credential's tenant counts
 * @throws InputError if the option is set but empty, as for an expression without a value
 */
export function readTenantId(item: FormItem): string | undefined {
	const options = item.parameter<IDataObject>('options', {});
	if (!Object.hasOwn(options, 'tenantId')) return undefined;
	const tenantId = readText(tenantIdLabel, options.tenantId);
	if (tenantId !== undefined) return tenantId;
	throw new InputError(
		`${tenantIdLabel} in Options is empty`,
		"Enter a tenant ID, or remove the option to use the credential's tenant.",
	);
}

/**
 * The Options collection of an operation.
 *
 * @param further the operation's own options, which replace common ones of the same name
 */
export function optionsField(further: readonly INodeProperties[] = []): INodeProperties {
	const { maxRetries, timeout } = defaultOptions;
	const common: INodeProperties[] = [
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 10,
			description:
				'How many items to work on at the same time. Without this option the node finds out how many the service bears; changes of the same record, and creations, then follow the order of the items. The order of the output is always that of the items.',
		},
		{
			displayName: 'Max Retries',
			name: 'maxRetries',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: maxRetries,
			description:
				'How often to send a request again. One that changes something is sent again only where the service cannot have acted on it: after 429, after 503 with Retry-After, and where no connection was made. One that only reads also after 500, 502, 503, 504 and a broken connection.',
		},
		{
			displayName: tenantIdLabel,
			name: 'tenantId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1234',
			description:
				"Tenant to use instead of the credential's. An expression can set another tenant for each item.",
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: timeout,
			hint: 'In milliseconds',
			description: 'How long one request may take',
		},
	];
	const isNotReplaced = ({ name }: INodeProperties) => further.every((own) => own.name !== name);
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...common.filter(isNotReplaced), ...further].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	};
}
