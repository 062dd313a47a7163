import { picked, recordAt } from '../cases/operationCase';
import { packageUnderTest } from './nodeUnderTest';

const setup = packageUnderTest();

const deletions = [
	['User', 'user', 'userId', () => recordAt(setup.sandbox.state.users.values(), 0).userId],
	[
		'UserGroup',
		'userGroup',
		'groupId',
		() => recordAt(setup.sandbox.state.groups.values(), 0).groupId,
	],
	[
		'Agent',
		'assignment',
		'assignmentId',
		() => recordAt(setup.sandbox.state.assignments.values(), 0).assignmentId,
	],
	['Agent', 'thread', 'threadId', () => recordAt(setup.sandbox.state.threads.values(), 0).threadId],
] as const;

test.each(deletions)(
	'%s > %s deletes nothing if there are too many',
	async (type, resource, name, id) => {
		const run = async (stopIfMoreThan: unknown, onError?: 'continueRegularOutput') =>
			await setup.engine.runNode({
				type: `integrationService${type}`,
				parameters: {
					resource,
					operation: 'delete',
					[name]: picked(id()),
					options: { stopIfMoreThan: stopIfMoreThan as number, concurrency: 2 },
				},
				items: [{}, {}, {}],
				credentials: { integrationServiceOAuth2Api: setup.sandbox.credential },
				onError,
			});
		const { error } = await run(2);
		expect(error?.message).toBe("The node received 3 items, but 'Stop if More Than' is 2 [item 0]");
		expect((await run('={{ $json.missing }}')).error?.message).toContain('Stop if More Than');
		const { items } = await run(2, 'continueRegularOutput');
		expect(items.map(({ json }) => Object.keys(json))).toEqual([['error'], ['error'], ['error']]);
		expect(setup.sandbox.requests).toHaveLength(0);
		await run(3);
		expect(setup.sandbox.requests.length).toBeGreaterThan(0);
	},
);

test.each([
	['lower', [3, 2, 3], "The node received 3 items, but 'Stop if More Than' is 2"],
	['empty', [3, 3, null], "'Stop if More Than' in Options is empty"],
	['no number', [3, 3, 'two'], 'Stop if More Than "two" is not a whole number of at least 1'],
])('deletes nothing if the number of a later item is %s', async (_what, limits, message) => {
	const [first, second, third] = [...setup.sandbox.state.users.keys()];
	const items = [first, second, third].map((id, index) => ({ id, limit: limits[index] }));
	const { items: output } = await setup.engine.runNode({
		type: 'integrationServiceUser',
		parameters: {
			resource: 'user',
			operation: 'delete',
			userId: picked('={{ $json.id }}'),
			options: { stopIfMoreThan: '={{ $json.limit }}', concurrency: 1 },
		},
		items,
		credentials: { integrationServiceOAuth2Api: setup.sandbox.credential },
		onError: 'continueRegularOutput',
	});
	expect(output.map(({ json }) => Object(json.error).message)).toEqual(
		[0, 1, 2].map((index) => `${message} [item ${index}]`),
	);
	expect(setup.sandbox.requests).toHaveLength(0);
});
