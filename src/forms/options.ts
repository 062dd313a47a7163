import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../api/errors';
import type { FormItem } from './formItem';
import { readText, wholeNumber } from './value';

export const defaultOptions = { timeout: 60_000, maxRetries: 3 } as const;

const tenantIdLabel = 'Tenant ID';

/** Undefined without the option. An empty option, as of an expression without a value, is refused. */
export function readTenantId(item: FormItem): string | undefined {
	const options = item.parameter<IDataObject>('options', {});
	if (!Object.hasOwn(options, 'tenantId')) return undefined;
	const tenantId = readText(tenantIdLabel, options.tenantId);
	if (tenantId !== undefined) return tenantId;
	throw new InputError(
		`'${tenantIdLabel}' in the options is empty`,
		"Enter a tenant ID, or remove the option to use the credential's tenant.",
	);
}

const stopLabel = 'Stop if More Than';

/** An option of operations that delete: an empty search must not delete everything. */
export const stopIfMoreThan: INodeProperties = {
	displayName: stopLabel,
	name: 'stopIfMoreThan',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 100,
	description: 'Maximum number of items. If there are more, the node fails and deletes nothing.',
};

export function checkItemCount(options: IDataObject, count: number): void {
	if (!Object.hasOwn(options, stopIfMoreThan.name)) return;
	const maximum = wholeNumber(stopLabel, options.stopIfMoreThan, 1);
	if (count <= maximum) return;
	throw new InputError(
		`The node received ${count} items, but '${stopLabel}' is ${maximum}`,
		`Nothing was deleted. Check the nodes before this one, or raise '${stopLabel}' in Options.`,
	);
}

/** The Options collection of an operation. Its own options replace common ones of the same name. */
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
				'How many items to process in parallel. If not set, the node adapts to the service and keeps creates, and updates of the same record, in input order.',
		},
		{
			displayName: 'Max Retries',
			name: 'maxRetries',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: maxRetries,
			description:
				"How many times to retry a failed request. Requests that change data are retried only if the service can't have processed them.",
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
			description: 'How long to wait for a response',
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
