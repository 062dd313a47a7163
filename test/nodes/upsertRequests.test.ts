/** How many requests Create or Update needs for many rows, in a long list of users. */
import '../engine/skippedWaits';
import { recordAt } from '../cases/operationCase';
import { manyRecords } from '../randomRuns';
import { packageUnderTest, records } from './nodeUnderTest';

const setup = packageUnderTest({ seed: { users: 20 }, logCapacity: 10_000 });

const person = { firstName: 'Maja', lastName: 'Lind' };

const listed = manyRecords(20_000);

/** A long list of users. */
function fillList(): void {
	const { users } = setup.sandbox.state;
	const user = recordAt(users.values(), 0);
	for (let index = users.size; index < listed; index++) {
		const userId = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
		users.set(userId, { ...user, ...person, userId, emailAddress: `user.${index}@example.org` });
	}
}

async function upsert(addresses: string[], firstName = person.firstName) {
	const before = setup.sandbox.summary().requests;
	const form = { ...person, firstName, emailAddress: '={{ $json.address }}' };
	const items = addresses.map((address) => ({ address }));
	const result = await setup.runOperation('user.upsert', form, { items });
	const actions = records(result).map(({ action }) => action);
	return { actions, requests: setup.sandbox.summary().requests - before };
}

beforeEach(fillList);

test('1,000 rows among 20,000 users need at most 3,300 requests', async () => {
	const count = manyRecords(1000) / 2;
	const existing = Array.from(
		{ length: count },
		(_, index) => `user.${20 + index * 39}@example.org`,
	);
	const rows = existing.flatMap((address, index) => [address, `new.${index}@example.org`]);
	const { actions, requests } = await upsert(rows, 'Ada');
	expect(actions).toEqual(existing.flatMap(() => ['updated', 'created']));
	// Reading, changing, and verifying a row, the whole list once, and searches that began before it.
	expect(requests).toBeLessThanOrEqual(2.5 * rows.length + listed / 100 + 100);
});

test('a row that is unchanged needs two requests', async () => {
	const count = manyRecords(200);
	const rows = Array.from(
		{ length: count },
		(_, index) => `user.${listed - 1 - index}@example.org`,
	);
	const { actions, requests } = await upsert(rows);
	expect(new Set(actions)).toEqual(new Set(['unchanged']));
	expect(requests).toBeLessThanOrEqual(2 * rows.length);
});
