/** The simulated service takes and answers what specification/service.md says. */
import type { OperationId } from '../../src/api/operations';
import { operationCases } from '../cases';
import {
	type FieldType,
	readSpecification,
	type SpecifiedField,
} from '../../specification/specification';
import { send } from './client';
import type { Sandbox } from './index';
import { startSandbox } from './index';
import { handlers } from './operations';
import type { Schema } from './operations/handler';

const { operations, records, types } = readSpecification();

/** The fields of a record in a place, or undefined where they are not shown. */
function fieldsOf(name: string, places: readonly string[]): readonly SpecifiedField[] | undefined {
	return records
		.find((record) => record.name === name)
		?.fields?.filter(({ usedIn }) => !usedIn.length || usedIn.some((use) => places.includes(use)));
}

const jsonType = (name: string) => types.find((type) => type.name === name)?.json ?? 'object';

const mapValues = <T, U>(object: Readonly<Record<string, T>>, map: (value: T, key: string) => U) =>
	Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));

/** A type of the specification as lists, objects and the names of JSON types. */
function specifiedShape(type: FieldType, places: readonly string[]): unknown {
	switch (type.kind) {
		case 'list':
			return [specifiedShape(type.of, places)];
		case 'fields':
			return mapValues(type.fields, (field, name) => specifiedShape(field, [...places, name]));
		case 'name': {
			const fields = fieldsOf(type.name, places);
			if (!fields) return jsonType(type.name);
			return Object.fromEntries(
				fields.map((field) => [field.name, specifiedShape(field.type, places)]),
			);
		}
	}
}

/** The same of a JSON schema; `open` stands for an object that may have any field. */
function schemaShape(schema: Schema): unknown {
	if (schema.type === 'array') return [schemaShape(schema.items as Schema)];
	if (schema.type !== 'object') return schema.type;
	if (schema.additionalProperties !== false) return 'object';
	return mapValues(schema.properties as Record<string, Schema>, schemaShape);
}

/** Where a value differs from a type of the specification. */
function differences(type: FieldType, value: unknown, at = 'response'): string[] {
	// Whether a field may be null or missing is not shown.
	if (value === null || value === undefined) return [];
	switch (type.kind) {
		case 'list':
			if (!Array.isArray(value)) return [`${at} is no list`];
			return value.flatMap((entry, index) => differences(type.of, entry, `${at}[${index}]`));
		case 'fields':
			throw new Error('No response has a field of this type');
		case 'name': {
			const fields = fieldsOf(type.name, ['response']);
			if (!fields) {
				const expected = jsonType(type.name).replace('integer', 'number');
				return typeof value === expected ? [] : [`${at} is no ${expected}`];
			}
			const names = fields.map(({ name }) => name);
			return [
				...Object.keys(value as object).filter((name) => !names.includes(name)),
				...fields.flatMap((field) =>
					differences(
						field.type,
						(value as Record<string, unknown>)[field.name],
						`${at}.${field.name}`,
					),
				),
			];
		}
	}
}

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ streamDelayMs: 0, seed: { users: 60, longestLog: 20 } });
});
afterAll(async () => await sandbox.close());
beforeEach(() => sandbox.reset());

describe.each(operations)('$id', (operation) => {
	const id = operation.id as OperationId;

	test('has the specified query parameters', () => {
		const { query } = handlers[id];
		expect(Object.keys(query?.properties ?? {}).sort()).toEqual([...operation.query].sort());
	});

	test('takes the specified body', () => {
		const { body } = handlers[id];
		if (operation.body.kind === 'record') {
			const place = operation.method === 'POST' ? 'create' : 'update';
			expect(schemaShape(body ?? {})).toEqual(specifiedShape(operation.body.type, [place]));
		} else {
			expect(body !== undefined).toBe(operation.body.kind === 'notShown');
		}
	});

	test('answers with the specified record', async () => {
		const { path, query, body } = operationCases[id].success(sandbox);
		const { status, json } = await send(sandbox, id, { path, query, body });
		const success = operation.success.find((each) => (each.status ?? status) === status);
		expect(success).toBeDefined();
		if (success?.response.kind === 'record') {
			expect(json).toBeDefined();
			expect(differences(success.response.type, json)).toEqual([]);
		} else {
			expect(json).toBeUndefined();
		}
	});
});
