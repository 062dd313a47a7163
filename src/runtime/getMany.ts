import type { OperationId } from '../api/operations';
import { listForms } from '../forms/lists';
import { type RecordOutput, readToolOutput, toolOutputFields } from '../forms/simplify';
import type { NodeOperation } from './operation';

/**
 * An operation that returns a list.
 *
 * @param details `toolOutput` has the fields of a record that a tool passes to its model; all if not set
 */
export function getMany(
	form: keyof typeof listForms,
	id: OperationId,
	description: string,
	{ action, toolOutput }: { action?: string; toolOutput?: RecordOutput } = {},
): NodeOperation {
	const list = { options: [], ...listForms[form] };
	return {
		id,
		action,
		description,
		fields: [...list.fields, ...(toolOutput ? toolOutputFields(toolOutput) : [])],
		options: list.options,
		async execute(item) {
			const request = list.read(item);
			const shown = toolOutput && readToolOutput(item, toolOutput);
			const records = await item.list(request);
			return shown ? records.map(shown) : records;
		},
	};
}
