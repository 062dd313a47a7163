/** Rules for every Desired State of a user group, against a service that takes only spec 2.5. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { groupEntryNames } from '../../../src/api/assumedNames';
import { nodeUnderTest } from '../nodeUnderTest';
import { randomRuns } from '../../randomRuns';

const node = nodeUnderTest('integrationServiceUserGroup', {
	resource: 'userGroup',
	operation: 'update',
	changeMode: 'desired',
});

const groupId = 1001;
const { group } = node;
const run = async (currentState: unknown, desiredState: unknown, options = {}) => {
	const { items, error } = await node.run(
		{
			groupId: { __rl: true, mode: 'id', value: String(groupId) },
			desiredState: '={{ $json.wanted }}',
			options: { ...options, currentState: '={{ $json.now }}' },
		},
		{ items: [{ now: currentState as IDataObject, wanted: desiredState as IDataObject }] },
	);
	if (error) throw new Error(error.message);
	return items[0]?.json ?? {};
};
const updates = () =>
	node.sandbox.requests.filter(({ operation }) => operation === 'userGroup.update');

/** A value at a path such as `report.id`. */
const at = (path: string, value: IDataObject[string]): IDataObject =>
	path
		.split('.')
		.reverse()
		.reduce((inner, name) => ({ [name]: inner }), value) as IDataObject;

/** An entry as the service or a person may write it: bare, or as a record under any likely name. */
const written = (name: keyof typeof groupEntryNames, value: number | string) =>
	fc
		.constantFrom('', name, ...groupEntryNames[name])
		.map((path) => (path === '' ? value : { ...at(path, value), note: 'as it came' }));

const reportIds = fc.subarray([101, 102, 103, 104, 105]);
const small = fc.subarray([1, 2, 3]);
const lists = fc.record({
	reports: reportIds,
	roles: fc.subarray(['ORDER_READ', 'ORDER_WRITE', 'STOCK_READ']),
	warehouses: small.map((ids) =>
		ids.map((warehouseId) => ({ warehouseCompanyId: 10, warehouseId })),
	),
	returnReasons: small.map((ids) => ids.map((returnReasonId) => ({ returnReasonId }))),
	webStores: small.map((ids) => ids.map((storeId) => ({ storeId }))),
});
const several = <T>(entries: fc.Arbitrary<T>[]) => fc.tuple(...entries) as fc.Arbitrary<T[]>;

/** The same lists in other shapes. */
const inAnyShape = (plain: IDataObject): fc.Arbitrary<IDataObject> => {
	const list = plain as Record<string, Array<number | string | Record<string, number>>>;
	return fc.record({
		reports: several((list.reports ?? []).map((id) => written('reportId', Number(id)))),
		roles: several((list.roles ?? []).map((role) => written('role', String(role)))),
		warehouses: fc.constant(list.warehouses ?? []),
		returnReasons: several(
			(list.returnReasons ?? []).map((each) =>
				written('returnReasonId', (each as Record<string, number>).returnReasonId ?? 0),
			),
		),
		webStores: several(
			(list.webStores ?? []).map((each) =>
				written('storeId', (each as Record<string, number>).storeId ?? 0),
			),
		),
	}) as fc.Arbitrary<IDataObject>;
};

const wanted = fc
	.tuple(lists, fc.subarray(['reports', 'roles', 'warehouses', 'returnReasons', 'webStores']))
	.chain(([plain, names]) =>
		fc.tuple(
			inAnyShape(plain).map((shaped) =>
				Object.fromEntries(names.map((name) => [name, shaped[name]])),
			),
			fc.record(
				{
					groupName: fc.constantFrom('Customer care', 'Care', ' Care  '),
					active: fc.constantFrom(true, false, 'TRUE', 'no', 0, 'Inactive'),
				},
				{ requiredKeys: [] },
			),
			fc.constant(Object.fromEntries(names.map((name) => [name, plain[name as 'reports']]))),
		),
	)
	.map(([shaped, fields, plain]) => ({ desired: { ...shaped, ...fields }, plain }))
	.filter(({ desired }) => Object.keys(desired).length > 0);

/** The rest of a record of the service. */
const otherFields = { memberCount: 1, lastModified: '2026-11-01' };

test('reaches the desired state with one update', async () => {
	await fc.assert(
		fc.asyncProperty(lists, wanted, fc.boolean(), async (before, { desired, plain }, isCopy) => {
			node.sandbox.reset();
			Object.assign(group(), before, otherFields);
			const state = isCopy ? { ...desired, ...otherFields, groupId, changed: true } : desired;
			const preview = await run('', state, { previewOnly: true });
			expect(updates()).toHaveLength(0);
			const item = await run('', state);
			expect(preview.changes).toEqual(updates()[0]?.body ?? {});
			expect(item.changed).toBe(updates().length === 1);
			expect(preview.request !== undefined).toBe(item.changed);
			for (const [name, list] of Object.entries(plain)) {
				const now = group()[name as 'reports'];
				expect(now.map((each) => JSON.stringify(each)).sort()).toEqual(
					[...list].map((each) => JSON.stringify(each)).sort(),
				);
			}
			const sent = updates().length;
			const again = await run('', state);
			const chained = await run(again, state);
			expect([again.changed, chained.changed]).toEqual([false, false]);
			expect(updates()).toHaveLength(sent);
			expect(chained).toMatchObject({ groupId, groupName: group().groupName });
		}),
		randomRuns(5),
	);
});
