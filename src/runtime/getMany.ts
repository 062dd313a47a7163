import type { OperationId } from '../api/operations';
import { listForms } from '../forms/lists';
import { type RecordOutput, readToolOutput, toolOutputFields } from '../forms/simplify';
import type { NodeOperation } from './operation';

interface ListOperation<Id extends OperationId> {
	readonly id: Id;
	readonly name?: string;
	readonly action: string;
	readonly description: string;
	/** Above those of the list. */
	readonly fields?: NodeOperation['fields'];
	/** Which fields of a record a tool passes to its model; all if not set. */
	readonly toolOutput?: RecordOutput;
}

/** An operation that returns a list. */
export function getMany<Id extends OperationId>(
	form: keyof typeof listForms,
	{ fields = [], toolOutput, ...texts }: ListOperation<Id>,
): NodeOperation<Id> {
	const list = { options: [], ...listForms[form] };
	return {
		name: 'Get Many',
		...texts,
		fields: [...fields, ...list.fields, ...(toolOutput ? toolOutputFields(toolOutput) : [])],
		options: list.options,
		async execute(item) {
			const request = list.read(item);
			const shown = toolOutput && readToolOutput(item, toolOutput);
			const records = await item.list(request);
			return shown ? records.map(shown) : records;
		},
	};
}
