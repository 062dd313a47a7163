import type { IDataObject } from 'n8n-workflow';
import type { ItemContext } from './operation';
import { readBody } from './requestBody';

/**
 * The body of a described record: the form with Additional Body merged over it, or the user's JSON.
 *
 * @param item the item
 * @param readForm reads the form
 * @throws InputError where JSON is wrong, or as the form's reader
 */
export function readFormBody(
	item: ItemContext,
	readForm: (item: ItemContext) => IDataObject,
): IDataObject {
	const { body } = readBody(item, {});
	const isWhole = item.parameter<string>('specifyBody', 'fields') === 'json';
	return isWhole ? body : { ...readForm(item), ...body };
}
