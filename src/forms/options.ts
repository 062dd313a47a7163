import type { IDataObject, ILoadOptionsFunctions, INodeProperties } from 'n8n-workflow';
import { InputError } from '../api/errors';
import { readAuthentication } from './authentication';
import { type Form, formOf } from './formItem';
import {
	booleanParameter,
	collectionParameter,
	emptyOption,
	isOn,
	milliseconds,
	numberParameter,
	readNumber,
	textParameter,
} from './parameters';
import { readTextValue } from './value';

export const concurrency = numberParameter(
	'concurrency',
	10,
	'How many items to process in parallel. If not set, the node adapts to the service and keeps creates, and updates of the same record, in input order.',
);

export const maxRetries = numberParameter(
	'maxRetries',
	3,
	"How many times to retry a failed request, twice as many after a 429. Requests that change data are retried only if the service can't have processed them.",
	0,
);

export const timeout = milliseconds('timeout', 60_000, 'How long to wait for a response');

const tenantId = textParameter(
	'tenantId',
	'1234',
	"Tenant to use instead of the credential's. An expression can set another tenant for each item.",
);

/**
 * How requests are sent, and what to do if they fail, in the labels of the options.
 *
 * @throws InputError if a number is wrong, also that of items in parallel, which counts for all items
 */
export function readSendOptions(form: Form) {
	readNumber(form, concurrency);
	const isFixed = Object.hasOwn(Object(form.parameter('options', {})) as object, concurrency.name);
	return {
		timeout: readNumber(form, timeout),
		maxRetries: readNumber(form, maxRetries),
		ifTimeout: "Raise 'Timeout' in the options, or try again later.",
		ifBusy: `You can also raise 'Max Retries'${isFixed ? ", and lower or remove 'Concurrency'" : ''}.`,
	};
}

/**
 * The text of an option; undefined without the option.
 *
 * @throws InputError if the option is empty, as for an expression without a value
 */
export function readOption(
	options: IDataObject,
	{ displayName, name }: INodeProperties,
): string | undefined {
	if (!Object.hasOwn(options, name)) return undefined;
	const text = readTextValue(displayName, options[name]);
	if (text !== undefined) return text;
	throw emptyOption(displayName);
}

/** @throws InputError if the option is empty, or the node uses a signed-in user */
export function readTenantId(form: Form, options = form.parameter<IDataObject>('options', {})) {
	const selected = readOption(options, tenantId);
	if (selected !== undefined && readAuthentication(form) === 'user') {
		throw new InputError(
			"'Tenant ID' can't be set for a signed-in user",
			"Remove 'Tenant ID' from 'Options', or use a credential of type 'Integration Service OAuth2 API'.",
		);
	}
	return selected;
}

/**
 * As {@link readTenantId}, for the lists of a form.
 *
 * @throws InputError if the option is an expression, which needs an input item, or empty. The editor
 *   evaluates an expression, which is empty before an item has been read.
 */
export function readFixedTenantId(functions: ILoadOptionsFunctions): string | undefined {
	// Other options may be expressions that need an item, so they are not evaluated.
	const options = Object(functions.getNode().parameters.options) as IDataObject;
	const text = String(options.tenantId ?? '').trim();
	const needsItem = text === '' || text.startsWith('=');
	const isSet = Object.hasOwn(options, tenantId.name);
	if (!isSet || !needsItem) return readTenantId(formOf(functions), options);
	throw new InputError(
		`The list can't be loaded because '${tenantId.displayName}' in the options is empty or an expression`,
		"Use 'By Email', 'By Name', or 'By ID'. In a drop-down, use an expression with IDs. To select from the list, enter a fixed tenant ID.",
	);
}

/** An option of operations that change something. */
export const previewOption = booleanParameter(
	'previewOnly',
	'Whether to return the planned request without sending it',
	true,
);

/** Whether the option is added and not turned off. An expression without a value doesn't turn it off. */
export function readPreview(form: Form): boolean {
	const options = form.parameter<IDataObject>('options', {});
	return Object.hasOwn(options, previewOption.name) && isOn(form, previewOption, 'options');
}

/** An option of operations that must not be repeated. */
export const uniqueKeyOption = textParameter(
	'uniqueKey',
	'{{ $json.orderNumber }}',
	'Registers only one return for each key, also if you run the workflow again. The node remembers the last 10,000 keys.',
);

/** An option of operations that delete: an empty search must not delete everything. */
export const stopIfMoreThan = numberParameter(
	'stopIfMoreThan',
	10,
	'Maximum number of items. If there are more, the node fails and deletes nothing. In a loop, each batch counts alone.',
);

/**
 * @param forms of all items, whose options may differ
 * @throws InputError if there are more items than one of them allows, or its option is wrong
 */
export function checkItemCount(forms: readonly Form[]): void {
	const { displayName } = stopIfMoreThan;
	for (const form of forms) {
		const maximum = readNumber(form, { ...stopIfMoreThan, default: Number.MAX_SAFE_INTEGER });
		if (forms.length <= maximum) continue;
		throw new InputError(
			`The node received ${forms.length} items, but '${displayName}' is ${maximum}`,
			`Nothing was deleted. Check the nodes before this one, or raise '${displayName}' in Options.`,
		);
	}
}

/** Options of nodes that send requests for one item. */
export const requestOptions = [maxRetries, tenantId, timeout] as const;

/** The Options collection of an operation. */
export function optionsField(
	further: readonly INodeProperties[],
	common: readonly INodeProperties[] = [concurrency, ...requestOptions],
): INodeProperties {
	return collectionParameter('options', [...common, ...further]);
}
