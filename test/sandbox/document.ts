import { records, specifiedOperation } from '../../specification/specification';
import type { OperationId } from '../../src/api/operations';
import type { Schema } from './operations/handler';

/** Fields that a record needs; the specification requires none, so the believable ones. */
const requiredFields: Readonly<Record<string, readonly string[]>> = {
	NewReturn: ['rows'],
	PropertyKey: ['presentation'],
	ReturnRow: ['quantity'],
	TicketVersion: ['version'],
	Translation: ['languageCode'],
	WarehouseRef: ['warehouseCompanyId', 'warehouseId'],
};

/** An object in a list needs all of its described fields. */
function requireFieldsOfItems(name: string, schema: Schema): Schema {
	if (name !== 'items' || !schema.properties) return schema;
	return { ...schema, required: Object.keys(schema.properties) };
}

const strictRecords = JSON.parse(JSON.stringify(records), requireFieldsOfItems) as Record<
	string,
	Schema
>;

/** The specification's records; one whose fields are all described has no others. */
export const describedRecords: Schema = {
	$id: 'service',
	components: {
		schemas: Object.fromEntries(
			Object.entries(strictRecords).map(([name, schema]) => [
				name,
				{
					...schema,
					...(!schema['x-not-shown'] && { additionalProperties: false }),
					required: requiredFields[name] ?? [],
				},
			]),
		),
	},
};

/** A schema of the specification, with references that lead into `describedRecords`. */
export function referring(schema: Schema = {}): Schema {
	return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"service#/')) as Schema;
}

/**
 * What the path, query and body of an operation must be like.
 *
 * @param body what the operation needs besides what the specification describes
 */
export function requestSchema(id: OperationId, body: Schema = {}): Schema {
	const { parameters, requestBody } = specifiedOperation(id);
	const within = (place: string): Schema => {
		const fields = parameters.filter((parameter) => parameter.in === place);
		return {
			type: 'object',
			properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
			additionalProperties: false,
		};
	};
	const sent = requestBody?.content['application/json']?.schema;
	return {
		properties: {
			path: within('path'),
			query: within('query'),
			body: requestBody ? { allOf: [referring(sent), body] } : { type: 'null' },
		},
	};
}

/** Parameters with whole numbers as numbers; a text that isn't one stays a text. */
export function parseParameters(id: OperationId, values: object): Record<string, unknown> {
	const { parameters } = specifiedOperation(id);
	const numbers = parameters.flatMap(({ name, schema }) => (schema.type === 'integer' ? name : []));
	return Object.fromEntries(
		Object.entries(values).map(([name, value]: [string, unknown]) => [
			name,
			numbers.includes(name) && /^-?\d{1,10}$/.test(String(value)) ? Number(value) : value,
		]),
	);
}
