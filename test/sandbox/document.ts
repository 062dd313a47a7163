import document from '../../specification/openapi.json';
import type { OperationId } from '../../src/api/operations';
import type { Schema } from './operations/handler';

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** A parameter of a path or query, as specification/openapi.json describes it. */
interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly required?: boolean;
	readonly schema: Schema;
}

interface Operation {
	readonly operationId: string;
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: { readonly content: Content };
	readonly responses: Readonly<
		Record<string, { readonly content?: Content; readonly 'x-error-codes'?: readonly string[] }>
	>;
}

const described = new Map(
	Object.values(document.paths as Record<string, Record<string, Operation>>)
		.flatMap((methods) => Object.values(methods))
		.map((operation) => [operation.operationId, operation]),
);

/** What specification/openapi.json describes of an operation. */
export function describedOperation(id: OperationId): Operation {
	const operation = described.get(id);
	if (!operation) throw new Error(`${id} is missing in openapi.json: npx gulp writeDocuments`);
	return operation;
}

/** Fields that a record needs; the document requires none, so the believable ones. */
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

const records = JSON.parse(
	JSON.stringify(document.components.schemas),
	requireFieldsOfItems,
) as Record<string, Schema>;

/** The document's records; one whose fields are described has no others. */
export const describedRecords: Schema = {
	$id: 'service',
	components: {
		schemas: Object.fromEntries(
			Object.entries(records).map(([name, schema]) => [
				name,
				{
					...schema,
					...(schema.properties !== undefined &&
						!String(schema.description).includes('not shown') && { additionalProperties: false }),
					required: requiredFields[name] ?? [],
				},
			]),
		),
	},
};

/** A schema of the document, with references that lead into `describedRecords`. */
export function referring(schema: Schema = {}): Schema {
	return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"service#/')) as Schema;
}

/**
 * What the path, query and body of an operation must be like.
 *
 * @param body what the operation needs besides what the document describes
 */
export function requestSchema(id: OperationId, body: Schema = {}): Schema {
	const { parameters = [], requestBody } = describedOperation(id);
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
	const { parameters = [] } = describedOperation(id);
	const numbers = parameters.flatMap(({ name, schema }) => (schema.type === 'integer' ? name : []));
	return Object.fromEntries(
		Object.entries(values).map(([name, value]: [string, unknown]) => [
			name,
			numbers.includes(name) && /^-?\d{1,10}$/.test(String(value)) ? Number(value) : value,
		]),
	);
}
