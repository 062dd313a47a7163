import type { IDataObject } from 'n8n-workflow';
import { runWords } from './choices';
import type { Reading } from './index';

/** A record of the sandbox, before its fields get the names of a reading. */
type Shaper = (reading: Reading, record: IDataObject) => IDataObject;

/** A record with other fields in place of some; a list of fields is empty if there are none. */
function replaced(record: IDataObject, fields: Readonly<Record<string, IDataObject>>): IDataObject {
	const entries = Object.entries(record).flatMap(([name, value]) =>
		Object.entries(fields[name] ?? { [name]: value }),
	);
	return Object.fromEntries(entries);
}

/** Each entry of a list as a record with this one field. */
function records(name: string, list: unknown = []): IDataObject {
	return (list as Array<number | string>).map((entry) => ({
		[name]: entry,
	})) as unknown as IDataObject;
}

/** The values in the records of a list. */
function values(list: unknown): IDataObject {
	return (list as IDataObject[]).flatMap((entry) => Object.values(entry)) as unknown as IDataObject;
}

const userGroupsAs: Readonly<Record<Reading['userGroups'], (list: unknown) => IDataObject>> = {
	ids: (list) => ({ groupIds: list as IDataObject }),
	groups: (list) => ({ groups: records('groupId', list) }),
	userGroups: (list) => ({ userGroups: records('id', list) }),
	absent: () => ({}),
};

const userTenantsAs: Readonly<Record<Reading['userTenants'], (list: unknown) => IDataObject>> = {
	ids: (list) => ({ tenantIds: list as IDataObject }),
	tenants: (list) => ({ tenants: records('tenantId', list) }),
	absent: () => ({}),
};

function wordOf(words: Readonly<Record<string, string>>, value: unknown): unknown {
	return words[String(value)] ?? value;
}

function userAs(reading: Reading, user: IDataObject): IDataObject {
	const { firstName, lastName } = user;
	const isJoined = reading.userNames === 'joined';
	return replaced(user, {
		groupIds: userGroupsAs[reading.userGroups](user.groupIds),
		tenantIds: userTenantsAs[reading.userTenants](user.tenantIds),
		...(isJoined && {
			firstName: { name: `${String(firstName)} ${String(lastName)}` },
			lastName: {},
		}),
		...(reading.userActive === 'absent' && { active: {} }),
	});
}

const groupListsAs: Readonly<Record<Reading['groupLists'], Shaper>> = {
	added: (_reading, group) => group,
	ids: (_reading, group) =>
		replaced(group, {
			returnReasons: { returnReasons: values(group.returnReasons) },
			webStores: { webStores: values(group.webStores) },
		}),
	records: (_reading, group) =>
		replaced(group, {
			reports: { reports: records('reportId', group.reports) },
			roles: { roles: records('roleName', group.roles) },
		}),
	absent: (_reading, group) =>
		replaced(group, { reports: {}, roles: {}, warehouses: {}, returnReasons: {}, webStores: {} }),
};

/** The record of a group; one of a list has no lists. */
function groupAs(reading: Reading, group: IDataObject): IDataObject {
	return group.reports === undefined ? group : groupListsAs[reading.groupLists](reading, group);
}

function runAs(reading: Reading, run: IDataObject): IDataObject {
	return replaced(run, {
		status: { status: wordOf(runWords[reading.runStatuses], run.status) as string },
		...(reading.runEnd === 'absent' && { endedAt: {} }),
	});
}

const shapers: Readonly<Record<string, Shaper>> = {
	user: userAs,
	group: groupAs,
	run: runAs,
};

/** Lists of a user or group that are null if they are empty. */
function withNullLists(record: IDataObject): IDataObject {
	const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => [name, isEmptyList(value) ? null : value]),
	);
}

/** What a list shows of a record if it only shows IDs and labels. */
const briefFields: Readonly<Record<string, readonly string[]>> = {
	user: ['userId', 'emailAddress'],
	group: ['groupId', 'groupName'],
	assignment: ['assignmentId', 'name'],
	thread: ['threadId', 'name'],
};

/** The field by which a person names a record of a list. */
const keyFields: Readonly<Record<string, string>> = {
	user: 'emailAddress',
	group: 'groupName',
	report: 'reportName',
};

/**
 * The further fields of a record in a list. With `null`, no field has the address of an administrator
 * but one of another name.
 */
export function furtherFields(
	{ listedKeys }: Reading,
	type: string,
	record: IDataObject,
	[first = {}]: readonly IDataObject[],
): IDataObject {
	const field = keyFields[type];
	if (field === undefined || listedKeys === 'alone') return {};
	if (listedKeys === 'besideOthers') return { createdBy: first[field] };
	return record.kind === 'ADMINISTRATOR' ? { [field]: null, contact: record[field] } : {};
}

/** A record of a list, as a reading shows it. */
function listed(reading: Reading, type: string, record: IDataObject): IDataObject {
	const address = record.emailAddress;
	const isLowercase = reading.listedAddresses === 'lowercase' && typeof address === 'string';
	const shown = isLowercase ? { ...record, emailAddress: address.toLowerCase() } : record;
	const fields = briefFields[type];
	if (reading.lists === 'whole' || !fields) return shown;
	return Object.fromEntries(Object.entries(shown).filter(([name]) => fields.includes(name)));
}

/** The fields of a record in a reading, by the names that they have in the sandbox. */
export function shapeRecord(
	reading: Reading,
	type: string,
	record: IDataObject,
	isListed: boolean,
): IDataObject {
	const shown = isListed ? listed(reading, type, record) : record;
	const shaped = shapers[type]?.(reading, shown) ?? shown;
	const hasNull = reading.emptyLists === 'null' && ['user', 'group'].includes(type);
	return hasNull ? withNullLists(shaped) : shaped;
}
