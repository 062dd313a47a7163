import { activeFilter } from '../../../src/api/activeFilter';
import type { Schema } from './handler';

export const text: Schema = { type: 'string' };
export const nonEmptyString: Schema = { type: 'string', pattern: '\\S' };
export const wholeNumber: Schema = { type: 'integer' };
export const boolean: Schema = { type: 'boolean' };

export function listOf(items: Schema): Schema {
	return { type: 'array', items };
}

/** A record that may hold fields that the spec does not describe. */
export function openRecord(properties: Record<string, Schema>, required: string[] = []): Schema {
	return { type: 'object', properties, required };
}

/** A record of described fields only. */
export function record(properties: Record<string, Schema>, required?: string[]): Schema {
	return { ...openRecord(properties, required), additionalProperties: false };
}

/** A change-set with the parts that the field has (spec 2.1, 2.5). */
export function changeSet(parts: { added: Schema; modified?: Schema; removed: Schema }): Schema {
	return record(
		Object.fromEntries(Object.entries(parts).map(([part, entry]) => [part, listOf(entry)])),
	);
}

const pages = { page: text, pageSize: text };

/** Query of paged lists; the handler checks the numbers, as they have codes of their own. */
export const pagedQuery: Schema = record(pages);

/** Query of the searches for users and groups. */
export const searchQuery: Schema = record({
	...pages,
	keywords: text,
	active: { enum: activeFilter.values },
});
