import { picked, recordAt } from '../cases/operationCase';
import type { OperationId } from '../../src/api/operations';
import { keepGoing, packageUnderTest } from './nodeUnderTest';

const setup = packageUnderTest();

const { users, groups } = setup;

test.each<[OperationId, string, () => string | number]>([
	['user.delete', 'userId', () => recordAt(users(), 0).userId],
	['userGroup.delete', 'groupId', () => recordAt(groups(), 0).groupId],
	['assignment.delete', 'assignmentId', () => setup.sandbox.samples.assignmentId],
	['thread.delete', 'threadId', () => setup.sandbox.samples.threadId],
])('%s deletes nothing if there are too many', async (operation, name, id) => {
	const run = async (stopIfMoreThan: number | string, more = {}) => {
		const form = { [name]: picked(id()), options: { stopIfMoreThan, concurrency: 2 } };
		return await setup.runOperation(operation, form, { items: [{}, {}, {}], ...more });
	};
	const { error } = await run(2);
	expect(error?.message).toBe("The node received 3 items, but 'Stop if More Than' is 2 [item 0]");
	expect((await run('={{ $json.missing }}')).error?.message).toContain('Stop if More Than');
	const { items } = await run(2, keepGoing);
	expect(items.map(({ json }) => Object.keys(json))).toEqual([['error'], ['error'], ['error']]);
	expect(setup.sandbox.requests).toHaveLength(0);
	await run(3);
	expect(setup.sandbox.requests.length).toBeGreaterThan(0);
});

test.each([
	['lower', [3, 2, 3], "The node received 3 items, but 'Stop if More Than' is 2"],
	['empty', [3, 3, null], "'Stop if More Than' in Options is empty"],
	['no number', [3, 3, 'two'], 'Stop if More Than "two" is not a whole number of at least 1'],
])('deletes nothing if the number of a later item is %s', async (_what, limits, message) => {
	const items = users()
		.slice(0, 3)
		.map(({ userId }, index) => ({ userId, limit: limits[index] }));
	const options = { stopIfMoreThan: '={{ $json.limit }}', concurrency: 1 };
	const parameters = { userId: picked('={{ $json.userId }}'), options };
	const run = await setup.runOperation('user.delete', parameters, { items, ...keepGoing });
	const messages = run.items.map(({ json }) => Object(json.error).message as string);
	expect(messages).toEqual([0, 1, 2].map((index) => `${message} [item ${index}]`));
	expect(setup.sandbox.requests).toHaveLength(0);
});
