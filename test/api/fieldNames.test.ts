/** 'Field Names (JSON)' of the credential: what the service calls the fields that the nodes name. */
import { nodeUnderTest } from '../nodes/nodeUnderTest';

const setup = nodeUnderTest('User', { resource: 'user' });
const { run } = setup;

const runWith = async (fieldNames: unknown, parameters = {}) =>
	await run(
		{ operation: 'getAll', returnAll: true, ...parameters },
		setup.credentialsWith({
			fieldNames: typeof fieldNames === 'string' ? fieldNames : JSON.stringify(fieldNames),
		}),
	);

test.each([
	["'Field Names (JSON)' in the credential isn't valid JSON", '{'],
	["'Field Names (JSON)' in the credential isn't a JSON object", '[]'],
	['has the unknown key "user.activ"', { 'user.activ': 'isActive' }],
	['has no usable value for "user.active"', { 'user.active': 5 }],
	['has no usable value for "user.active"', { 'user.active': 'state..active' }],
	['has no usable value for "run.finishedStatuses"', { 'run.finishedStatuses': [] }],
	['has no usable value for "run.succeededStatuses"', { 'run.succeededStatuses': {} }],
])('is refused before a request: %s', async (message, fieldNames) => {
	const { error } = await runWith(fieldNames);
	expect(error?.message).toContain(message);
	expect(setup.sandbox.requests).toHaveLength(0);
});

test.each([
	['user.activ', 'user.active'],
	['user.email', 'user.emailAddress'],
	['user.emial', 'user.emailAddress'],
	['run.succeeded', 'run.succeededStatuses'],
	['Run.Status', 'run.status'],
	['firstName', 'user.firstName'],
	['thread.id', 'thread.threadId'],
	['group.name', 'group.groupName'],
])('the unknown key %s is refused with the nearest key %s', async (key, nearest) => {
	const { error } = await runWith({ [key]: 'isActive' });
	expect(error?.description).toContain(`Use "${nearest}" instead`);
});

test.each([
	['reads "warehouses" as', { 'group.roles': 'warehouses' }],
	['reads "warehouses" as', { 'group.roles': 'warehouses', 'group.warehouses': 'roles' }],
	['reads "warehouses" as', { 'group.roles': 'warehouses', 'group.warehouses': 'stores' }],
	['reads "reportIds" as', { 'group.roles': 'reportIds' }],
	['reads "rights.all" as', { 'group.roles': 'rights.all', 'group.reports': 'rights.all' }],
	['reads "active" as', { 'group.groupName': 'active' }],
])('two fields of a group that read one are refused: %s %j', async (message, fieldNames) => {
	const { error } = await runWith(fieldNames);
	expect(error?.message).toContain(message);
	expect(error?.description).toMatch(/^Correct or remove "group\.\w+"\.$/);
	expect(setup.sandbox.requests).toHaveLength(0);
});

test.each([
	{ 'group.roles': 'reportIds', 'group.reports': 'rights.reports' },
	{ 'group.groupName': 'name', 'group.groupId': 'id' },
	{ 'group.reports': 'reports', 'group.roles': 'reports.roles' },
	{ 'assignment.name': 'description' },
])('names that each read a field of their own are accepted: %j', async (fieldNames) => {
	expect((await runWith(fieldNames)).error).toBeUndefined();
});

test.each([
	['fullName', { 'user.firstName': 'fullName', 'user.lastName': 'fullName' }],
	['lastName', { 'user.firstName': 'lastName' }],
	['lastName', { 'user.firstName': 'lastName', 'user.lastName': 'person.lastName' }],
])('a field with the name of another is not sent: %s %j', async (name, fieldNames) => {
	const userId = { __rl: true, mode: 'id', value: setup.user().userId };
	const parameters = { operation: 'update', userId, updateFields: { lastName: 'Byron' } };
	const { error } = await runWith(fieldNames, parameters);
	expect(error?.message).toContain(`name "${name}" for "user.lastName" and "user.firstName"`);
	expect(error?.description).toContain('remove the value for "user.lastName"');
	expect(setup.sandbox.requests).toHaveLength(0);
});

test('a field can be the ID of its record', async () => {
	const person = { emailAddress: 'a@example.com', firstName: 'Ada', lastName: 'Byron' };
	const fieldNames = { 'user.userId': 'emailAddress' };
	const { error } = await runWith(fieldNames, { operation: 'create', ...person });
	expect(error).toBeUndefined();
});

test('a field with a path is verified by the path only', async () => {
	const [user] = setup.sandbox.state.users.values();
	setup.fault('user.get', { replaceBody: (body) => ({ firstName: 'Nick', profile: body }) });
	const { items } = await runWith(
		{ 'user.firstName': 'profile.firstName' },
		{
			operation: 'update',
			userId: { __rl: true, mode: 'id', value: user?.userId },
			updateFields: { firstName: 'Ada' },
			options: { verify: true },
		},
	);
	expect(items[0]?.json).toMatchObject({ verified: true });
});

test.each(['', ' ', '\n\t '])(
	'only white space counts as an empty object: %j',
	async (fieldNames) => {
		expect((await runWith(fieldNames)).error).toBeUndefined();
	},
);
