/** Create or Update with services that read the specification otherwise. */
import '../engine/skippedWaits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { valueAt } from '../../src/api/fieldNames';
import { recordAt } from '../cases/operationCase';
import { firstSeeds } from '../randomRuns';
import { describeReading, fieldNamesOf, readingOf, sentNameOf } from '../sandbox/reading';
import { type FieldKey, usualName } from '../sandbox/reading/fieldNames';
import { keepGoing, packageUnderTest, records } from './nodeUnderTest';

const seeds = firstSeeds(12);
const setup = packageUnderTest({ seed: { users: 12, longestLog: 2, longestThread: 2 } });

async function upsert(resource: 'user' | 'userGroup', parameters: IDataObject, rows: object[]) {
	const more = { ...setup.named(fieldNamesOf(setup.sandbox.reading)), ...keepGoing };
	const items = rows as IDataObject[];
	const form = parameters as INodeParameters;
	return records(await setup.runOperation(`${resource}.upsert`, form, { items, ...more }));
}

/** The fields in which a record of the service isn't as an item asked for. */
function missingIn(record: object, wanted: Readonly<Record<string, unknown>>): string[] {
	const found = new Map(Object.entries(record));
	const isThere = (name: string) => {
		const value = found.get(name) as unknown;
		if (!Array.isArray(wanted[name])) return value === wanted[name];
		const entries = (value as unknown[]).map((entry) => JSON.stringify(entry));
		return wanted[name].every((entry) => entries.includes(JSON.stringify(entry)));
	};
	return Object.keys(wanted).filter((name) => !isThere(name));
}

/** The end state is right, or the item shows what isn't, or isn't known. */
function problemsOf(item: IDataObject, missing: string[]): unknown[] {
	const error = item.error as IDataObject | undefined;
	if (!error) return missing.filter((name) => ![item.notVerified].flat().includes(name));
	const { errorCode, message, description } = error;
	const isExplained =
		errorCode === 'not-applied'
			? missing.some((name) => String(message).includes(name))
			: /'Field Names \(JSON\)'.*User Group > Update/s.test(String(description));
	return isExplained ? [] : [error];
}

/** The name under which a field of a user is sent. */
const sentName = (name: string) => sentNameOf(setup.sandbox.reading, `user.${name}` as FieldKey);

/** What an item shows of a field is what the service has. */
function wronglyShown(item: IDataObject, key: FieldKey, value: unknown): unknown[] {
	const path = fieldNamesOf(setup.sandbox.reading)[key] ?? usualName(key);
	const shown = valueAt(item, String(path));
	return shown === undefined || shown === value ? [] : [`${key} is ${String(shown)}`];
}

/** @param problems which fail the test, with the reading in the message */
function expectNone(problems: unknown[], items: IDataObject[]): void {
	const { reading } = setup.sandbox;
	const context = problems.length > 0 ? [describeReading(reading), items] : [];
	expect([...problems, ...context]).toEqual([]);
}

test.each(seeds)('users of reading %d reach their rows, or show what is unknown', async (seed) => {
	setup.sandbox.reading = readingOf(seed);
	const { users, groups, peopleElsewhere } = setup.sandbox.state;
	const normal = recordAt(
		[...users.values()].filter(({ kind }) => kind === 'NORMAL'),
		0,
	);
	const [first, second] = [recordAt(groups.values(), 0), recordAt(groups.values(), 1)];
	normal.groupIds = [first.groupId];
	const addresses = [
		normal.emailAddress.toUpperCase(),
		'new.person@example.org',
		recordAt(peopleElsewhere, 0).emailAddress,
	];
	const form = {
		emailAddress: '={{ $json.emailAddress }}',
		firstName: 'Ada',
		lastName: 'Berg',
		additionalFields: { active: false, groupIds: [first.groupName, String(second.groupId)] },
	};
	const rows = addresses.map((emailAddress) => ({ emailAddress }));
	await upsert('user', form, rows);
	const items = await upsert('user', form, rows);
	const problems = addresses.flatMap((address, index) => {
		const item = items[index] ?? {};
		const same = [...users.values()].filter(
			({ emailAddress }) => emailAddress.toLowerCase() === address.toLowerCase(),
		);
		if (same.length !== 1) return [`${same.length} users have ${address}`];
		const user = recordAt(same, 0);
		const groupIds = [first.groupId, second.groupId];
		const wanted = { firstName: 'Ada', lastName: 'Berg', active: false, groupIds };
		return [
			...problemsOf(item, missingIn(user, wanted).map(sentName)),
			...wronglyShown(item, 'user.firstName', user.firstName),
			...wronglyShown(item, 'user.lastName', user.lastName),
			...wronglyShown(item, 'user.active', user.active),
		];
	});
	expectNone(problems, items);
});

test.each(seeds)('groups of reading %d reach their state, or name the remedy', async (seed) => {
	setup.sandbox.reading = readingOf(seed);
	const { groups, reports } = setup.sandbox.state;
	const group = recordAt(groups.values(), 0);
	const names = [group.groupName, 'Night shift'];
	const report = recordAt(reports, 1);
	const state = { roles: ['STOCK_READ'], webStores: [{ storeId: 2 }], active: false };
	const form = {
		groupName: '={{ $json.groupName }}',
		additionalFields: { desiredState: JSON.stringify({ ...state, reports: [report.reportName] }) },
	};
	const rows = names.map((groupName) => ({ groupName }));
	await upsert('userGroup', form, rows);
	const items = await upsert('userGroup', form, rows);
	const problems = names.flatMap((name, index) => {
		const item = items[index] ?? {};
		const same = [...groups.values()].filter(({ groupName }) => groupName === name);
		if (same.length !== 1) return [`${same.length} groups have the name ${name}`];
		const found = recordAt(same, 0);
		return [
			...problemsOf(item, missingIn(found, { ...state, reports: [report.reportId] })),
			...wronglyShown(item, 'group.active', found.active),
			...wronglyShown(item, 'group.groupName', name),
		];
	});
	expectNone(problems, items);
});
