import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../../../src/values/jsonObject';
import type { OperationId } from '../../../src/api/operations';
import { type FieldKey, keysOf, usualName } from './fieldNames';
import { nameOf, type Reading, sentNameOf } from './index';
import { shapeRecord } from './records';

/** The record type of a resource. */
const resourceRecords: Readonly<Record<string, string>> = {
	user: 'user',
	member: 'user',
	connectedTenant: 'tenant',
	userGroup: 'group',
	report: 'report',
	assignment: 'assignment',
	run: 'run',
	thread: 'thread',
	message: 'message',
	journal: 'period',
};

/** Operations whose response has another record than their resource. */
const shownRecords: Partial<Record<OperationId, string>> = {
	'user.checkAvailability': 'availability',
	'assignment.run': 'run',
	'assignment.abort': 'run',
	'run.getLogs': 'log',
};

/** Operations whose body is another record; none if the specification shows its fields. */
const sentRecords: Partial<Record<OperationId, string>> = {
	'user.checkAvailability': 'availability',
	'thread.create': 'message',
	'userGroup.update': '',
};

/** The lists of records inside a record. */
const innerRecords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	assignment: { runs: 'run' },
	period: { journals: 'journal' },
};

function recordOf(id: OperationId, others: Partial<Record<OperationId, string>>): string {
	return others[id] ?? resourceRecords[id.split('.')[0] ?? ''] ?? '';
}

/** Sets a field at a path with dots. */
function setAt(record: IDataObject, path: string, value: unknown): void {
	const names = path.split('.');
	const last = names.pop() ?? '';
	let place = record;
	for (const name of names) {
		place[name] ??= {};
		place = place[name] as IDataObject;
	}
	place[last] = value as IDataObject;
}

/**
 * A record with the names and paths of a reading.
 *
 * @param keyOf the key of a field; none if its name is the same in every reading
 */
export function underNames(
	reading: Reading,
	record: IDataObject,
	keyOf: (name: string) => FieldKey | undefined,
): IDataObject {
	const named: IDataObject = {};
	for (const [name, value] of Object.entries(record)) {
		const key = keyOf(name);
		setAt(named, key ? nameOf(reading, key) : name, value);
	}
	return named;
}

/** A record as a reading shows it. */
function showRecord(
	reading: Reading,
	type: string,
	record: IDataObject,
	isListed = false,
): IDataObject {
	const keys = new Map(keysOf(type).map((key) => [usualName(key), key]));
	const shaped = shapeRecord(reading, type, record, isListed);
	for (const [name, inner] of Object.entries(innerRecords[type] ?? {})) {
		if (name in shaped) shaped[name] = showAll(reading, inner, shaped[name]) as IDataObject;
	}
	return underNames(reading, shaped, (name) => keys.get(name));
}

function showAll(reading: Reading, type: string, body: unknown): unknown {
	if (Array.isArray(body)) {
		return body.map((record: IDataObject) => showRecord(reading, type, record, true));
	}
	return isRecord(body) ? showRecord(reading, type, body) : body;
}

const wrapped: readonly OperationId[] = ['run.getLogs', 'message.getAll'];

/** A response as the service of a reading writes it. */
export function writeBody(reading: Reading, id: OperationId, body: unknown): unknown {
	const type = recordOf(id, shownRecords);
	if (!isRecord(body) || !wrapped.includes(id)) return showAll(reading, type, body);
	const lists = Object.entries(body).map(([name, list]) => [name, showAll(reading, type, list)]);
	return Object.fromEntries(lists);
}

/** A body in the names of the sandbox as a client of the reading's service sends it. */
export function bodyFor(reading: Reading, id: OperationId, body: unknown): unknown {
	if (!isRecord(body)) return body;
	const type = recordOf(id, sentRecords);
	const names = new Map(keysOf(type).map((key) => [usualName(key), sentNameOf(reading, key)]));
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [names.get(name) ?? name, value]),
	);
}

/** The field that an update ignores. */
function ignoredField(reading: Reading, id: OperationId): string | undefined {
	const ignored: Partial<Record<OperationId, string>> = {
		'user.update': reading.userUpdateIgnores,
		'userGroup.update': reading.groupUpdateIgnores,
	};
	return ignored[id];
}

/**
 * A request body with the names that records have in the sandbox. A field that the service of the
 * reading doesn't know by its usual name is ignored.
 */
export function readBody(reading: Reading, id: OperationId, body: unknown): unknown {
	if (!isRecord(body)) return body;
	const type = recordOf(id, sentRecords);
	const keys = keysOf(type);
	const usualNames = new Map(keys.map((key) => [sentNameOf(reading, key), usualName(key)]));
	const unknownNames = keys.map(usualName).filter((name) => !usualNames.has(name));
	const known = Object.entries(body)
		.filter(([name]) => !unknownNames.includes(name))
		.map(([name, value]): [string, unknown] => [usualNames.get(name) ?? name, value])
		.filter(([name]) => name !== ignoredField(reading, id));
	return Object.fromEntries(known);
}
