import type { OperationId } from '../api/operations';
import { listForms } from '../forms/lists';
import type { NodeOperation } from './operation';

/**
 * An operation that returns a list.
 *
 * @param action in the node panel, if it isn't the operation and its resource
 */
export function getMany(
	form: keyof typeof listForms,
	id: OperationId,
	description: string,
	action?: string,
): NodeOperation {
	const list = { options: [], ...listForms[form] };
	return {
		id,
		action,
		description,
		fields: list.fields,
		options: list.options,
		execute: async (item) => await item.list(list.read(item)),
	};
}
