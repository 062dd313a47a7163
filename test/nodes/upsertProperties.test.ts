/** Any rows, at a service that fails 5 % of the requests. */
import '../engine/skippedWaits';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { keepGoing, packageUnderTest, records } from './nodeUnderTest';
import { randomRuns } from '../randomRuns';

const setup = packageUnderTest({ seed: { users: 12 }, logCapacity: 50_000 });

const form: Readonly<Record<'user' | 'userGroup', INodeParameters>> = {
	user: {
		emailAddress: '={{ $json.key }}',
		firstName: '={{ $json.firstName }}',
		lastName: '={{ $json.lastName }}',
		additionalFields: {
			groupIds: '={{ $json.groupIds }}',
			additionalBody: '={{ { city: $json.city } }}',
		},
	},
	userGroup: {
		groupName: '={{ $json.key }}',
		additionalFields: { desiredState: '={{ $json.desiredState }}' },
	},
};

const apply = async (resource: 'user' | 'userGroup', items: IDataObject[]) =>
	records(await setup.runOperation(`${resource}.upsert`, form[resource], { items, ...keepGoing }));

const writes = () => setup.writes().length;

/** A list in any order. */
const written = (list: unknown) =>
	[list]
		.flat()
		.map((each) => JSON.stringify(each))
		.sort();

/** Rows of a list with one row for each key, some of them in another spelling. */
const rowsOf = (
	keys: string[],
	row: fc.Arbitrary<IDataObject>,
	spellings: Array<(key: string) => string>,
) =>
	fc
		.tuple(fc.subarray(keys, { minLength: 4 }), fc.array(row, { minLength: 20, maxLength: 20 }))
		.chain(([chosen, rows]) =>
			fc.tuple(
				...chosen.map((key, index) =>
					fc.constantFrom(...spellings).map((spell) => ({ ...rows[index], key: spell(key) })),
				),
			),
		) as fc.Arbitrary<IDataObject[]>;

const addresses = () => [
	...[...setup.sandbox.state.users.values()].slice(0, 6).map((user) => user.emailAddress),
	...setup.sandbox.state.peopleElsewhere.map((user) => user.emailAddress),
	...Array.from({ length: 8 }, (_, index) => `new.${index}@example.org`),
];

const userRow = fc.record({
	firstName: fc.constantFrom('Ada', 'Bea', 'Eva'),
	lastName: fc.constantFrom('Berg', 'Lind'),
	groupIds: fc.subarray([1001, 1002, 1003]),
	city: fc.constantFrom('Oslo', 'Umeå'),
});

const groupRow = fc.record({
	desiredState: fc.record(
		{
			active: fc.boolean(),
			reports: fc.subarray([101, 102, 103]),
			roles: fc.subarray(['ORDER_READ', 'STOCK_READ']),
			webStores: fc.subarray([{ storeId: 1 }, { storeId: 2 }]),
		},
		{ requiredKeys: ['reports'] },
	),
});

/** By one execution, or by two at once until nothing fails; then once more, without a write. */
async function reach(resource: 'user' | 'userGroup', rows: IDataObject[], isFlaky: boolean) {
	const { faults } = setup.sandbox;
	if (isFlaky) {
		faults.add({ probability: 0.025, status: 500 });
		faults.add({ probability: 0.025, reset: 'midBody', afterProcessing: true });
	}
	const hasFailed = (items: IDataObject[]) => items.some(({ error }) => error !== undefined);
	for (let round = 0, failed = true; failed && round < (isFlaky ? 20 : 1); round++) {
		const executions = [apply(resource, rows), ...(isFlaky ? [apply(resource, rows)] : [])];
		failed = hasFailed((await Promise.all(executions)).flat());
	}
	faults.clear();
	const before = writes();
	const items = await apply(resource, rows);
	expect(items.map(({ action }) => action)).toEqual(rows.map(() => 'unchanged'));
	expect(writes()).toBe(before);
	return items;
}

test('users reach the rows once, and lose no group', async () => {
	setup.sandbox.reset();
	await fc.assert(
		fc.asyncProperty(
			rowsOf(addresses(), userRow, [String, (key) => ` ${key.toUpperCase()}`]),
			fc.boolean(),
			async (rows, isFlaky) => {
				setup.sandbox.reset();
				const { state } = setup.sandbox;
				for (const user of state.users.values()) user.kind = 'NORMAL';
				const before = new Map([...state.users].map(([id, { groupIds }]) => [id, groupIds]));
				const items = await reach('user', rows, isFlaky);
				for (const [index, row] of rows.entries()) {
					const key = String(row.key).trim().toLowerCase();
					const same = [...state.users.values()].filter(
						({ emailAddress }) => emailAddress.toLowerCase() === key,
					);
					expect(same).toHaveLength(1);
					expect(items[index]?.userId).toBe(same[0]?.userId);
					const { firstName, lastName, city } = row;
					expect(same[0]).toMatchObject({ firstName, lastName, city });
					const groups = [
						...(before.get(same[0]?.userId ?? '') ?? []),
						...(row.groupIds as number[]),
					];
					expect(new Set(same[0]?.groupIds)).toEqual(new Set(groups));
				}
			},
		),
		randomRuns(3),
	);
});

test('user groups reach the rows once', async () => {
	setup.sandbox.reset();
	const names = [...setup.sandbox.state.groups.values()].map(({ groupName }) => groupName);
	const keys = [...names.slice(0, 4), 'Care', 'Care North', 'Night shift & Co', 'Å 100 %'];
	await fc.assert(
		fc.asyncProperty(
			rowsOf(keys, groupRow, [String, (key) => ` ${key} `]),
			fc.boolean(),
			async (rows, isFlaky) => {
				setup.sandbox.reset();
				await reach('userGroup', rows, isFlaky);
				for (const { key, desiredState } of rows) {
					const same = [...setup.sandbox.state.groups.values()].filter(
						({ groupName }) => groupName === String(key).trim(),
					);
					expect(same).toHaveLength(1);
					for (const [name, value] of Object.entries(desiredState as IDataObject)) {
						const now = same[0]?.[name as 'reports'];
						expect(written(now)).toEqual(written(value));
					}
				}
			},
		),
		randomRuns(3),
	);
});
