import { type OperationId, pathParameters, pathParametersOf } from './operations';

/** Types of fields by their names, as specification/service.md writes types: `boolean`, `string`, `object`. */
export type FieldTypes = Readonly<Record<string, string>>;

/** The fields of an item if the response has no body: what was done, and to which record. */
export function confirmation(id: OperationId, done: 'deleted' | 'success'): FieldTypes {
	const record = pathParametersOf(id).map((name) => [name, pathParameters[name].type]);
	return { [done]: 'boolean', ...Object.fromEntries(record) };
}
