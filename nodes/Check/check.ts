/** Reads some records of each list, and compares their fields with those that the nodes read. */
import type { IDataObject } from 'n8n-workflow';
import { activeOrNot } from '../../src/api/activeFilter';
import { assumedNames, type NameKey, nameKeys, namesOf } from '../../src/api/assumedNames';
import { InputError, ServiceError } from '../../src/api/errors';
import {
	type FieldNameEntries,
	fieldNamesLabel,
	receivedRecord,
	valueAt,
} from '../../src/api/fieldNames';
import { identifierOf } from '../../src/api/identifiers';
import type { FieldTypes } from '../../src/api/outputFields';
import { journalsOf } from '../../src/api/journals';
import type { ServiceClient } from '../../src/http/client';
import { readList } from '../../src/http/pagination';
import type { ItemContext, ItemOperation } from '../../src/runtime/operation';
import { findCandidates, isReadable } from './candidates';

/** How many records of a list are read. */
const limit = 20;

interface Area {
	readonly name: string;
	/** What the keys of its fields begin with. */
	readonly record: string;
	readonly read: (service: ServiceClient) => Promise<IDataObject[]>;
}

async function readUsers(service: ServiceClient): Promise<IDataObject[]> {
	const query = { active: activeOrNot };
	const users = await readList(service, 'user.getAll', { query, limit });
	const userId = users[0] && identifierOf('user', users[0]);
	if (userId === undefined) return users;
	const path = service.path('user.get', { userId });
	return [(await service.request('user.get', { path })).record];
}

async function readGroups(service: ServiceClient): Promise<IDataObject[]> {
	const query = { active: activeOrNot };
	const groups = await readList(service, 'userGroup.getAll', { query, limit });
	const groupId = groups[0] && identifierOf('group', groups[0]);
	if (groupId === undefined) return groups;
	const path = service.path('userGroup.get', { groupId });
	return [(await service.request('userGroup.get', { path })).record];
}

async function readRuns(service: ServiceClient): Promise<IDataObject[]> {
	for (const assignment of await readList(service, 'assignment.getAll', { limit })) {
		const assignmentId = identifierOf('assignment', assignment);
		if (assignmentId === undefined) continue;
		const path = service.path('run.getAll', { assignmentId });
		const runs = await readList(service, 'run.getAll', { path, limit });
		if (runs.length > 0) return runs;
	}
	return [];
}

const areas: readonly Area[] = [
	{ name: 'Users', record: 'user', read: readUsers },
	{ name: 'User groups', record: 'group', read: readGroups },
	{
		name: 'Reports',
		record: 'report',
		read: async (service) => await readList(service, 'report.getAll', { limit }),
	},
	{
		name: 'Connected tenants',
		record: 'tenant',
		read: async (service) => await readList(service, 'connectedTenant.getAll', { limit }),
	},
	{
		name: 'Assignments',
		record: 'assignment',
		read: async (service) => await readList(service, 'assignment.getAll', { limit }),
	},
	{ name: 'Runs', record: 'run', read: readRuns },
	{
		name: 'Threads',
		record: 'thread',
		read: async (service) => await readList(service, 'thread.getAll', { limit }),
	},
	{
		name: 'Accounting periods',
		record: 'period',
		read: async (service) => await readList(service, 'journal.getAll', { limit }),
	},
	{
		name: 'Journals',
		record: 'journal',
		read: async (service) => {
			const periods = await readList(service, 'journal.getAll', { limit });
			const lists = periods.map((period) =>
				Object.fromEntries(Object.entries(period).filter(([, value]) => Array.isArray(value))),
			);
			return journalsOf(lists as IDataObject[], '').slice(0, limit);
		},
	},
];

/**
 * The fields of the item, of which the build makes the output schema.
 *
 * @public
 */
export const itemFields: FieldTypes = {
	summary: 'string',
	fieldNames: 'object',
	findings: 'object[]',
};

interface Finding extends IDataObject {
	area: string;
	where: string;
	assumed: string;
	verdict: 'asAssumed' | 'different' | 'missing' | 'notSeen';
	found?: string[];
	reason?: string;
	remedy?: string;
}

const isThere = (records: readonly IDataObject[], path: string) =>
	records.some((record) => {
		const value = valueAt(record, path);
		return value !== undefined && value !== null;
	});

function compareField(
	area: Area,
	key: NameKey,
	records: readonly IDataObject[],
	entries: FieldNameEntries,
): Finding {
	const entry = entries[key];
	const read = typeof entry === 'string' ? [entry] : namesOf(key);
	const about = { area: area.name, where: assumedNames[key].usedFor, assumed: read.join(', ') };
	if (records.length === 0) return { ...about, verdict: 'notSeen', reason: 'There is no record' };
	if (read.some((name) => isThere(records, name))) return { ...about, verdict: 'asAssumed' };
	const found = findCandidates(key, records).filter((path) => !namesOf(key).includes(path));
	const [only] = found;
	if (only === undefined) {
		const reason = 'No field of the records fits';
		const remedy = `If your service has the field, add "${key}" to '${fieldNamesLabel}'`;
		return { ...about, verdict: 'missing', reason, remedy };
	}
	const json = JSON.stringify({ [key]: found.length === 1 ? only : `one of ${found.join(', ')}` });
	const remedy = `Add to '${fieldNamesLabel}' in the credential: ${json}`;
	return { ...about, verdict: 'different', found, remedy };
}

async function checkArea(
	area: Area,
	service: ServiceClient,
	entries: Record<string, string | readonly string[]>,
): Promise<Finding[]> {
	const keys = nameKeys.filter((key) => key.startsWith(`${area.record}.`) && isReadable(key));
	const read = await area.read(service).catch((error: unknown) => {
		if (error instanceof ServiceError || error instanceof InputError) return error;
		throw error;
	});
	if (!Array.isArray(read)) {
		const { message: reason, description: remedy } = read;
		const about = { area: area.name, where: area.name, assumed: 'A list that can be read' };
		return [{ ...about, verdict: 'notSeen', reason, remedy }];
	}
	const records = read.map(receivedRecord);
	return keys.map((key) => {
		const finding = compareField(area, key, records, service.fieldNames.entries);
		const [only, ...others] = finding.found ?? [];
		if (only !== undefined && others.length === 0) entries[key] = only;
		return finding;
	});
}

function summarize(findings: readonly Finding[]): string {
	const different = findings.filter(({ verdict }) => verdict === 'different');
	const unread = findings.filter(({ verdict }) => verdict === 'notSeen').map(({ area }) => area);
	const first =
		different.length === 0
			? 'The nodes find every field that the check could recognize.'
			: `${different.length} fields have other names: ${[...new Set(different.map(({ where }) => where))].join('; ')}.`;
	const second = unread.length === 0 ? '' : ` Not seen: ${[...new Set(unread)].join(', ')}.`;
	return first + second;
}

async function execute({ service }: ItemContext): Promise<IDataObject[]> {
	const fieldNames = { ...service.fieldNames.entries };
	const findings: Finding[] = [];
	for (const area of areas) findings.push(...(await checkArea(area, service, fieldNames)));
	return [{ summary: summarize(findings), fieldNames: fieldNames as IDataObject, findings }];
}

export const check: ItemOperation = {
	operationOf: () => 'user.getAll',
	execute: async (item) => await execute(item as ItemContext),
};
