import { activeFilter } from '../../../src/api/activeFilter';
import { limits } from '../../../src/api/limits';
import type { Schema } from './handler';

export const text: Schema = { type: 'string' };
export const nonEmptyString: Schema = { type: 'string', pattern: '\\S' };
export const wholeNumber: Schema = { type: 'integer' };
export const boolean: Schema = { type: 'boolean' };

export function listOf(items: Schema): Schema {
	return { type: 'array', items };
}

/** A record of described fields only. */
export function record(properties: Record<string, Schema>, required: string[] = []): Schema {
	return { type: 'object', properties, required, additionalProperties: false };
}

/** A record that may hold fields that the spec does not describe. */
export function openRecord(properties: Record<string, Schema>, required: string[] = []): Schema {
	return { type: 'object', properties, required };
}

/** A change-set with the parts that the field has (spec 2.1, 2.5). */
export function changeSet(parts: { added: Schema; modified?: Schema; removed: Schema }): Schema {
	return record(
		Object.fromEntries(Object.entries(parts).map(([part, entry]) => [part, listOf(entry)])),
	);
}

/** Query of paged lists; the handler checks the numbers, as they have codes of their own. */
export const pagedQuery: Schema = record({ page: text, pageSize: text });

/** Query of the searches for users and groups. */
export const searchQuery: Schema = record({
	page: text,
	pageSize: text,
	keywords: text,
	active: { enum: activeFilter.values },
});

/** Query of the run logs. */
export const logQuery: Schema = record({ searchAfterId: text, limit: text });

/** A whole number of a query within limits, or undefined where it is not one. */
export function numberInQuery(
	value: string | undefined,
	fallback: number,
	minimum: number,
	maximum: number = limits.int32,
): number | undefined {
	if (value === undefined) return fallback;
	const number = Number(value);
	return /^\d+$/.test(value) && number >= minimum && number <= maximum ? number : undefined;
}
