import type { ErrorCode } from '../../../src/api/errorCodes';
import { type OperationId, operationRow, operations } from '../../../src/api/operations';
import { operationCases } from '../../cases';
import { type Input, send } from '../client';
import type { Sandbox } from '../index';
import { sandboxUnderTest } from '../sandboxUnderTest';
import { choices, openStatuses, questions } from './choices';
import { type FieldKey, fieldKeys, fieldNames, keysOf, usualName } from './fieldNames';
import { firstSeeds } from '../../randomRuns';
import { describeReading, fieldNamesOf, type Reading, readingOf, standardReading } from './index';
import { bodyFor } from './translation';

const seeds = Array.from({ length: 200 }, (_, seed) => seed);
const service = sandboxUnderTest({
	streamDelayMs: 0,
	seed: { users: 30, longestLog: 20, longestThread: 4 },
});

test('the same seed gives the same reading', () => {
	for (const seed of seeds) expect(readingOf(seed)).toEqual(readingOf(seed));
	expect(readingOf(1)).not.toEqual(readingOf(2));
});

test('200 seeds draw each answer, name, and status', () => {
	const readings = seeds.map(readingOf);
	for (const key of questions) {
		expect(new Set(readings.map((reading) => reading[key]))).toEqual(new Set(choices[key]));
	}
	for (const key of fieldKeys) {
		const drawn = readings.map(({ otherNames }) => otherNames[key]);
		expect(new Set(drawn)).toEqual(new Set(fieldNames[key]));
	}
	const statuses = readings.map(({ errorStatuses }) => errorStatuses['user-not-found']);
	expect(new Set(statuses)).toEqual(new Set(openStatuses));
});

const recordTypes = [...new Set(fieldKeys.map((key) => key.split('.')[0] ?? ''))];

test.each(recordTypes.filter((type) => type !== 'answer'))(
	'no two fields of the record %s can have one name',
	(type) => {
		const keys = keysOf(type);
		for (const key of keys) {
			const others = keys.filter((other) => other !== key).flatMap((other) => fieldNames[other]);
			const steps = others.flatMap((name: string) =>
				name.split('.').map((_step, index, path) => path.slice(0, index + 1).join('.')),
			);
			for (const name of fieldNames[key] as readonly string[]) expect(steps).not.toContain(name);
		}
	},
);

test('describes a reading by what differs from the standard', () => {
	expect(describeReading(standardReading)).toBe('');
	const answer = {
		'answer.text': 'delta',
		'answer.events': ['delta'],
		'answer.finalEvent': 'done',
		'answer.otherEvents': ['thread'],
	};
	expect(fieldNamesOf(standardReading)).toEqual(answer);
	const reading: Reading = {
		...standardReading,
		keywords: 'names',
		userGroups: 'userGroups',
		names: 'other',
		otherNames: { ...standardReading.otherNames, 'run.status': 'phase', 'answer.events': 'says' },
		runStatuses: 'AMBER',
		errorStatuses: { 'user-not-found': 429 },
	};
	expect(describeReading(reading).split('\n')).toEqual([
		'names: other',
		'userGroups: userGroups',
		'keywords: names',
		'runStatuses: AMBER',
		'otherNames: run.status = phase, answer.events = says',
		'errorStatuses: user-not-found 429',
	]);
	expect(fieldNamesOf(reading)).toEqual({
		...answer,
		'user.groupIds': 'userGroups.id',
		'run.status': 'phase',
		'answer.events': ['says'],
		'run.finishedStatuses': ['GREEN', 'RED', 'GREY'],
	});
});

/** What is at a path, through lists too. */
function valueAt(record: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>((value, name) => {
		const entries = value as Record<string, unknown> | Array<Record<string, unknown>>;
		return Array.isArray(entries) ? entries.map((entry) => entry[name]) : entries[name];
	}, record);
}

/** Where the credential's field names say that a field is. */
function pathOf(reading: Reading, key: FieldKey): string {
	return String(fieldNamesOf(reading)[key] ?? usualName(key));
}

async function shown(operation: OperationId): Promise<unknown> {
	const { path } = operationCases[operation].success(service());
	const query: Input['query'] = /^user.*getAll$/.test(operation) ? { active: 'ALL' } : {};
	const { status, json } = await send(service(), operation, { path, query });
	expect(status).toBe(200);
	return json;
}

test('the field names of each reading lead to the IDs and labels', async () => {
	const [group] = service().state.groups.values();
	const [user] = service().state.users.values();
	const [report] = service().state.reports;
	const [assignment] = service().state.assignments.values();
	const lists: Array<[OperationId, Partial<Record<FieldKey, unknown>>]> = [
		['userGroup.getAll', { 'group.groupId': group?.groupId, 'group.groupName': group?.groupName }],
		['user.getAll', { 'user.userId': user?.userId, 'user.emailAddress': user?.emailAddress }],
		[
			'report.getAll',
			{ 'report.reportId': report?.reportId, 'report.reportName': report?.reportName },
		],
		['assignment.getAll', { 'assignment.name': assignment?.name }],
	];
	for (const seed of seeds) {
		const reading: Reading = { ...readingOf(seed), listedKeys: 'alone' };
		service().reading = reading;
		for (const [operation, fields] of lists) {
			const [first] = (await shown(operation)) as unknown[];
			const keys = Object.keys(fields) as FieldKey[];
			const found = keys.map((key) => [key, valueAt(first, pathOf(reading, key))]);
			expect(Object.fromEntries(found)).toEqual(fields);
		}
	}
}, 30_000);

test('the field names of each reading lead to the groups of a user', async () => {
	const { path } = operationCases['user.get'].success(service());
	const groupIds = service().state.users.get(String(path?.userId))?.groupIds;
	for (const reading of seeds.map(readingOf)) {
		service().reading = reading;
		const isAbsent = reading.userGroups === 'absent';
		const json = await shown('user.get');
		const name = pathOf(reading, 'user.groupIds');
		const found = isAbsent ? (json as Record<string, unknown>)[name] : valueAt(json, name);
		expect(found).toEqual(isAbsent ? undefined : groupIds);
	}
});

const someSeeds = firstSeeds(2);
const operationIds = Object.keys(operations) as OperationId[];

test.each(operationIds)('%s succeeds in each reading', async (operation) => {
	for (const seed of someSeeds) {
		service().reset();
		const reading = readingOf(seed);
		service().reading = reading;
		const { path, query, body } = operationCases[operation].success(service());
		const sent: Input = { path, query, body: bodyFor(reading, operation, body) };
		const { status, text } = await send(service(), operation, sent);
		if (status >= 300) throw new Error(`seed ${seed}: ${status} ${text}`);
	}
});

type Refusals = Partial<Record<ErrorCode, (sandbox: Sandbox) => Input>>;

const refused = operationIds.flatMap((operation) =>
	operationRow(operation).errorCodes.map((code) => [operation, code] as const),
);

test.each(refused)('%s refuses with %s in each reading', async (operation, code) => {
	const refusals: Refusals = operationCases[operation].refusals;
	for (const seed of someSeeds) {
		service().reset();
		const reading = refusing(readingOf(seed));
		service().reading = reading;
		const input = refusals[code]?.(service()) ?? {};
		const sent = { ...input, body: bodyFor(reading, operation, input.body) };
		const { status, text } = await send(service(), operation, sent);
		expect(status).toBe(reading.errorStatuses[code]);
		expect(text).toContain(code);
	}
});

/** A reading whose service sees the fields that it refuses. */
function refusing(reading: Reading): Reading {
	return { ...reading, userUpdateIgnores: 'nothing', groupUpdateIgnores: 'nothing' };
}
