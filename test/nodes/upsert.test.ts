/** Create or Update of users and user groups: the smallest write, and one record for each key. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OperationId } from '../../src/api/operations';
import { standardReading } from '../sandbox/reading';
import { hintTexts, packageUnderTest, records } from './nodeUnderTest';
import { credentialsFor } from './runCase';

const setup = packageUnderTest();

const run = async (
	resource: 'user' | 'userGroup',
	parameters: INodeParameters,
	more: { items?: IDataObject[]; onError?: 'continueRegularOutput' } = {},
) =>
	await setup.engine.runNode({
		type: resource === 'user' ? 'integrationServiceUser' : 'integrationServiceUserGroup',
		parameters: { resource, operation: 'upsert', ...parameters },
		credentials: credentialsFor(setup.sandbox),
		...more,
	});

const users = () => [...setup.sandbox.state.users.values()];
const user = (position = 0) => users().at(position) as ReturnType<typeof users>[number];
const groups = () => [...setup.sandbox.state.groups.values()];
const group = () => groups()[0] as ReturnType<typeof groups>[number];
/** The operations of the requests. Reading the whole list counts as one. */
const sent = () => {
	const isFurtherPage = ({ query }: (typeof requests)[number]) => Number(query.page) > 1;
	const { requests } = setup.sandbox;
	return requests.filter((each) => !isFurtherPage(each)).map(({ operation }) => operation);
};
const bodies = (operation: OperationId) =>
	setup.sandbox.requests.filter((each) => each.operation === operation).map(({ body }) => body);
const person = { emailAddress: 'maja.lind@example.org', firstName: 'Maja', lastName: 'Lind' };
const normalUser = () => {
	const found = users().find(({ kind, groupIds }) => kind === 'NORMAL' && groupIds.length > 0);
	if (!found) throw new Error('The sandbox has no user with a group.');
	return found;
};

describe('a user', () => {
	test('is created, then unchanged', async () => {
		const first = await run('user', person);
		expect(records(first)).toEqual([
			{
				userId: user(-1).userId,
				action: 'created',
				changes: person,
				summary: ['First Name becomes "Maja".', 'Last Name becomes "Lind".'],
			},
		]);
		expect(sent()).toEqual(['user.getAll', 'user.getAll', 'user.create']);
		const second = await run('user', { ...person, emailAddress: ' Maja.LIND@example.org ' });
		expect(records(second)).toEqual([
			expect.objectContaining({ ...person, userId: user(-1).userId, action: 'unchanged' }),
		]);
		expect(sent().slice(3)).toEqual(['user.getAll', 'user.get']);
	});

	test('of another tenant is added, and updated', async () => {
		const [{ emailAddress, lastName } = person] = setup.sandbox.state.peopleElsewhere;
		const { items } = await run('user', { emailAddress, firstName: 'Ada' });
		const { userId } = user(-1);
		expect(items[0]?.json).toMatchObject({ userId, action: 'added', firstName: 'Ada', lastName });
		expect(bodies('user.update')).toEqual([{ firstName: 'Ada' }]);
	});

	test('is sent only what differs, and loses no group or tenant', async () => {
		const { userId, emailAddress, lastName, groupIds } = normalUser();
		const [added] = groups().filter(({ groupId }) => !groupIds.includes(groupId));
		const tenantIds = setup.sandbox.state.tenants.slice(0, 2).map(({ tenantId }) => tenantId);
		Object.assign(normalUser(), { tenantIds: tenantIds.slice(0, 1), phone: '1' });
		const { items } = await run('user', {
			emailAddress,
			firstName: 'Ada',
			lastName: ` ${lastName} `,
			additionalFields: {
				groupIds: [groupIds[0], added?.groupId] as number[],
				tenantIds: tenantIds.slice(1),
				active: true,
				additionalBody: '{"phone":"1","title":"Dr"}',
			},
		});
		expect(bodies('user.update')).toEqual([
			{ firstName: 'Ada', groupIds: [added?.groupId], tenantIds, title: 'Dr' },
		]);
		expect(sent()).toEqual(['user.getAll', 'user.get', 'user.update', 'user.get']);
		expect(items[0]?.json).toMatchObject({
			userId,
			action: 'updated',
			verified: true,
			changes: { firstName: 'Ada', groupIds: [added?.groupId], tenantIds, title: 'Dr' },
			summary: expect.arrayContaining([`User group ${added?.groupId} is added.`]),
			firstName: 'Ada',
			groupIds: [...groupIds, added?.groupId],
			title: 'Dr',
		});
	});

	test('can be previewed with a sentence for each change', async () => {
		const options = { previewOnly: true };
		const { emailAddress, firstName, lastName, userId } = user();
		const created = await run('user', { ...person, options });
		const updated = await run('user', { emailAddress, firstName: 'Ada', lastName, options });
		expect(records(created)).toEqual([
			{
				preview: true,
				request: { method: 'POST', path: '/admin/user/users', body: person },
				wouldAction: 'created',
				changes: person,
				summary: 'First Name becomes "Maja". Last Name becomes "Lind".',
			},
		]);
		expect(records(updated)).toEqual([
			{
				preview: true,
				request: {
					method: 'PATCH',
					path: `/admin/user/users/${userId}`,
					body: { firstName: 'Ada' },
				},
				wouldAction: 'updated',
				userId,
				changes: { firstName: 'Ada' },
				summary: `First Name changes from "${firstName}" to "Ada".`,
			},
		]);
		expect(sent()).not.toContain('user.create');
		expect(sent()).not.toContain('user.update');
	});

	test.each([undefined, 5])('is one user for equal rows (concurrency %s)', async (concurrency) => {
		const items = ['Ada', 'Bea', 'Eva', 'Ida'].map((firstName) => ({ firstName }));
		const { items: output } = await run(
			'user',
			{
				...person,
				firstName: '={{ $json.firstName }}',
				...(concurrency ? { options: { concurrency } } : {}),
			},
			{ items },
		);
		expect(output.map(({ json }) => json.action)).toEqual([
			'created',
			'updated',
			'updated',
			'updated',
		]);
		expect(user(-1)).toMatchObject({ ...person, firstName: 'Ida' });
		expect(bodies('user.create')).toHaveLength(1);
		expect(sent().filter((operation) => operation === 'user.getAll')).toHaveLength(2);
	});

	test('that another execution created meanwhile is updated', async () => {
		setup.sandbox.faults.add({ operation: 'user.getAll', times: 2, replaceBody: () => [] });
		const { emailAddress, userId } = user();
		const { items } = await run('user', { emailAddress, firstName: 'Ada' });
		expect(items[0]?.json).toMatchObject({ action: 'updated', userId });
		expect(user().firstName).toBe('Ada');
		expect(sent()).toContain('user.create');
	});

	describe('whose groups the record shows', () => {
		const showGroups = (show: (groupIds: number[]) => object) =>
			setup.sandbox.faults.add({
				operation: 'user.get',
				replaceBody: (body) => {
					const { groupIds, ...record } = body as { groupIds: number[] };
					return { ...record, ...show(groupIds) };
				},
			});

		test.each<[string, (groupIds: number[]) => object]>([
			['as records in another list', (ids) => ({ groups: ids.map((groupId) => ({ groupId })) })],
			['as IDs in another list', (ids) => ({ memberOf: ids })],
			['nowhere', () => ({})],
		])('%s, is in all of them after each run', async (_, show) => {
			showGroups(show);
			const { emailAddress, groupIds, userId } = normalUser();
			const [added = 0] = groups()
				.map(({ groupId }) => groupId)
				.filter((groupId) => !groupIds.includes(groupId));
			const expected = [...groupIds, added];
			const form = { emailAddress, firstName: 'Ada', additionalFields: { groupIds: expected } };
			const first = await run('user', form);
			expect(first.items[0]?.json).toMatchObject({
				action: 'updated',
				userId,
				changes: { firstName: 'Ada', groupIds: [added] },
				verified: false,
				notVerified: ['groupIds'],
			});
			expect(first.items[0]?.json.summary).toHaveLength(2);
			const second = await run('user', form);
			expect(second.items[0]?.json).toMatchObject({ action: 'unchanged', firstName: 'Ada' });
			expect(new Set(setup.sandbox.state.users.get(userId)?.groupIds)).toEqual(new Set(expected));
		});

		test('has an error with what was changed', async () => {
			showGroups(() => ({}));
			const { emailAddress, groupIds } = normalUser();
			const { items } = await run(
				'user',
				{ emailAddress, firstName: 'Ada', additionalFields: { groupIds: [...groupIds, 99] } },
				{ onError: 'continueRegularOutput' },
			);
			expect(items[0]?.json.error).toMatchObject({ changes: { firstName: 'Ada' } });
		});
	});

	test.each<[string, INodeParameters, object]>([
		[
			'an object in another order',
			{ additionalFields: { additionalBody: '{"address":{"city":"Oslo","zip":[{"b":1,"a":2}]}}' } },
			{ address: { zip: [{ a: 2, b: 1 }], city: 'Oslo' } },
		],
		[
			'an object that has more fields',
			{ additionalFields: { additionalBody: '{"address":{"city":"Oslo"}}' } },
			{ address: { city: 'Oslo', id: 7 } },
		],
		['a number as text', { additionalFields: { additionalBody: '{"floor":12}' } }, { floor: '12' }],
		['no value, as before', { additionalFields: { additionalBody: '{"note":null}' } }, {}],
		['a kind in another case', { additionalFields: { kind: 'NORMAL' } }, { kind: 'Normal' }],
		[
			'one name for both',
			{ firstName: 'Ada', lastName: 'Berg' },
			{ firstName: undefined, lastName: undefined, name: 'Ada Berg' },
		],
	])('with %s is unchanged', async (_what, form, shown) => {
		setup.sandbox.faults.add({
			operation: 'user.get',
			replaceBody: (body) => ({ ...Object(body), ...shown }),
		});
		const { items } = await run('user', { emailAddress: normalUser().emailAddress, ...form });
		expect(items[0]?.json.action).toBe('unchanged');
		expect(bodies('user.update')).toEqual([]);
	});

	describe('that was changed', () => {
		const change = async (options: INodeParameters = {}) =>
			await run(
				'user',
				{ emailAddress: user().emailAddress, firstName: 'Ada', options },
				{ onError: 'continueRegularOutput' },
			);

		test('shows only what was read back', async () => {
			const { items } = await change({ verify: false });
			expect(items[0]?.json).toEqual({
				action: 'updated',
				userId: user().userId,
				changes: { firstName: 'Ada' },
				summary: [expect.stringContaining('First Name changes from')],
			});
			expect(sent()).toHaveLength(3);
		});

		test('fails if the service ignored a field', async () => {
			const { firstName } = user();
			setup.sandbox.faults.add({
				operation: 'user.get',
				replaceBody: (body) => ({ ...Object(body), firstName }),
			});
			const { items } = await change();
			expect(items[0]?.json.error).toMatchObject({ errorCode: 'not-applied' });
		});

		test('is not verified if it cannot be read', async () => {
			setup.sandbox.faults.add({ operation: 'user.get', skip: 1, status: 403 });
			const { items } = await change();
			expect(items[0]?.json).toMatchObject({ action: 'updated', verified: false });
			expect(items[0]?.json).not.toHaveProperty('firstName');
		});
	});

	test('whose group another execution added meanwhile is unchanged', async () => {
		const { emailAddress, groupIds, userId } = normalUser();
		setup.sandbox.faults.add({
			operation: 'user.get',
			times: 1,
			replaceBody: (body) => ({ ...Object(body), groupIds: [] }),
		});
		const { items } = await run('user', { emailAddress, additionalFields: { groupIds } });
		expect(items[0]?.json).toMatchObject({ action: 'unchanged', userId });
	});

	test.each([
		['ids', 0],
		['absent', 1],
	] as const)('whose tenants are %s in the record has %d warnings', async (userTenants, count) => {
		setup.sandbox.reading = { ...standardReading, userTenants };
		const tenantIds = setup.sandbox.state.tenants.slice(0, 1).map(({ tenantId }) => tenantId);
		const { emailAddress } = normalUser();
		const result = await run('user', { emailAddress, additionalFields: { tenantIds } });
		expect(records(result)).toMatchObject([{ action: 'updated' }]);
		expect(hintTexts(result).filter((text) => text.includes('loses tenants'))).toHaveLength(count);
	});

	test('that the search does not find although it exists is explained', async () => {
		setup.sandbox.faults.add({ operation: 'user.getAll', replaceBody: () => [] });
		const { error } = await run('user', { emailAddress: user().emailAddress, firstName: 'Ada' });
		expect(error).toMatchObject({ errorCode: 'user-already-in-tenant', httpStatus: 409 });
		expect(error?.description).toContain('No user that the node can read');
		expect(sent()).toEqual([
			'user.getAll',
			'user.getAll',
			'user.create',
			'user.getAll',
			'user.getAll',
		]);
	});
});

test.each<[string, INodeParameters]>([
	['an empty name', { groupName: '={{ " " }}' }],
	[
		'a desired state that is a list',
		{ groupName: 'Care', additionalFields: { desiredState: '[]' } },
	],
	[
		'another name in its desired state',
		{ groupName: 'Care', additionalFields: { desiredState: '{"groupName":"Cure"}' } },
	],
])('a user group with %s is refused before a request', async (_title, parameters) => {
	const { error } = await run('userGroup', parameters);
	expect(error?.errorCode).toBe('invalid-input');
	expect(sent()).toEqual([]);
});

test.each(['user', 'userGroup'] as const)(
	'%s with a key of several is refused',
	async (resource) => {
		const key = { emailAddress: 'a@b.com', groupName: 'Care' };
		for (const each of [...users().slice(0, 2), ...groups().slice(0, 2)]) Object.assign(each, key);
		const { error } = await run(resource, key);
		expect(error?.description).toContain('Use one of their IDs');
		expect(sent()).toHaveLength(1);
	},
);

describe('a user group', () => {
	const desiredState = JSON.stringify({ reports: [101, { reportId: 102 }], roles: ['STOCK_READ'] });

	test('is created without lists after its search', async () => {
		const { items } = await run('userGroup', { groupName: ' Night shift ' });
		expect(items[0]?.json).toEqual({
			groupId: groups().at(-1)?.groupId,
			action: 'created',
			changes: { groupName: 'Night shift' },
			summary: ['Group Name becomes "Night shift".'],
		});
		expect(bodies('userGroup.create')).toEqual([{ groupName: 'Night shift' }]);
		expect(sent()).toEqual(['userGroup.getAll', 'userGroup.getAll', 'userGroup.create']);
	});

	test('is created with lists, then unchanged', async () => {
		const form = { groupName: 'Night shift', additionalFields: { active: true, desiredState } };
		const { items } = await run('userGroup', form);
		const groupId = groups().at(-1)?.groupId;
		expect(items[0]?.json).toMatchObject({ groupId, action: 'created', roles: ['STOCK_READ'] });
		expect(groups().at(-1)).toMatchObject({ reports: [101, 102], roles: ['STOCK_READ'] });
		expect(sent()).toHaveLength(6);
		const again = await run('userGroup', form);
		expect(records(again)).toEqual([expect.objectContaining({ groupId, action: 'unchanged' })]);
		expect(sent()).toHaveLength(8);
	});

	test('is brought to the desired state', async () => {
		Object.assign(group(), { reports: [101, 103], roles: [], active: true });
		const { groupId, groupName } = group();
		const additionalFields = { active: false, desiredState };
		const preview = await run('userGroup', {
			groupName,
			additionalFields,
			options: { previewOnly: true },
		});
		const { items } = await run('userGroup', { groupName, additionalFields });
		const body = {
			active: false,
			reports: { added: [102], removed: [103] },
			roles: { added: ['STOCK_READ'] },
		};
		expect(bodies('userGroup.update')).toEqual([body]);
		expect(preview.items[0]?.json).toMatchObject({
			wouldAction: 'updated',
			groupId,
			changes: body,
			summary: expect.stringContaining('Report 102 is added. Report 103 is removed.') as string,
		});
		expect(items[0]?.json).toMatchObject({
			action: 'updated',
			groupId,
			active: false,
			verified: true,
			changes: body,
		});
	});

	test('that was created but not updated has an error that explains it', async () => {
		setup.sandbox.faults.add({ operation: 'userGroup.update', status: 400 });
		const { items } = await run(
			'userGroup',
			{ groupName: 'Night shift', additionalFields: { desiredState } },
			{ onError: 'continueRegularOutput' },
		);
		const groupId = groups().at(-1)?.groupId;
		expect(items[0]?.json.error).toMatchObject({
			action: 'created',
			groupId,
			httpStatus: 400,
			description: expect.stringContaining("'Night shift' was created, but not updated"),
		});
	});

	test('with an unknown field in its state is not created', async () => {
		const additionalFields = { desiredState: '{"reprots":[101]}' };
		const { error } = await run('userGroup', { groupName: 'Night shift', additionalFields });
		expect(error?.message).toContain('"reprots"');
		expect(sent()).toEqual(['userGroup.getAll', 'userGroup.getAll']);
	});

	test('with other capital letters is another group', async () => {
		Object.assign(group(), { groupName: 'Care' });
		const { error } = await run('userGroup', { groupName: 'CARE' });
		expect(error?.errorCode).toBe('group-name-is-unavailable');
	});
});

test.each(['integrationServiceUser', 'integrationServiceUserGroup'])(
	'a model learns from %s that it can call again',
	(type) => {
		const { extraTypeDefContent } = setup.engine.nodeType(type).description.builderHint ?? {};
		expect(extraTypeDefContent?.map(({ content }) => content)).toContainEqual(
			expect.stringMatching(/^Create a .*, or update .*Safe to run repeatedly/),
		);
	},
);
