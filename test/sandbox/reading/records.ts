import type { IDataObject } from 'n8n-workflow';
import { runWords } from './choices';
import type { Reading } from './index';

/** A record of the sandbox, before its fields get the names of a reading. */
type Shaper = (reading: Reading, record: IDataObject) => IDataObject;

const same: Shaper = (_reading, record) => record;

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
	added: same,
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

const shapers: Readonly<Record<string, Shaper>> = { user: userAs, group: groupAs, run: runAs };

/** What a list shows of a record if it only shows IDs and labels. */
const briefFields: Readonly<Record<string, readonly string[]>> = {
	user: ['userId', 'emailAddress'],
	group: ['groupId', 'groupName'],
	assignment: ['assignmentId', 'name'],
	thread: ['threadId', 'name'],
};

/** The fields of a record in a reading, by the names that they have in the sandbox. */
export function shapeRecord(
	reading: Reading,
	type: string,
	record: IDataObject,
	isListed: boolean,
): IDataObject {
	const fields = isListed && reading.lists === 'brief' ? briefFields[type] : undefined;
	const shown = Object.entries(record).filter(([name]) => fields?.includes(name) ?? true);
	return (shapers[type] ?? same)(reading, Object.fromEntries(shown));
}
