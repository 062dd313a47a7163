import {
	onlyReads,
	type OperationId,
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

test('lists path parameters in the order of the path', () => {
	expect(pathParametersOf('page.get')).toEqual(['draftId', 'pageId']);
});
