import {
	onlyReads,
	type OperationId,
	type OperationRow,
	operationRow,
	operations,
	pathParametersOf,
} from '../../src/api/operations';

test('an operation may be repeated where it is a GET, or changes nothing all the same', () => {
	const ids = Object.keys(operations) as OperationId[];
	for (const id of ids.filter((each) => operationRow(each).method === 'GET')) {
		expect([id, onlyReads(operationRow(id))]).toEqual([id, true]);
	}
	const others = ids.filter((id) => operationRow(id).method !== 'GET');
	expect(others.filter((id) => onlyReads(operationRow(id)))).toEqual(['user.checkAvailability']);
});

test('an operation besides the catalogue is its own row', () => {
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

test('the path parameters of an operation come in the order of its path', () => {
	expect(pathParametersOf('page.get')).toEqual(['draftId', 'pageId']);
});
