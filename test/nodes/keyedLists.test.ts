/** Lists of a form that name user groups and reports instead of their IDs. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { picked, recordAt } from '../cases/operationCase';
import { errorItem, keepGoing, packageUnderTest, records } from './nodeUnderTest';
import type { NodeOperationId } from './runCase';

const setup = packageUnderTest();
const { group, normalUser, sent, writes: changes } = setup;

const names = (...positions: number[]) => positions.map((position) => group(position).groupName);
const ids = (...positions: number[]) => positions.map((position) => group(position).groupId);
const person = { emailAddress: 'maja.lind@example.org', firstName: 'Maja', lastName: 'Lind' };

const run = async (id: NodeOperationId, parameters: IDataObject, items?: IDataObject[]) =>
	await setup.runOperation(id, parameters as INodeParameters, { items, ...keepGoing });

const create = async (groupIds: unknown) =>
	await run('user.create', { ...person, additionalFields: { groupIds } as IDataObject });

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
		group(0).groupName = 'Sales, North';
		await create(['Sales, North', ids(1)[0]]);
		await create(`={{ ${JSON.stringify(JSON.stringify(['Sales, North']))} }}`);
		expect(changes().map(({ body }) => Object(body).groupIds)).toEqual([ids(0, 1), ids(0)]);
	});

	describe('in a text with commas', () => {
		beforeEach(() => {
			['Stock', 'Malmö', 'Stock, Malmö', 'Sales'].forEach((name, position) => {
				group(position).groupName = name;
			});
			group(5).groupName = ' Sales';
		});

		test.each<[string, number[]]>([
			['Stock, Malmö', [2]],
			[' Stock,  Malmo\u0308 ', [2]],
			['["Stock", "Malmö"]', [0, 1]],
			[' Sales', [5]],
			['Malmö, Stock', [1, 0]],
			['Stock, Malmö, Sales', [0, 1, 3]],
		])('%j are those of this name, or else several', async (text, positions) => {
			await create(`={{ ${JSON.stringify(text)} }}`);
			expect(sent('user.create')[0]?.body).toEqual({ ...person, groupIds: ids(...positions) });
		});

		test.each(['[Stock]', '[Old] Stock, Malmö', 'Stock,'])('%j can be a name', async (name) => {
			group(5).groupName = name;
			await create(`={{ ${JSON.stringify(name)} }}`);
			expect(sent('user.create')[0]?.body).toEqual({ ...person, groupIds: ids(5) });
		});

		test('are searched for once in an execution', async () => {
			const items = Array.from({ length: 10 }, (_, index) => ({ index }));
			const additionalFields = { groupIds: '={{ "Stock, Sales" }}' };
			await run('user.create', { ...person, additionalFields }, items);
			const searched = sent('userGroup.getAll').map(({ query }) => query.keywords);
			expect(searched).toEqual(['Stock, Sales', undefined]);
		});

		test('are not searched for if all are IDs', async () => {
			await create(`={{ ${JSON.stringify(ids(0, 1).join(','))} }}`);
			expect(sent('user.create')[0]?.body).toEqual({ ...person, groupIds: ids(0, 1) });
			expect(sent('userGroup.getAll')).toEqual([]);
		});

		test('can be more than 1,000 characters', async () => {
			group(3).groupName = 'a'.repeat(600);
			group(4).groupName = 'b'.repeat(600);
			await create(names(3, 4).join(','));
			expect(sent('user.create')[0]?.body).toEqual({ ...person, groupIds: ids(3, 4) });
		});
	});

	test.each(['2.000', '1.5', '007', '0x10', '1e3', '+5'])(
		'can have the name %s, which is not an ID',
		async (name) => {
			group(1).groupName = name;
			await create([name]);
			expect(sent('user.create')[0]?.body).toEqual({ ...person, groupIds: ids(1) });
		},
	);

	test.each(['"1007, Sales"', '["1007", "Sales"]', '[1007, "Sales"]'])(
		'can be in User Group Names as %s, where a whole number is a name',
		async (groupNames) => {
			group(1).groupName = '1007';
			group(2).groupName = 'Sales';
			const fields = { groupNames: `={{ ${groupNames} }}` };
			await run('user.create', { ...person, additionalFields: fields });
			expect(sent('user.create')[0]?.body).toEqual({ ...person, groupIds: ids(1, 2) });
		},
	);

	test('are refused if no group has the number in User Group Names as its name', async () => {
		const [groupId] = ids(2);
		const fields = { groupNames: String(groupId) };
		const error = errorItem(await run('user.create', { ...person, additionalFields: fields }));
		expect(error.message).toContain(`There is no user group with the name "${groupId}"`);
		expect(changes()).toEqual([]);
	});

	test('are refused if User Group Names has their records', async () => {
		const groupNames = [{ groupId: 1001, groupName: 'Stock' }] as unknown as IDataObject;
		const form = { ...person, additionalFields: { groupNames } };
		const error = errorItem(await run('user.create', form));
		expect(error.message).toMatch(/^User Group Names, entry 1: the value "\{.*\}" is not text/);
		expect(setup.sandbox.requests).toEqual([]);
	});

	test.each<[unknown, string]>([
		[[2_147_483_648], 'the value "2147483648" is not a whole number from 0 to'],
		['1,99999999999', 'the value "99999999999" is not a whole number from 0 to'],
		[[-1], 'the value "-1" is not a whole number from 0 to'],
		[[1.5], 'the value "1.5" is not a whole number from 0 to'],
	])('%j are refused before a request', async (groupIds, message) => {
		const error = errorItem(await create(groupIds));
		expect(error.message).toContain(message);
		expect(setup.sandbox.requests).toEqual([]);
	});

	test.each<[string, unknown, unknown, number[]]>([
		['alone as a text', undefined, '={{ "Stock" }}', [0]],
		['alone as a list', undefined, '={{ ["Stock", "Sales"] }}', [0, 2]],
		['beside those of the list', ['1001', 'Sales'], '={{ "Malmö, Stock" }}', [0, 2, 1]],
		['that are the same', ['Stock'], '={{ "Stock" }}', [0]],
		['that are empty', ['Stock'], '={{ "" }}', [0]],
		['with empty entries', undefined, '={{ ["", null, undefined, "Stock"] }}', [0]],
		['without a value', ['Stock'], '={{ null }}', [0]],
	])('can be in User Group Names %s', async (_what, groupIds, groupNames, positions) => {
		['Stock', 'Malmö', 'Sales'].forEach((name, position) => {
			group(position).groupName = name;
		});
		const user = normalUser();
		const { userId, emailAddress } = user;
		user.groupIds = [];
		const fields = { ...(groupIds !== undefined && { groupIds }), groupNames } as IDataObject;
		await run('user.create', { ...person, additionalFields: fields });
		await run('user.update', { userId: picked(userId), updateFields: fields });
		user.groupIds = [];
		await run('user.upsert', { emailAddress, additionalFields: fields });
		const bodies = changes().map(({ body }) => Object(body));
		expect(bodies.map((body) => body.groupIds)).toEqual([1, 2, 3].map(() => ids(...positions)));
		expect(bodies.some((body) => 'groupNames' in body)).toBe(false);
	});
});

describe('the reports of a user group', () => {
	const reports = () => setup.sandbox.state.reports;
	const update = async (parameters: IDataObject) =>
		await run('userGroup.update', { groupId: picked(group().groupId), ...parameters });

	beforeEach(() => {
		group().reports = [recordAt(reports(), 0).reportId];
	});

	test('can be added and removed by name', async () => {
		const [old, added] = [recordAt(reports(), 0), recordAt(reports(), 1)];
		await update({
			reports: { added: [{ reportId: added.reportName }], removed: [{ reportId: old.reportName }] },
		});
		const reportIds = { added: [added.reportId], removed: [old.reportId] };
		expect(changes()[0]?.body).toEqual({ reports: reportIds });
		expect(sent('report.getAll')).toHaveLength(1);
		expect(sent('report.getAll')[0]?.query).toEqual({});
	});

	test.each(['userGroup.update', 'userGroup.upsert'] as const)(
		'have names in Desired State of %s',
		async (operation) => {
			const [old, added, further, last] = [0, 1, 2, 3].map((index) => recordAt(reports(), index));
			const ways = [
				{ reportId: added?.reportName },
				{ reportName: further?.reportName },
				{ reportId: last?.reportId, reportName: 'An earlier name' },
			];
			const desiredState = JSON.stringify({ reports: [old?.reportName, ...ways] });
			const form =
				operation === 'userGroup.update'
					? { groupId: picked(group().groupId), changeMode: 'desired', desiredState }
					: { groupName: group().groupName, additionalFields: { desiredState } };
			const changed = { reports: { added: [added?.reportId, further?.reportId, last?.reportId] } };
			const expected = { changes: changed, verified: true };
			expect(records(await run(operation, form))).toMatchObject([expected]);
		},
	);

	test('have names in a list with its name in Field Names', async () => {
		const { reportId, reportName } = recordAt(reports(), 1);
		setup.sandbox.faults.change('userGroup.get', { reports: undefined, rights: [] });
		const desiredState = JSON.stringify({ rights: [reportName] });
		const groupId = picked(group().groupId);
		const form = { groupId, changeMode: 'desired', desiredState, options: { verify: false } };
		const named = setup.named({ 'group.reports': 'rights' });
		await setup.runOperation('userGroup.update', form, named);
		expect(changes()[0]?.body).toEqual({ reports: { added: [reportId] } });
	});

	test.each(['101,104', '[101]', 'Sales by day'])('are a list, and not %j', async (text) => {
		const desiredState = JSON.stringify({ reports: text });
		const result = await update({ changeMode: 'desired', desiredState });
		expect(errorItem(result).message).toBe('Desired State > Reports is not a list [item 0]');
	});

	test('are not given by name and by ID', async () => {
		const { reportId, reportName } = recordAt(reports(), 1);
		const both = { added: [{ reportId }], removed: [{ reportId: reportName }] };
		const twice = errorItem(await update({ reports: both }));
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
