import type { INodeProperties } from 'n8n-workflow';
import { onlyReads, type OperationId, operationRow } from '../service/operations';

/** Options that every operation has. */
export interface CommonOptions {
	/** Items worked on at the same time. */
	concurrency: number;
	/** Milliseconds a request may take. */
	timeout: number;
	/** How often a request is sent again where that is safe. */
	maxRetries: number;
}

export const defaultOptions = { timeout: 60_000, maxRetries: 3 } as const;

/**
 * How many items are worked on at the same time unless the user says otherwise: writes happen in
 * the order of the items.
 *
 * @param id the operation
 */
export function defaultConcurrency(id: OperationId): number {
	return onlyReads(operationRow(id)) ? 5 : 1;
}

/**
 * The Options collection of an operation.
 *
 * @param id the operation, whose default concurrency is shown
 * @param further the operation's own options, which replace common ones of the same name
 */
export function optionsField(
	id: OperationId,
	further: readonly INodeProperties[] = [],
): INodeProperties {
	const { maxRetries, timeout } = defaultOptions;
	const common: INodeProperties[] = [
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: defaultConcurrency(id),
			description:
				'How many items to work on at the same time. The order of the output stays that of the items.',
		},
		{
			displayName: 'Max Retries',
			name: 'maxRetries',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: maxRetries,
			description:
				'How often to send a request again when the service is busy or the network fails. A change that may have arrived is never sent twice.',
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
