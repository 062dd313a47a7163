/** The sources agree with specification/openapi.yaml. */
import {
	errorConditions,
	limits as specifiedLimits,
	operations as specifiedOperations,
	parameters,
	placeOf,
	specifiedOperation,
	tokenPath as specifiedTokenPath,
} from '../../specification/specification';
import { activeFilter } from '../../src/api/activeFilter';
import { defaultScopePrefix, tokenPath } from '../../src/api/authorizationServer';
import { errorCodes } from '../../src/api/errorCodes';
import { limits } from '../../src/api/limits';
import {
	type OperationId,
	operationRow,
	operations,
	pathParameters,
} from '../../src/api/operations';

const placeInSpecification = (id: string) => placeOf(`operationId: ${id}`);
const placeInCatalogue = (id: string) => placeOf(`'${id}':`, 'src/api/catalogue.ts');

/** A row of the catalogue by the specification. */
function expectedRow(id: string): object {
	const operation = specifiedOperation(id);
	const queries = operation.parameters.map(({ name }) => name);
	return {
		method: operation.method,
		path: operation.path,
		scope: operation.scope,
		success: operation.statuses,
		errorCodes: operation.errorCodes,
		paging: queries.includes('page') ? 'page' : queries.includes('searchAfterId') ? 'cursor' : '',
		bodiless: operation.bodiless,
		streams: operation.streams,
		interactiveUser: operation.interactiveUser,
	};
}

/** A row of the catalogue, without the package's own knowledge. */
function cataloguedRow(id: OperationId): Record<string, unknown> {
	const { method, path, scope, success = [], errorCodes, ...row } = operationRow(id);
	return {
		method,
		path,
		scope: `${defaultScopePrefix}${scope}`,
		success: [...success].sort(),
		errorCodes,
		paging: row.paging?.by ?? '',
		bodiless: row.bodiless ?? false,
		streams: row.streams ?? false,
		interactiveUser: row.interactiveUser ?? false,
	};
}

test('the catalogue has the operations of the specification', () => {
	const catalogued = Object.keys(operations);
	const specified = specifiedOperations.map(({ id }) => id);
	expect([
		...specified
			.filter((id) => !catalogued.includes(id))
			.map((id) => `${placeInSpecification(id)}: src/api/catalogue.ts has no row ${id}`),
		...catalogued
			.filter((id) => !specified.includes(id))
			.map((id) => `${placeInCatalogue(id)}: specification/openapi.yaml has no operation ${id}`),
	]).toEqual([]);
});

test('the rows of the catalogue have the values of the specification', () => {
	const ids = Object.keys(operations) as OperationId[];
	const differences = ids.flatMap((id) => {
		const row = cataloguedRow(id);
		return Object.entries(expectedRow(id))
			.map(([name, value]) => [name, JSON.stringify(row[name]), JSON.stringify(value)])
			.filter(([, catalogued, specified]) => catalogued !== specified)
			.map(
				([name, catalogued, specified]) =>
					`${placeInCatalogue(id)}: ${name} of ${id} is ${catalogued}, ` +
					`but ${specified} at ${placeInSpecification(id)}`,
			);
	});
	expect(differences).toEqual([]);
});

test('path parameters have the specified types', () => {
	const specified = parameters.filter((parameter) => parameter.in === 'path');
	const types = Object.entries(pathParameters).map(([name, { type }]) => [name, type]);
	expect(Object.fromEntries(types)).toEqual(
		Object.fromEntries(specified.map(({ name, schema }) => [name, schema.format ?? schema.type])),
	);
});

test('the active filter has the specified values', () => {
	const { enum: values, default: usual } = parameterNamed('active');
	expect(activeFilter).toEqual({ values, default: usual });
});

test('every code of an operation has a condition, a message, and a hint', () => {
	const withoutCondition = specifiedOperations.flatMap((operation) =>
		operation.errorCodes
			.filter((code) => !(code in errorConditions))
			.map((code) => `${placeOf(`- ${code}`)}: section 7 has no condition of ${code}`),
	);
	expect(withoutCondition).toEqual([]);
	const conditions = Object.keys(errorConditions);
	const unknown = conditions.filter((code) => !(code in errorCodes));
	expect(
		unknown.map((code) => `${placeOf(`  ${code}:`)}: src/api/errorCodes.ts has no ${code}`),
	).toEqual([]);
	const raised = specifiedOperations.flatMap((operation) => operation.errorCodes);
	expect(Object.keys(errorCodes).sort()).toEqual([...new Set(raised)].sort());
});

test('every message and hint of a code is its own', () => {
	const sentences = Object.values(errorCodes).flatMap(({ message, description }) => [
		message,
		description,
	]);
	expect(new Set(sentences).size).toBe(sentences.length);
	for (const sentence of sentences) expect(sentence).not.toMatch(/error|problem|failure|mistake/i);
});

test('the limits are the specified ones', () => {
	const { minimum, maximum, default: usual } = parameterNamed('pageSize');
	const { question, journalRange, accessToken } = specifiedLimits;
	expect(limits).toMatchObject({
		firstPage: parameterNamed('page').minimum,
		pageSize: { minimum, maximum, default: usual },
		logs: { default: parameterNamed('limit').default, maximum: parameterNamed('limit').maximum },
		questionCharacters: question?.maximum,
		journalRangeMonths: journalRange?.maximum,
		accessTokenSeconds: accessToken?.default,
	});
	expect(tokenPath).toBe(specifiedTokenPath);
});

function parameterNamed(wanted: string) {
	const { schema } = parameters.find(({ name }) => name === wanted) ?? {};
	if (!schema) throw new Error(`specification/openapi.yaml has no parameter ${wanted}`);
	return schema;
}
