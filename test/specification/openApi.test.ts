/** What goes between the nodes and the sandbox, by the OpenAPI document and a validator for it. */
import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import document from '../../specification/openapi.json';
import { type OperationId, operationRow, operations } from '../../src/api/operations';
import { operationCases } from '../cases';
import { runCase } from '../nodes/runCase';
import type { LoggedRequest, Sandbox } from '../sandbox';
import { type Answer, type Input, send } from '../sandbox/client';
import { readSpecification } from '../../specification/specification';
import { withoutNulls } from '../../specification/withoutNulls';
import { packageUnderTest } from '../nodes/nodeUnderTest';

type Content = Readonly<Record<string, { readonly schema?: object }>>;

interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly required?: boolean;
	readonly schema: object;
}

interface Operation {
	readonly operationId: string;
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: {
		readonly required?: boolean;
		readonly content: Content;
	};
	readonly responses: Readonly<
		Record<string, { readonly content?: Content; readonly 'x-error-codes'?: readonly string[] }>
	>;
}

interface Described {
	/** Path template. */
	readonly path: string;
	readonly method: string;
	readonly operation: Operation;
}

const ids = Object.keys(operations) as OperationId[];

const described = new Map(
	Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
		([path, methods]) =>
			Object.entries(methods).map(([method, operation]): [string, Described] => [
				operation.operationId,
				{ path, method: method.toUpperCase(), operation },
			]),
	),
);

const validator = (components: object, coerceTypes = false) =>
	addFormats(new Ajv2020({ allErrors: true, strict: false, coerceTypes })).addSchema(
		{ components },
		'service',
	);
const responses = validator(document.components);
const parameters = validator(document.components, true);
const requests = validator(closedComponents());

/** The components with records that have no field but the described ones, as nodes send them. */
function closedComponents(): object {
	const records = new Set(
		readSpecification()
			.records.filter(({ fields }) => fields !== undefined)
			.map(({ name }) => name),
	);
	const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
		name,
		records.has(name) ? { ...schema, additionalProperties: false } : schema,
	]);
	return { schemas: Object.fromEntries(schemas) as object };
}

const setup = packageUnderTest({ streamDelayMs: 0, seed: { users: 130, longestLog: 1100 } });

function describedAs(id: string): Described {
	const found = described.get(id);
	if (!found) throw new Error(`specification/openapi.json has no ${id}`);
	return found;
}

/** What a validator objects to; records refer to each other by the document's own paths. */
function objections(ajv: Ajv2020, schema: object, value: unknown): ErrorObject[] {
	const text = JSON.stringify(schema).replaceAll('"#/', '"service#/');
	const validate = ajv.compile(JSON.parse(text) as object);
	validate(value);
	return validate.errors ?? [];
}

function objectSchema(fields: readonly Parameter[]): object {
	return {
		type: 'object',
		properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
		required: fields.filter(({ required }) => required).map(({ name }) => name),
		additionalProperties: false,
	};
}

/** Values of the path's parameters, by a template such as `/users/{userId}`. */
function pathValues(template: string, path: string): Record<string, string> {
	const pattern = template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
	const match = new RegExp(`${pattern}$`).exec(path);
	if (!match) throw new Error(`${path} is not ${template}`);
	return Object.fromEntries(
		Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
	);
}

/** What the document objects to in a request. */
function objectionsToRequest(id: string, request: Partial<LoggedRequest>): unknown[] {
	const { path, method, operation } = describedAs(id);
	const fields = operation.parameters ?? [];
	const within = (place: string) => objectSchema(fields.filter((field) => field.in === place));
	const found: unknown[] = [
		...objections(parameters, within('path'), pathValues(path, request.path ?? '')),
		...objections(parameters, within('query'), { ...request.query }),
	];
	if (request.method !== method) found.push(`${request.method}, not ${method}`);
	const streams = Object.values(operation.responses).some(
		({ content = {} }) => 'text/event-stream' in content,
	);
	const accepted = streams ? 'text/event-stream' : 'application/json';
	if (request.accept !== accepted) found.push(`accepts ${request.accept}, not ${accepted}`);
	const { requestBody } = operation;
	if (request.body === undefined) return requestBody?.required ? [...found, 'no body'] : found;
	if (!requestBody) return [...found, 'a body'];
	const schema = requestBody.content['application/json']?.schema ?? {};
	return [...found, ...objections(requests, schema, request.body)];
}

/** What the document objects to in a response. */
function objectionsToResponse(id: string, answer: Answer, ajv = responses): unknown[] {
	const { status, headers, text, json } = answer;
	const { responses: known } = describedAs(id).operation;
	const response = known[status] ?? known[`${Math.floor(status / 100)}XX`];
	if (!response) return [`status ${status}`];
	const [type, content] = Object.entries(response.content ?? {})[0] ?? [];
	if (!type || !content) return text === '' ? [] : ['a body'];
	const sent = String(headers['content-type']);
	if (type !== '*/*' && !sent.startsWith(type)) return [`${sent}, not ${type}`];
	const value = type === 'application/json' ? withoutNulls(json) : text;
	return objections(ajv, content.schema ?? {}, value);
}

function inputOf(id: OperationId): Input {
	const { path, query, body } = operationCases[id].success(setup.sandbox);
	return { path, query, body };
}

describe.each(ids)('%s', (id) => {
	test('sends what the document describes', async () => {
		const { error } = await runCase(setup.engine, setup.sandbox, id);
		expect(error).toBeUndefined();
		expect(setup.sandbox.requests).toHaveLength(1);
		for (const request of setup.sandbox.requests)
			expect(objectionsToRequest(id, request)).toEqual([]);
	});

	if (operationRow(id).paging) {
		test('reads further pages as the document describes', async () => {
			const { error } = await runCase(setup.engine, setup.sandbox, id, { returnAll: true });
			expect(error).toBeUndefined();
			expect(setup.sandbox.requests.length).toBeGreaterThan(0);
			for (const request of setup.sandbox.requests)
				expect(objectionsToRequest(id, request)).toEqual([]);
		});
	}

	test('gets what the document describes from the sandbox', async () => {
		const answer = await send(setup.sandbox, id, inputOf(id));
		// A field that the specification doesn't show would hide that a node depends on it.
		expect(objectionsToResponse(id, answer, requests)).toEqual([]);
	});

	const codes = describedAs(id).operation.responses['4XX']?.['x-error-codes'] ?? [];
	if (codes.length > 0) {
		test.each(codes)('can be refused with %s', async (code) => {
			const refusals: Partial<Record<string, (sandbox: Sandbox) => Input>> =
				operationCases[id].refusals;
			const makeInput = refusals[code];
			if (!makeInput) throw new Error(`no request raises ${code}`);
			const answer = await send(setup.sandbox, id, makeInput(setup.sandbox));
			expect(answer.text).toContain(code);
			expect(objectionsToResponse(id, answer)).toEqual([]);
		});
	}
});

describe('the validator rejects', () => {
	const update = () => {
		const path = '/admin/user-group/user-groups/7';
		return { method: 'PATCH', path, query: {}, accept: 'application/json' };
	};

	test.each<[string, object]>([
		['a field that a record does not have', { groupname: 'Night shift' }],
		['a wrong type', { active: 'yes' }],
		['a change-set in the shape of another field', { roles: { added: [{ role: 'READER' }] } }],
		['a field that an object does not have', { reports: { modified: [7] } }],
		['a wrong type deep in a body', { webStores: { added: [{ storeId: '12' }] } }],
	])('%s', (_, body) => {
		expect(objectionsToRequest('userGroup.update', { ...update(), body })).toHaveLength(1);
	});

	test('wrong IDs, page sizes and filters', () => {
		const list = { method: 'GET', path: '/admin/user/users', accept: 'application/json' };
		const path = '/admin/user-group/user-groups/night-shift';
		const wrongId = { ...update(), path, body: { active: true } };
		expect(objectionsToRequest('userGroup.update', wrongId)).toHaveLength(1);
		for (const query of [{ pageSize: '101' }, { page: '0' }, { active: 'YES' }, { name: 'Eva' }]) {
			expect(objectionsToRequest('user.getAll', { ...list, query })).toHaveLength(1);
		}
	});

	test('undescribed statuses and wrong types of a record', async () => {
		const answer = await send(setup.sandbox, 'ticket.unassign', inputOf('ticket.unassign'));
		const json = { ...(answer.json as object), ticketId: '17' };
		expect(objectionsToResponse('ticket.unassign', { ...answer, json })).toHaveLength(1);
		expect(objectionsToResponse('ticket.unassign', { ...answer, status: 302 })).toHaveLength(1);
	});
});
