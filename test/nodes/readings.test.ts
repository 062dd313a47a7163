/** Keys, tenants, lists, and Verify with services that read the specification otherwise. */
import '../engine/skippedWaits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { valueAt } from '../../src/api/fieldNames';
import { recordAt } from '../cases/operationCase';
import { firstSeeds } from '../randomRuns';
import { describeReading, fieldNamesOf, readingOf, sentNameOf } from '../sandbox/reading';
import { type FieldKey, usualName } from '../sandbox/reading/fieldNames';
import { errorItem, keepGoing, packageUnderTest, records } from './nodeUnderTest';

const seeds = firstSeeds(6);
const setup = packageUnderTest({ seed: { users: 12, longestLog: 2, longestThread: 2 } });

const userNode = 'integrationServiceUser';
const groupNode = 'integrationServiceUserGroup';

function useReading(seed: number) {
	setup.sandbox.reading = readingOf(seed);
	return setup.sandbox.reading;
}

async function run(type: string, parameters: IDataObject) {
	const { engine, sandbox } = setup;
	const fieldNames = JSON.stringify(fieldNamesOf(sandbox.reading));
	return await engine.runNode({
		type,
		parameters: parameters as INodeParameters,
		credentials: { integrationServiceOAuth2Api: { ...sandbox.credential, fieldNames } },
		...keepGoing,
	});
}

/** What an item shows of a field, by the name that the service has for it. */
const shown = (item: IDataObject | undefined, key: FieldKey) =>
	valueAt(item, String(fieldNamesOf(setup.sandbox.reading)[key] ?? usualName(key)));

/** Compares with the reading in the message of a failure. */
function expectIn(found: unknown, expected: unknown): void {
	const description = describeReading(setup.sandbox.reading);
	expect([found, description]).toEqual([expected, description]);
}

test.each(seeds)('users and groups of reading %d are found by key', async (seed) => {
	useReading(seed);
	const { users, groups } = setup.sandbox.state;
	const user = recordAt([...users.values()].slice(-1), 0);
	const { groupId, groupName } = recordAt([...groups.values()].slice(-1), 0);
	const address = user.emailAddress.toUpperCase();
	for (const userId of [
		{ __rl: true, mode: 'email', value: address },
		{ __rl: true, mode: 'id', value: address },
	]) {
		const [item] = records(await run(userNode, { resource: 'user', operation: 'get', userId }));
		expectIn(shown(item, 'user.userId'), user.userId);
	}
	const picked = { __rl: true, mode: 'name', value: groupName };
	const form = { resource: 'userGroup', operation: 'get', groupId: picked };
	const [item] = records(await run(groupNode, form));
	expectIn(shown(item, 'group.groupId'), groupId);
	const other = { ...form, groupId: { ...picked, value: `${groupName}?` } };
	expectIn(errorItem(await run(groupNode, other)).errorCode, 'user-group-not-found');
});

test.each(seeds)('a group of reading %d is deleted in its own tenant', async (seed) => {
	useReading(seed);
	const tenantId = recordAt(setup.sandbox.state.tenants, 1).tenantId;
	const here = setup.sandbox.state;
	const there = setup.sandbox.stateOf(tenantId);
	for (const { users } of [here, there]) for (const each of users.values()) each.groupIds = [];
	const { groupId, groupName } = recordAt(here.groups.values(), 0);
	const before = new Map(there.groups);
	const groupsHere = here.groups.size;
	const result = await run(groupNode, {
		resource: 'userGroup',
		operation: 'delete',
		groupId: { __rl: true, mode: 'list', value: groupId, cachedResultName: groupName },
		options: { tenantId },
	});
	const deleted = [...before.values()].filter((group) => !there.groups.has(group.groupId));
	const expected = [...before.values()].filter((group) => group.groupName === groupName);
	if (expected.length === 1) {
		expectIn(deleted, expected);
	} else {
		expectIn([deleted, errorItem(result).errorCode], [[], 'user-group-not-found']);
	}
	if (here !== there) expectIn(here.groups.size, groupsHere);
});

test.each(seeds)('members of reading %d have their group and tenant', async (seed) => {
	useReading(seed);
	const { tenantId } = recordAt(setup.sandbox.state.tenants, 1);
	const there = setup.sandbox.stateOf(tenantId);
	const { groupId } = recordAt(there.groups.values(), 0);
	const result = await run(groupNode, {
		resource: 'member',
		operation: 'getAll',
		groupId: { __rl: true, mode: 'id', value: groupId },
		returnAll: true,
		options: { tenantId },
	});
	const members = [...there.users.values()].filter(({ groupIds }) => groupIds.includes(groupId));
	const items = records(result);
	expectIn(
		items.map((item) => String(shown(item, 'user.emailAddress')).toLowerCase()).sort(),
		members.map(({ emailAddress }) => emailAddress.toLowerCase()).sort(),
	);
	expectIn(
		items.map((item) => [item.groupId, item.tenantId]),
		members.map(() => [groupId, tenantId]),
	);
});

test.each(seeds)('an update of reading %d is verified, unknown, or fails', async (seed) => {
	useReading(seed);
	const user = recordAt(
		[...setup.sandbox.state.users.values()].filter(({ kind }) => kind === 'NORMAL'),
		0,
	);
	user.groupIds = [];
	const { groupId, groupName } = recordAt(setup.sandbox.state.groups.values(), 0);
	const result = await run(userNode, {
		resource: 'user',
		operation: 'update',
		userId: { __rl: true, mode: 'id', value: user.userId },
		updateFields: { active: false, firstName: 'Ada', groupIds: [groupName] },
		options: { verify: true },
	});
	const wrong = [
		...(user.active ? ['active'] : []),
		...(user.firstName === 'Ada' ? [] : ['firstName']),
		...(user.groupIds.includes(groupId) ? [] : ['groupIds']),
	].map((name) => sentNameOf(setup.sandbox.reading, `user.${name}` as FieldKey));
	const [item = {}] = records(result);
	const unknown = [item.notVerified ?? []].flat();
	if (item.error) {
		const { errorCode, message } = errorItem(result);
		const isNamed = wrong.some((name) => String(message).includes(name));
		expectIn([errorCode, isNamed], ['not-applied', true]);
	} else {
		expectIn(item.verified, unknown.length === 0);
		expectIn(
			wrong.filter((name) => !unknown.includes(name)),
			[],
		);
	}
});
