/** Create or Update of users and user groups: the smallest write, and one record for each key. */
import '../engine/skippedWaits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OperationId } from '../../src/api/operations';
import type { NodeRunRequest } from '../engine/engine';
import { fieldNamesOf, standardReading } from '../sandbox/reading';
import { until } from '../until';
import { errorItem, hintTexts, keepGoing, packageUnderTest, records } from './nodeUnderTest';

const setup = packageUnderTest();
const { users, groups, user, group, normalUser } = setup;

const run = async (
	resource: 'user' | 'userGroup',
	parameters: INodeParameters,
	more?: Partial<NodeRunRequest>,
) => await setup.runOperation(`${resource}.upsert`, parameters, more);

/** The operations of the requests. Reading the whole list counts as one. */
const sent = () => {
	const isFurtherPage = ({ query }: (typeof requests)[number]) => Number(query.page) > 1;
	const { requests } = setup.sandbox;
	return requests.filter((each) => !isFurtherPage(each)).map(({ operation }) => operation);
};
const bodies = (operation: OperationId) => setup.sent(operation).map(({ body }) => body);
const person = { emailAddress: 'maja.lind@example.org', firstName: 'Maja', lastName: 'Lind' };

describe('a user', () => {
	test('is created, then unchanged', async () => {
		const first = await run('user', person, { mode: 'manual' });
		expect(records(first)).toEqual([
			{
				...user(-1),
				action: 'created',
				changes: person,
				summary: `Created user "${person.emailAddress}". First Name becomes "Maja". Last Name becomes "Lind".`,
				verified: true,
			},
		]);
		expect(hintTexts(first)).toEqual([]);
		expect(sent()).toEqual(['user.getAll', 'user.getAll', 'user.create', 'user.get']);
		const second = await run('user', { ...person, emailAddress: ' Maja.LIND@example.org ' });
		expect(records(second)).toEqual([
			{
				...{ ...user(-1), action: 'unchanged', changes: {}, verified: true },
				summary: 'Nothing changes for user "Maja.LIND@example.org".',
			},
		]);
		expect(sent().slice(4)).toEqual(['user.getAll', 'user.get']);
	});

	test('is read back while the next one is created', async () => {
		const lastIsCreated = async () => await until(() => setup.sent('user.create').length === 3);
		setup.fault('user.get', { until: lastIsCreated });
		const items = [1, 2, 3].map((number) => ({ address: `new${number}@example.org` }));
		const address = '={{ $json.address }}';
		const { items: output } = await run('user', { ...person, emailAddress: address }, { items });
		expect(output.map(({ json }) => json)).toMatchObject(
			items.map((item) => ({ emailAddress: item.address, action: 'created', verified: true })),
		);
	});

	test('is changed by a later row after it was read back', async () => {
		setup.fault('user.get', { status: 404, times: 2 });
		const rows = ['Maja', 'Mia', 'Mira'].map((name) => ({ name }));
		const firstName = '={{ $json.name }}';
		const { items } = await run('user', { ...person, firstName }, { items: rows });
		expect(items.map(({ json }) => json)).toMatchObject([
			{ action: 'created', firstName: 'Maja', verified: true },
			{ action: 'updated', firstName: 'Mia', verified: true },
			{ action: 'updated', firstName: 'Mira', verified: true },
		]);
	});

	test('that stays hidden is created, but not verified', async () => {
		setup.fault('user.get', { status: 404 });
		const result = await run('user', person);
		expect(records(result)).toMatchObject([
			{
				action: 'created',
				emailAddress: person.emailAddress,
				userId: user(-1).userId,
				verified: false,
				notVerified: ['emailAddress', 'firstName', 'lastName'],
			},
		]);
		expect(hintTexts(result).join()).toMatch(/^The change was made but could not be verified: /);
	});

	test('whose new ID is not returned is searched, and may stay unknown', async () => {
		setup.sandbox.faults.change('user.create', { userId: undefined });
		expect(records(await run('user', person))).toMatchObject([
			{ action: 'created', userId: user(-1).userId, verified: true },
		]);
		const isCreated = () => setup.sent('user.create').length > 1;
		setup.fault('user.getAll', { match: isCreated, status: 403 });
		const other = { ...person, emailAddress: 'mia.lind@example.org' };
		const hidden = await run('user', other);
		expect(records(hidden)).toEqual([
			{
				action: 'created',
				emailAddress: other.emailAddress,
				changes: other,
				summary: `Created user "${other.emailAddress}". First Name becomes "Maja". Last Name becomes "Lind".`,
				verified: false,
				notVerified: ['emailAddress', 'firstName', 'lastName'],
			},
		]);
		expect(hintTexts(hidden)).toEqual([
			'The new user could not be verified, because its ID is unknown.',
		]);
	});

	test('that was created otherwise has an error with the new ID', async () => {
		setup.sandbox.faults.change('user.get', { lastName: 'Other' });
		expect(errorItem(await run('user', person, keepGoing))).toMatchObject({
			action: 'created',
			userId: user(-1).userId,
			errorCode: 'not-applied',
			message: expect.stringContaining('lastName is "Other" instead of "Lind"') as string,
		});
		expect(bodies('user.create')).toHaveLength(1);
		expect(bodies('user.update')).toEqual([]);
	});

	test.each([true, false])(
		'whose new ID is that of another one does not change it (verify: %s)',
		async (verify) => {
			const other = normalUser();
			const before = { ...other };
			setup.sandbox.faults.change('user.create', { userId: other.userId });
			const items = ['Maja', 'Mia'].map((name) => ({ name }));
			const form = { ...person, firstName: '={{ $json.name }}', options: { verify } };
			const [, next] = records(await run('user', form, { items, ...keepGoing }));
			expect(Object(next?.error).message).toContain(`The user ${other.userId} that the service`);
			expect(normalUser()).toEqual(before);
		},
	);

	test('of another tenant is added, and updated', async () => {
		const [{ emailAddress, lastName } = person] = setup.sandbox.state.peopleElsewhere;
		const groupIds = [group(0).groupId, group(1).groupId];
		const form = { emailAddress, firstName: 'Ada', additionalFields: { groupIds } };
		const { items } = await run('user', form);
		const { userId } = user(-1);
		expect(items[0]?.json).toMatchObject({
			userId,
			emailAddress,
			action: 'added',
			firstName: 'Ada',
			lastName,
			groupIds,
			changes: { emailAddress, firstName: 'Ada', groupIds },
			summary: `Added user "${emailAddress}" from another tenant. User group ${groupIds[0]} is added. User group ${groupIds[1]} is added. First Name becomes "Ada".`,
			verified: true,
		});
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
			summary: expect.stringContaining(`User group ${added?.groupId} is added.`) as string,
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
		expect(records(created)).toMatchObject([
			{
				wouldAction: 'created',
				request: { method: 'POST', path: '/admin/user/users', body: person },
				changes: person,
				summary: `Would create user "${person.emailAddress}". First Name becomes "Maja". Last Name becomes "Lind".`,
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
				emailAddress,
				userId,
				changes: { firstName: 'Ada' },
				summary: `Would update user "${emailAddress}". First Name changes from "${firstName}" to "Ada".`,
			},
		]);
		expect(setup.writes()).toEqual([]);
	});

	test('has numbers in its summary as they were written', async () => {
		const others = '{ "code": 12345678901234567890, "groupIds": [12345678901234567891] }';
		const { emailAddress } = user();
		const additionalFields = { additionalBody: others };
		const form = { emailAddress, additionalFields, options: { previewOnly: true } };
		const { items } = await run('user', form);
		expect(items[0]?.json.summary).toBe(
			`Would update user "${emailAddress}". User group 12345678901234567891 is added. code becomes "12345678901234567890".`,
		);
	});

	test.each<[IDataObject[string]]>([
		[{ code: 'NORMAL' }],
		[['NORMAL', null]],
		[[{ code: { id: 1 }, name: null }]],
	])('has a summary with a field that the record shows as %j', async (kind) => {
		setup.sandbox.faults.change('user.get', { kind });
		const { emailAddress, firstName, lastName } = normalUser();
		const form = { emailAddress, firstName, lastName, additionalFields: { kind: 'NORMAL' } };
		const [item] = records(await run('user', form));
		expect(item?.summary).toContain(`Kind changes from ${JSON.stringify(kind)} to "NORMAL".`);
	});

	describe('whose groups the record shows', () => {
		const showGroups = (show: (groupIds: number[]) => object) =>
			setup.sandbox.faults.change('user.get', ({ groupIds }) => ({
				groupIds: undefined,
				...show(groupIds as number[]),
			}));

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
			expect(first.items[0]?.json.summary).toMatch(/User group \d+ is added\. First Name changes/);
			const second = await run('user', form);
			expect(second.items[0]?.json).toMatchObject({ action: 'unchanged', firstName: 'Ada' });
			expect(new Set(setup.sandbox.state.users.get(userId)?.groupIds)).toEqual(new Set(expected));
		});

		test('nowhere, gets other changes if it has its only group', async () => {
			showGroups(() => ({}));
			const { emailAddress, groupIds } = normalUser();
			const additionalFields = { groupIds: groupIds.slice(0, 1) };
			const [item] = records(
				await run('user', { emailAddress, firstName: 'Ada', additionalFields }),
			);
			expect(item?.changes).toEqual({ firstName: 'Ada' });
		});

		test('has an error with what was changed', async () => {
			showGroups(() => ({}));
			const { emailAddress, groupIds } = normalUser();
			const additionalFields = { groupIds: [...groupIds, 99] };
			const form = { emailAddress, firstName: 'Ada', additionalFields };
			const result = await run('user', form, keepGoing);
			expect(errorItem(result)).toMatchObject({ changes: { firstName: 'Ada' } });
		});
	});

	const others = (fields: object) => ({
		additionalFields: { additionalBody: JSON.stringify(fields) },
	});

	test.each([{ groupIds: { added: [1001] } }, { groups: [1001] }])(
		'whose groups Other Fields add again is refused by their code: %j',
		async (fields) => {
			setup.fault('user.update', { errorCode: 'user-already-has-group' });
			const form = { emailAddress: user().emailAddress, firstName: 'Ada', ...others(fields) };
			const { error } = await run('user', form);
			expect(error?.errorCode).toBe('user-already-has-group');
			expect(bodies('user.update')).toEqual([{ firstName: 'Ada', ...fields }]);
		},
	);
	const name = { firstName: 'Ada', lastName: 'Berg' };
	const joined = { firstName: undefined, lastName: undefined, name: 'Ada Berg' };

	test.each<[string, INodeParameters, object]>([
		['a number as text', others({ floor: 12 }), { floor: '12' }],
		['no value, as before', others({ note: null }), {}],
		['a kind in another case', { additionalFields: { kind: 'NORMAL' } }, { kind: 'Normal' }],
		['active in a word', others({ active: 'yes' }), { active: true }],
		['active as text', others({ active: 'true' }), { active: true }],
		['one name for both', name, joined],
	])('with %s is unchanged', async (_what, form, shown) => {
		setup.sandbox.faults.change('user.get', shown);
		const { items } = await run('user', { emailAddress: normalUser().emailAddress, ...form });
		expect(items[0]?.json.action).toBe('unchanged');
		expect(bodies('user.update')).toEqual([]);
	});

	test('that shows a name as null gets its first one', async () => {
		setup.sandbox.faults.change('user.get', { firstName: null }, 1);
		const { emailAddress } = user();
		const [item] = records(await run('user', { emailAddress, firstName: 'Ada' }));
		expect(item?.summary).toBe(`Updated user "${emailAddress}". First Name becomes "Ada".`);
	});

	test('shows only what was read back, with a hint at assumed names', async () => {
		const { emailAddress, userId } = user();
		const items = [{ address: emailAddress }, { address: person.emailAddress }];
		const form = { ...person, emailAddress: '={{ $json.address }}', options: { verify: false } };
		const result = await run('user', form, { items, mode: 'manual' });
		const summary = expect.any(String) as string;
		const { firstName, lastName, emailAddress: added } = person;
		expect(records(result)).toEqual([
			{ action: 'updated', emailAddress, userId, changes: { firstName, lastName }, summary },
			{ action: 'created', emailAddress: added, userId: user(-1).userId, changes: person, summary },
		]);
		expect(hintTexts(result).join()).toContain('firstName');
		expect(sent().filter((operation) => operation === 'user.get')).toHaveLength(1);
	});

	test('whose group another execution added meanwhile is unchanged', async () => {
		const { emailAddress, groupIds, userId } = normalUser();
		setup.sandbox.faults.change('user.get', { groupIds: [] }, 1);
		const result = await run('user', { emailAddress, additionalFields: { groupIds } });
		const unchanged = { action: 'unchanged', userId, groupIds, verified: true };
		expect(records(result)).toMatchObject([unchanged]);
		const oneByOne = groupIds.map((groupId) => ({ groupIds: [groupId] }));
		expect(bodies('user.update')).toEqual([{ groupIds }, ...oneByOne]);
		expect(hintTexts(result)).toEqual([]);
	});

	test('has an error if no group that the service rejects as known is shown', async () => {
		const { emailAddress, groupIds } = normalUser();
		setup.sandbox.faults.change('user.get', { groupIds: null });
		const form = { emailAddress, additionalFields: { groupIds } };
		expect(errorItem(await run('user', form, keepGoing)).errorCode).toBe('not-applied');
	});

	test.each(['ids', 'tenants'] as const)(
		'keeps tenants that are shown as %s',
		async (userTenants) => {
			setup.sandbox.reading = { ...standardReading, userTenants };
			const [kept = '', added = ''] = setup.sandbox.state.tenants.map(({ tenantId }) => tenantId);
			const found = normalUser();
			found.tenantIds = [kept];
			const form = { emailAddress: found.emailAddress, additionalFields: { tenantIds: [added] } };
			const more = setup.named(fieldNamesOf(setup.sandbox.reading));
			const { items } = await run('user', form, more);
			expect(items[0]?.json).toMatchObject({ action: 'updated', verified: true });
			expect(found.tenantIds).toEqual([kept, added]);
		},
	);

	test('has no tenants yet if their path leads to null', async () => {
		const [{ tenantId } = { tenantId: '' }] = setup.sandbox.state.tenants;
		setup.sandbox.faults.change('user.get', { tenantIds: undefined, tenants: null });
		const { emailAddress } = normalUser();
		const form = { emailAddress, additionalFields: { tenantIds: [tenantId] } };
		const options = { verify: false };
		await run('user', { ...form, options }, setup.named({ 'user.tenantIds': 'tenants.id' }));
		expect(bodies('user.update')).toEqual([{ tenantIds: [tenantId] }]);
	});

	test.each(['absent', 'tenants'] as const)(
		'whose tenants are unknown (%s) is not changed, so none is lost',
		async (userTenants) => {
			setup.sandbox.reading = { ...standardReading, userTenants };
			const tenantIds = setup.sandbox.state.tenants.slice(0, 1).map(({ tenantId }) => tenantId);
			const { emailAddress } = normalUser();
			const { error } = await run('user', { emailAddress, additionalFields: { tenantIds } });
			expect(error?.message).toBe(
				`The record of the user "${emailAddress}" doesn't show the connected tenants [item 0]`,
			);
			expect(error?.description).toContain(`Set "user.tenantIds" in 'Field Names (JSON)'`);
			expect(sent()).not.toContain('user.update');
		},
	);

	test('that the service lists without a known ID is refused with the way out', async () => {
		const { emailAddress } = setup.user();
		setup.fault('user.getAll', { replaceBody: () => [{ emailAddress }] });
		const { error } = await run('user', { emailAddress });
		expect(error?.description).toContain('Set "user.userId" in \'Field Names (JSON)\'');
		expect(setup.writes()).toEqual([]);
	});

	test('created elsewhere is updated, also after a row whose user no list shows', async () => {
		const [unlisted, created] = [user(0), user(1)];
		setup.sandbox.state.users.delete(created.userId);
		setup.fault('user.getAll', {
			replaceBody: (body) =>
				(body as IDataObject[]).filter(({ userId }) => userId !== unlisted.userId),
		});
		setup.fault('user.create', {
			includes: created.emailAddress,
			match: () => Boolean(setup.sandbox.state.users.set(created.userId, created)),
		});
		const rows = [unlisted, created].map(({ emailAddress }) => ({ emailAddress }));
		const form = { emailAddress: '={{ $json.emailAddress }}', firstName: 'Ada' };
		const { items } = await run('user', form, { items: rows, ...keepGoing });
		expect(items.map(({ json }) => json)).toMatchObject([
			{ error: { errorCode: 'user-already-in-tenant' } },
			{ action: 'updated', userId: created.userId, verified: true },
		]);
	});

	test('that the search does not find although it exists is explained', async () => {
		setup.fault('user.getAll', { replaceBody: () => [] });
		const { error } = await run('user', { emailAddress: user().emailAddress, firstName: 'Ada' });
		expect(error).toMatchObject({ errorCode: 'user-already-in-tenant', httpStatus: 409 });
		expect(error?.description).toContain('No user that the node can read');
		const search = ['user.getAll', 'user.getAll'];
		expect(sent()).toEqual([...search, 'user.create', ...search]);
	});
});

test.each<[string, INodeParameters]>([
	['an empty name', { groupName: '={{ " " }}' }],
	...[
		['a desired state that is a list', '[]'],
		['another name in its desired state', '{"groupName":"Cure"}'],
		['single changes in its desired state', '{"roles":{"removed":["ORDER_READ"]}}'],
	].map(([what = '', desiredState = '']): [string, INodeParameters] => [
		what,
		{ groupName: 'Care', additionalFields: { desiredState } },
	]),
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

const desiredState = JSON.stringify({ reports: [101, { reportId: 102 }], roles: ['STOCK_READ'] });

test.each(['user', 'userGroup'] as const)(
	'a new %s that is not updated has an error that explains it',
	async (resource) => {
		const [{ emailAddress } = person] = setup.sandbox.state.peopleElsewhere;
		const [key, action, parameters] = {
			user: [emailAddress, 'added', { emailAddress, firstName: 'Ada' }],
			userGroup: ['Care', 'created', { groupName: 'Care', additionalFields: { desiredState } }],
		}[resource] as [string, string, INodeParameters];
		setup.fault(`${resource}.update`, { status: 400 });
		const { description, ...error } = errorItem(await run(resource, parameters, keepGoing));
		const id = resource === 'user' ? user(-1).userId : group(-1).groupId;
		expect(Object.values(error)).toEqual(expect.arrayContaining([action, id, 400]));
		expect(description).toContain(`'${key}' was ${action}, but not updated.`);
	},
);

describe('a user group', () => {
	test('without lists is only created', async () => {
		await run('userGroup', { groupName: ' Night shift ' });
		expect(setup.writes().map(({ body }) => body)).toEqual([{ groupName: 'Night shift' }]);
	});

	test('is created with lists, then unchanged', async () => {
		const form = { groupName: 'Night shift', additionalFields: { active: true, desiredState } };
		const preview = await run('userGroup', { ...form, options: { previewOnly: true } });
		setup.sandbox.log.clear();
		const { items } = await run('userGroup', form);
		const { groupId } = group(-1);
		expect(items[0]?.json).toMatchObject({ groupId, action: 'created', roles: ['STOCK_READ'] });
		expect(preview.items[0]?.json.changes).toEqual(items[0]?.json.changes);
		expect(groups().at(-1)).toMatchObject({ reports: [101, 102], roles: ['STOCK_READ'] });
		expect(sent()).toHaveLength(6);
		const again = await run('userGroup', form);
		expect(records(again)).toEqual([expect.objectContaining({ groupId, action: 'unchanged' })]);
		expect(sent()).toHaveLength(8);
	});

	test('is previewed with the names of its creation and of its lists', async () => {
		const fieldNames = { 'group.active': 'isActive' };
		const additionalFields = { active: true, desiredState };
		const form = { groupName: 'Night shift', additionalFields, options: { previewOnly: true } };
		const { items } = await run('userGroup', form, setup.named(fieldNames));
		const changed = Object.keys(items[0]?.json.changes as object).sort();
		expect(changed).toEqual(['groupName', 'isActive', 'reports', 'roles']);
	});

	test('that was created without a usable response is found by the next row', async () => {
		setup.fault('userGroup.create', { bodyMode: 'html', times: 1 });
		const items = ['Night shift', 'Night  shift\u200B'].map((name) => ({ name }));
		const form = { groupName: '={{ $json.name }}', additionalFields: { active: false } };
		const result = await run('userGroup', form, { items, ...keepGoing });
		expect(records(result)).toMatchObject([
			{ error: { errorCode: 'invalid-response' } },
			{ groupId: groups().at(-1)?.groupId, action: 'unchanged' },
		]);
		expect(bodies('userGroup.create')).toHaveLength(1);
	});

	test('is created under a name without invisible characters', async () => {
		const result = await run('userGroup', { groupName: 'Nig\u200Bht  shift\uFEFF' });
		expect(records(result)).toMatchObject([{ action: 'created', verified: true }]);
		expect(bodies('userGroup.create')).toEqual([{ groupName: 'Night  shift' }]);
	});

	test('is created, also if the service confirms it with status 200', async () => {
		const confirmed = { status: 200, afterProcessing: true, replaceBody: (body: unknown) => body };
		setup.fault('userGroup.create', confirmed);
		const [item] = records(await run('userGroup', { groupName: 'Night shift' }));
		const summary = 'Created user group "Night shift".';
		expect(item).toMatchObject({ action: 'created', summary, verified: true });
	});

	test('states only the list of Other Fields that replaces the desired one', async () => {
		Object.assign(group(), { reports: [101, 103], roles: ['PAGE_WRITE'], active: true });
		const additionalBody = '{ "roles": { "added": ["ORDER_READ"] } }';
		const { groupName } = group();
		const form = { groupName, additionalFields: { desiredState, additionalBody, active: false } };
		const { items } = await run('userGroup', form);
		const roles = { added: ['ORDER_READ'] };
		const body = { active: false, reports: { added: [102], removed: [103] }, roles };
		expect(bodies('userGroup.update')).toEqual([body]);
		expect(items[0]?.json).toMatchObject({
			changes: body,
			summary: expect.stringMatching(
				/Report 102 is added\. Report 103 is removed\. roles becomes \{"added":\["ORDER_READ"\]\}\.$/,
			) as string,
			verified: true,
		});
	});

	test('whose role another execution added meanwhile is unchanged', async () => {
		const { groupId, groupName } = Object.assign(group(), { roles: ['STOCK_READ'] });
		setup.sandbox.faults.change('userGroup.get', { roles: [] }, 2);
		const form = { groupName, additionalFields: { desiredState: '{ "roles": ["STOCK_READ"] }' } };
		const { items } = await run('userGroup', form);
		expect(items[0]?.json).toMatchObject({ action: 'unchanged', groupId });
		expect(sent()).toHaveLength(6);
	});

	test('that hides a role has an error that names no field of Update', async () => {
		const { groupName } = Object.assign(group(), { roles: ['STOCK_READ'] });
		setup.sandbox.faults.change('userGroup.get', { roles: [] });
		const form = { groupName, additionalFields: { desiredState } };
		const { error } = await run('userGroup', form);
		expect(error?.errorCode).toBe('group-already-have-access-to-role');
		expect(error?.description).toContain("'Desired State'");
		expect(error?.description).not.toMatch(/Change Mode|Added/);
	});

	test('that the service shows late is still brought to its state', async () => {
		const errorCode = 'user-group-not-found';
		setup.fault('userGroup.get', { errorCode, status: 400, times: 2 });
		const form = { groupName: 'Night shift', additionalFields: { desiredState } };
		const created = { action: 'created', roles: ['STOCK_READ'], verified: true };
		expect(records(await run('userGroup', form))).toMatchObject([created]);
	});

	test('is not mistaken for another one whose ID the response has', async () => {
		const { groupId, roles } = group();
		const before = [...roles];
		setup.sandbox.faults.change('userGroup.create', { groupId });
		const additionalFields = { desiredState: '{ "roles": ["A"] }' };
		const form = { groupName: 'Night shift', additionalFields };
		const result = await run('userGroup', form, { items: [{}, {}], ...keepGoing });
		const [failed, next] = records(result);
		expect(failed?.error).toMatchObject({
			message: `The user group ${groupId} that the service returned for "Night shift" has another name [item 0]`,
			description: `'Night shift' was created, but not updated. Wait until 'Get Many' lists the user group "Night shift". If it already does, set "group.groupName" in 'Field Names (JSON)' of the credential to the field with the name. Then run this item again.`,
		});
		expect(failed?.error).not.toHaveProperty('groupId');
		expect(next).toMatchObject({ roles: ['A'], action: 'updated', verified: true });
		expect(group().roles).toEqual(before);
	});

	test('whose lists are not shown is not changed, so none is lost', async () => {
		setup.sandbox.reading = { ...standardReading, groupLists: 'absent' };
		const form = { groupName: group().groupName, additionalFields: { desiredState } };
		const { error } = await run('userGroup', form);
		expect(error?.description).toMatch(/'Field Names \(JSON\)'.*User Group > Update/s);
		expect(sent()).not.toContain('userGroup.update');
	});

	test('with an unknown field in its state is not created', async () => {
		const additionalFields = { desiredState: '{"reprots":[101]}' };
		const { error } = await run('userGroup', { groupName: 'Night shift', additionalFields });
		expect(error?.message).toContain('"reprots"');
		expect(sent()).toEqual(['userGroup.getAll', 'userGroup.getAll']);
	});
});
