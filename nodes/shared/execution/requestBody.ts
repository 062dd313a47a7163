import type { IDataObject } from 'n8n-workflow';
import { InputError } from '../transport/serviceError';
import { jsonObject } from './jsonParameter';
import type { ItemContext } from './operation';

/** The body to send, and whether the user wrote some of its names. */
export interface RequestBody {
	readonly body: IDataObject;
	/** The user wrote names of their own, so that a missing field may be there under another name. */
	readonly ownNames: boolean;
}

/** Whether a field of the form was left empty, which means: not sent. */
function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}

/**
 * The body of a record whose fields the specification does not describe: the form's fields under
 * the assumed names with Additional Body merged over them, or the user's JSON as it is.
 *
 * @param item the item
 * @param names for each parameter of the form the name in the body
 * @throws InputError where JSON is wrong, or nothing would be sent
 */
export function readBody(item: ItemContext, names: Readonly<Record<string, string>>): RequestBody {
	if (item.parameter<string>('specifyBody', 'fields') === 'json') {
		const body = jsonObject(item, 'JSON Body', 'jsonBody');
		if (Object.keys(body).length === 0) {
			throw new InputError(
				item.node,
				'JSON Body is empty',
				'Write the body to send, or set Specify Body to "Using Fields Below".',
			);
		}
		return { body, ownNames: true };
	}
	const body: IDataObject = {};
	for (const [parameter, name] of Object.entries(names)) {
		const value = item.parameter<IDataObject[string]>(parameter, '');
		if (!isEmpty(value)) body[name] = typeof value === 'string' ? value.trim() : value;
	}
	const additional = jsonObject(item, 'Additional Body', 'additionalBody');
	return { body: { ...body, ...additional }, ownNames: Object.keys(additional).length > 0 };
}

/**
 * Refuses a body with nothing in it.
 *
 * @param item the item
 * @param body what would be sent
 * @throws InputError naming the way out
 */
export function requireContent(item: ItemContext, { body }: RequestBody): void {
	if (Object.keys(body).length > 0) return;
	throw new InputError(
		item.node,
		'There is nothing to send',
		'Fill in at least one field. If the values come from expressions, check this item.',
	);
}
