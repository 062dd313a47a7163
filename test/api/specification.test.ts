/** The sources agree with specification/service.md. */
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
import { readSpecification, type SpecifiedOperation } from '../../specification/specification';

const specification = readSpecification();

const named = <T extends { name: string }>(all: readonly T[], name: string): T => {
	const found = all.find((each) => each.name === name);
	if (!found) throw new Error(`specification/service.md does not name ${name}`);
	return found;
};

/** A row of the catalogue as the document lets one expect it. */
function expectedRow({ success, ...operation }: SpecifiedOperation) {
	const statuses = success.flatMap(({ status }) => status ?? []);
	const bodiless = success.filter(({ response }) => response.kind === 'none').length;
	const paging = { page: 'page', searchAfterId: 'cursor' } as const;
	const [pagedBy] = operation.query.flatMap((name) => paging[name as keyof typeof paging] ?? []);
	return {
		method: operation.method,
		path: operation.path,
		scope: operation.scope,
		success: statuses.length > 0 ? statuses : undefined,
		errorCodes: operation.errorCodes,
		paging: pagedBy,
		bodiless: bodiless === success.length || undefined,
		streams: success.some(({ response }) => response.kind === 'events') || undefined,
		interactiveUser: operation.interactiveUser || undefined,
	};
}

/** An operation of the catalogue, without the package's own knowledge. */
function cataloguedRow(id: OperationId) {
	const { method, path, scope, success, ...row } = operationRow(id);
	return {
		method,
		path,
		scope: `${defaultScopePrefix}${scope}`,
		success,
		errorCodes: row.errorCodes,
		paging: row.paging?.by,
		bodiless: row.bodiless,
		streams: row.streams,
		interactiveUser: row.interactiveUser,
	};
}

test('the catalogue has the operations of the specification', () => {
	expect(Object.keys(operations).sort()).toEqual(
		specification.operations.map(({ id }) => id).sort(),
	);
});

test.each(specification.operations)(
	'the catalogue has the specified values of $id',
	(operation) => {
		expect(cataloguedRow(operation.id as OperationId)).toEqual(expectedRow(operation));
	},
);

test('path parameters have the specified types', () => {
	const specified = specification.parameters.filter((parameter) => parameter.in === 'path');
	const types = Object.entries(pathParameters).map(([name, { type }]) => [name, type]);
	expect(Object.fromEntries(types)).toEqual(
		Object.fromEntries(specified.map(({ name, type }) => [name, type])),
	);
	const used = Object.keys(operations).flatMap(
		(id) => operationRow(id as OperationId).path.match(/(?<=\{)\w+/g) ?? [],
	);
	expect(new Set(used)).toEqual(new Set(specified.map(({ name }) => name)));
});

test('the active filter has the specified values', () => {
	const { values, default: usual } = named(specification.parameters, 'active');
	expect(activeFilter).toEqual({ values, default: usual });
});

test('every specified code has its own message and hint', () => {
	const codes = specification.errorCodes.map(({ code }) => code);
	expect(Object.keys(errorCodes).sort()).toEqual([...codes].sort());
	const sentences = Object.values(errorCodes).flatMap(({ message, description }) => [
		message,
		description,
	]);
	expect(new Set(sentences).size).toBe(codes.length * 2);
	for (const sentence of sentences) expect(sentence).not.toMatch(/error|problem|failure|mistake/i);
});

test('the limits are the specified ones', () => {
	const limit = (name: string) => named(specification.limits, name);
	const { minimum, maximum, default: usual } = limit('pageSize');
	expect(limits).toMatchObject({
		firstPage: limit('page').minimum,
		pageSize: { minimum, maximum, default: usual },
		logs: { default: limit('limit').default, maximum: limit('limit').maximum },
		questionCharacters: limit('Question').maximum,
		journalRangeMonths: limit('Journal range').maximum,
		accessTokenSeconds: limit('Access token').default,
	});
	expect(tokenPath).toBe('/connect/token');
});
