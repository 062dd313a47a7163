import {
	onlyReads,
	type OperationId,
	operationRow,
	operations,
} from '../../../nodes/shared/service/operations';

test('an operation may be repeated where it is a GET, or changes nothing all the same', () => {
	const ids = Object.keys(operations) as OperationId[];
	for (const id of ids.filter((each) => operationRow(each).method === 'GET')) {
		expect([id, onlyReads(operationRow(id))]).toEqual([id, true]);
	}
	const others = ids.filter((id) => operationRow(id).method !== 'GET');
	expect(others.filter((id) => onlyReads(operationRow(id)))).toEqual(['user.checkAvailability']);
});
