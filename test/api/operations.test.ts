import {
	onlyReads,
	operationName,
	type OperationId,
	operationRow,
	operations,
	type OtherOperation,
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

test('requests to one path of an operation besides the catalogue go by one name', () => {
	const nameOf = (path: string) =>
		operationName({ method: 'POST', path, scope: 'a:b', success: 'notShown', errorCodes: [] });
	expect(nameOf('/shelves/17/boxes')).toBe('POST /shelves/{}/boxes');
	expect(nameOf('/shelves/s17-b/boxes')).toBe('POST /shelves/{}/boxes');
	expect(nameOf('/shelves/a%20b')).toBe('POST /shelves/{}');
	expect(nameOf('/shelves/4/boxes/x5')).toBe('POST /shelves/{}/boxes/{}');
	expect(nameOf('/shelves/boxes')).toBe('POST /shelves/boxes');
	expect(operationName('user.getAll')).toBe('user.getAll');
});

test('an operation besides the catalogue is its own row', () => {
	const other: OtherOperation = {
		method: 'DELETE',
		path: '/shelves',
		scope: 'a:b',
		success: 'notShown',
		errorCodes: [],
	};
	expect(operationRow(other)).toBe(other);
	expect(pathParametersOf(other)).toEqual([]);
	expect(onlyReads({ ...other, reads: true })).toBe(true);
});

test('the path parameters of an operation come in the order of its path', () => {
	expect(pathParametersOf('page.get')).toEqual(['draftId', 'pageId']);
});
