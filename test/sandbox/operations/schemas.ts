import type { Schema } from './handler';

export const text: Schema = { type: 'string' };
export const nonEmptyString: Schema = { type: 'string', pattern: '\\S' };
export const wholeNumber: Schema = { type: 'integer' };
export const boolean: Schema = { type: 'boolean' };

export function listOf(items: Schema): Schema {
	return { type: 'array', items };
}

/** A record that can have fields that the spec does not describe. */
export function openRecord(
	properties: Record<string, Schema | false>,
	required: string[] = [],
): Schema {
	return { type: 'object', properties, required };
}
