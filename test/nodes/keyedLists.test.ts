/** Lists of a form that name user groups and reports instead of their IDs. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OperationId } from '../../src/api/operations';
import { picked, recordAt } from '../cases/operationCase';
import { errorItem, keepGoing, packageUnderTest, records } from './nodeUnderTest';
import { credentialsFor } from './runCase';

const setup = packageUnderTest();

const groups = () => [...setup.sandbox.state.groups.values()];
const names = (...positions: number[]) =>
	positions.map((position) => recordAt(groups(), position).groupName);
const ids = (...positions: number[]) =>
	positions.map((position) => recordAt(groups(), position).groupId);
const person = { emailAddress: 'maja.lind@example.org', firstName: 'Maja', lastName: 'Lind' };
const sent = (operation: OperationId) =>
	setup.sandbox.requests.filter((each) => each.operation === operation);
const changes = () => setup.sandbox.requests.filter(({ method }) => method !== 'GET');

async function run(
	resource: 'user' | 'userGroup',
	operation: string,
	parameters: IDataObject,
	items?: IDataObject[],
) {
	return await setup.engine.runNode({
		type: resource === 'user' ? 'integrationServiceUser' : 'integrationServiceUserGroup',
		parameters: { resource, operation, ...parameters } as INodeParameters,
		credentials: credentialsFor(setup.sandbox),
		...keepGoing,
		...(items && { items }),
	});
}

const create = async (groupIds: unknown, more: IDataObject = {}) =>
	await run('user', 'create', {
		...person,
		additionalFields: { groupIds } as IDataObject,
		...more,
	});

describe('the groups of a new user', () => {
	test.each<[string, () => unknown]>([
		['as names', () => names(0, 2)],
		['as a name and an ID', () => [names(0)[0], ids(2)[0]]],
		['as a name and an ID in a text', () => [names(0)[0], String(ids(2)[0])]],
		['as a list of an expression', () => `={{ ${JSON.stringify(names(0, 2))} }}`],
		['as a text with commas', () => `={{ ${JSON.stringify(names(0, 2).join(' , '))} }}`],
		['as a list in a text', () => `={{ ${JSON.stringify(JSON.stringify(names(0, 2)))} }}`],
		['with a name twice', () => [...names(0, 0, 2), ids(2)[0]]],
	])('%s are sent as IDs', async (_how, groupIds) => {
		const { error } = await create(groupIds());
		expect(error).toBeUndefined();
		expect(sent('user.create')[0]?.body).toEqual({ ...person, groupIds: ids(0, 2) });
	});

	test('can have commas in their names', async () => {
		recordAt(groups(), 0).groupName = 'Sales, North';
		await create(['Sales, North', ids(1)[0]]);
		await create(`={{ ${JSON.stringify(JSON.stringify(['Sales, North']))} }}`);
		expect(changes().map(({ body }) => Object(body).groupIds)).toEqual([ids(0, 1), ids(0)]);
	});

	test('are shown as IDs in a preview', async () => {
		const run = await create(names(1), { options: { previewOnly: true } });
		expect(records(run)).toEqual([
			{
				preview: true,
				summary: expect.stringContaining('Would create user') as string,
				request: {
					method: 'POST',
					path: '/admin/user/users',
					body: { ...person, groupIds: ids(1) },
				},
			},
		]);
		expect(changes()).toEqual([]);
	});

	test('are searched for in the tenant of the options', async () => {
		const [, tenant] = setup.sandbox.state.tenants;
		await create(names(0), { options: { tenantId: tenant?.tenantId } });
		const tenants = setup.sandbox.requests.map(({ tenantId }) => tenantId);
		expect(new Set(tenants)).toEqual(new Set([tenant?.tenantId]));
	});

	test.each<[string, () => void, string, string]>([
		['unknown', () => {}, 'There is no user group with the name "Slaes"', 'None of the'],
		[
			'not unique',
			() => [0, 1].forEach((position) => (recordAt(groups(), position).groupName = 'Slaes')),
			'2 user groups have the name "Slaes"',
			'Use one of their IDs instead',
		],
	])('with a name that is %s is refused', async (_what, prepare, message, remedy) => {
		prepare();
		const error = errorItem(await create([ids(2)[0], 'Slaes']));
		expect(error.message).toBe(`${message} [item 0]`);
		expect(error.description).toContain(remedy);
		expect(error.errorCode).toBe(_what === 'unknown' ? 'user-group-not-found' : 'invalid-input');
		expect(changes()).toEqual([]);
	});
});

test('each name is searched for once in an execution', async () => {
	const items = Array.from({ length: 30 }, (_, index) => ({
		emailAddress: `new.${index}@example.org`,
		groups: names(index % 2),
	}));
	await run(
		'user',
		'create',
		{
			...person,
			emailAddress: '={{ $json.emailAddress }}',
			additionalFields: { groupIds: '={{ $json.groups }}' },
		},
		items,
	);
	expect(sent('user.create').map(({ body }) => Object(body).groupIds)).toEqual(
		items.map((_, index) => ids(index % 2)),
	);
	expect(sent('userGroup.getAll')).toHaveLength(2);
});

describe('a user with a group by name', () => {
	const normalUser = () => {
		const { users } = setup.sandbox.state;
		return recordAt(
			[...users.values()].filter(({ kind }) => kind === 'NORMAL'),
			0,
		);
	};

	test('is updated', async () => {
		normalUser().groupIds = [];
		const userId = picked(normalUser().userId);
		await run('user', 'update', { userId, updateFields: { groupIds: names(1, 2) } });
		expect(normalUser().groupIds).toEqual(ids(1, 2));
	});

	test('is created or updated, then unchanged', async () => {
		normalUser().groupIds = ids(0);
		const { emailAddress } = normalUser();
		const form = { emailAddress, additionalFields: { groupIds: names(0, 1) } };
		const [updated] = records(await run('user', 'upsert', form));
		expect(updated).toMatchObject({
			action: 'updated',
			changes: { groupIds: ids(1) },
			verified: true,
		});
		expect(records(await run('user', 'upsert', form))).toMatchObject([{ action: 'unchanged' }]);
	});
});

describe('the reports of a user group', () => {
	const reports = () => setup.sandbox.state.reports;
	const group = () => recordAt(groups(), 0);
	const update = async (parameters: IDataObject) =>
		await run('userGroup', 'update', { groupId: picked(group().groupId), ...parameters });

	beforeEach(() => {
		group().reports = [recordAt(reports(), 0).reportId];
	});

	test('can be added and removed by name', async () => {
		const [old, added] = [recordAt(reports(), 0), recordAt(reports(), 1)];
		await update({
			reports: {
				added: [{ reportId: added.reportName }],
				removed: [{ reportId: old.reportName }],
			},
		});
		expect(changes()[0]?.body).toEqual({
			reports: { added: [added.reportId], removed: [old.reportId] },
		});
		expect(sent('report.getAll')).toHaveLength(1);
		expect(sent('report.getAll')[0]?.query).toEqual({});
	});

	test.each(['update', 'upsert'])('have names in Desired State of %s', async (operation) => {
		const [old, added] = [recordAt(reports(), 0), recordAt(reports(), 1)];
		const desiredState = JSON.stringify({
			reports: [old.reportName, { reportId: added.reportName }],
		});
		const form =
			operation === 'update'
				? { groupId: picked(group().groupId), changeMode: 'desired', desiredState }
				: { groupName: group().groupName, additionalFields: { desiredState } };
		const [item] = records(await run('userGroup', operation, form));
		expect(item).toMatchObject({
			changes: { reports: { added: [added.reportId] } },
			verified: true,
		});
	});

	test('are not given by name and by ID', async () => {
		const { reportId, reportName } = recordAt(reports(), 1);
		const twice = errorItem(
			await update({ reports: { added: [{ reportId }], removed: [{ reportId: reportName }] } }),
		);
		expect(twice.message).toContain('appears twice');
		expect(changes()).toEqual([]);
	});

	test('with an unknown name are refused', async () => {
		const error = errorItem(await update({ reports: { added: [{ reportId: 'Slaes' }] } }));
		expect(error.message).toBe('There is no report with the name "Slaes" [item 0]');
		expect(error.description).toContain(
			`None of the ${reports().length} reports that the node can read has this name.`,
		);
		expect(changes()).toEqual([]);
	});
});
