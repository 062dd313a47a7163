import {
	onlyReads,
	type OperationId,
	type OperationRow,
	operationRow,
	operations,
	pathParametersOf,
} from '../../src/api/operations';

test('repeats operations that read, and no others', () => {
	const ids = Object.keys(operations) as OperationId[];
	for (const id of ids.filter((each) => operationRow(each).method === 'GET')) {
		expect([id, onlyReads(operationRow(id))]).toEqual([id, true]);
	}
	const others = ids.filter((id) => operationRow(id).method !== 'GET');
	expect(others.filter((id) => onlyReads(operationRow(id)))).toEqual(['user.checkAvailability']);
});

test('takes an operation outside the catalog as its own row', () => {
	const other: OperationRow = {
		method: 'DELETE',
		path: '/shelves',
		scope: 'a:b',
		errorCodes: [],
	};
	expect(operationRow(other)).toBe(other);
	expect(pathParametersOf(other)).toEqual([]);
	expect(onlyReads({ ...other, reads: true })).toBe(true);
});

test('lists path parameters in the order of the path', () => {
	expect(pathParametersOf('page.get')).toEqual(['draftId', 'pageId']);
});
