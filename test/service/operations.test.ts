import { errorCodes } from '../../nodes/shared/service/errorCodes';
import { defaultScopePrefix, limits, tokenPath } from '../../nodes/shared/service/limits';
import {
	type OperationId,
	operationRow,
	operations,
	pathParameters,
} from '../../nodes/shared/service/operations';
import { specifiedBodiless, specifiedCodes, specifiedOperations } from './specification';

const ids = Object.keys(operations) as OperationId[];

test('the catalogue says of every operation what the specification says', () => {
	const catalogued = ids.map((id) => {
		const { method, path, scope, success, errorCodes: codes } = operationRow(id);
		return [
			method,
			path,
			`${defaultScopePrefix}${scope}`,
			success === 'notShown' ? 'not shown' : success.join(', '),
			codes.join(', '),
		];
	});
	expect(catalogued).toHaveLength(39);
	expect(catalogued).toEqual(expect.arrayContaining(specifiedOperations.map((row) => [...row])));
});

test('the catalogue knows which answers have no body, stream or need a person', () => {
	const named = (has: (id: OperationId) => unknown) =>
		ids.filter(has).map((id) => `${operationRow(id).method} ${operationRow(id).path}`);
	expect(named((id) => operationRow(id).bodiless).sort()).toEqual([...specifiedBodiless].sort());
	expect(named((id) => operationRow(id).streams)).toEqual([
		'POST /common/agent/threads',
		'POST /common/agent/threads/{threadId}/messages',
	]);
	expect(named((id) => operationRow(id).interactiveUser)).toEqual([
		'POST /admin/user/users/{userId}/_send-invitation-email',
	]);
});

test('every parameter in a path has a type', () => {
	const used = ids.flatMap((id) => operationRow(id).path.match(/(?<=\{)\w+/g) ?? []);
	expect(new Set(used)).toEqual(new Set(Object.keys(pathParameters)));
});

test('every code of the specification has its own sentence and way out', () => {
	expect(Object.keys(errorCodes).sort()).toEqual([...specifiedCodes].sort());
	const sentences = Object.values(errorCodes).flatMap(({ message, description }) => [
		message,
		description,
	]);
	expect(new Set(sentences).size).toBe(specifiedCodes.length * 2);
	for (const sentence of sentences) expect(sentence).not.toMatch(/error|problem|failure|mistake/i);
});

test('the limits are those of the specification', () => {
	expect(limits).toMatchObject({
		firstPage: 1,
		pageSize: { minimum: 1, maximum: 100, default: 10 },
		logs: { default: 200, maximum: 1000 },
		questionCharacters: 1000,
		journalRangeMonths: 24,
		accessTokenSeconds: 3600,
	});
	expect(tokenPath).toBe('/connect/token');
});
