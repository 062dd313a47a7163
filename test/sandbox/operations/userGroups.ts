import type { IDataObject } from 'n8n-workflow';
import type { UserGroupUpdate } from '../records';
import { ServiceError } from '../responses';
import type { SandboxState } from '../seed';
import { type GroupState, nextNumber } from '../state';
import { existing, refuseIf } from './errorStatuses';
import { type Call, type Handlers, malformed } from './handler';
import { pageOf, search } from './lists';
import { boolean, nonEmptyString, openRecord } from './schemas';
import { userSummary } from './users';

/** The group of a path. */
function groupOf({ state, path }: Call): GroupState {
	return existing(state.groups.get(Number(path.groupId)), 'user-group-not-found');
}

function groupSummary(state: SandboxState, group: GroupState): IDataObject {
	const { groupId, groupName, active } = group;
	return { groupId, groupName, active, memberCount: members(state, group).length };
}

function members({ users }: SandboxState, { groupId }: GroupState) {
	return [...users.values()].filter((user) => user.groupIds.includes(groupId));
}

function checkName({ state }: Call, name: string, except?: GroupState): void {
	const isTaken = [...state.groups.values()].some(
		(group) => group !== except && group.groupName.toLowerCase() === name.toLowerCase(),
	);
	refuseIf(isTaken, 'group-name-is-unavailable');
}

/** The key of an entry in its list: its value, or the values of its fields. */
function keyOf(entry: unknown): string {
	if (typeof entry !== 'object') return String(entry);
	const fields = Object.entries(entry ?? {}).sort();
	return fields.map(([, value]) => String(value)).join('/');
}

/** A list after a change: without what was removed, and with what was added and not yet there. */
function changed<Entry>(
	list: Entry[],
	{ added = [], removed = [] }: { added?: Entry[]; removed?: unknown[] } = {},
): Entry[] {
	const result = new Map(list.map((entry) => [keyOf(entry), entry]));
	for (const each of removed) result.delete(keyOf(each));
	for (const entry of added) result.set(keyOf(entry), entry);
	return [...result.values()];
}

export const userGroupHandlers = {
	'report.getAll': { handle: ({ state }) => ({ body: state.reports }) },

	'userGroup.getAll': {
		handle: (call) => {
			const groups = search(call, call.state.groups.values(), ({ groupName }) => ({
				name: groupName,
			}));
			return { body: pageOf(call, groups).map((group) => groupSummary(call.state, group)) };
		},
	},

	'userGroup.create': {
		body: openRecord({ groupName: nonEmptyString, active: boolean }, ['groupName']),
		handle: (call) => {
			const { groupName = '', ...input } = call.body as Partial<GroupState>;
			checkName(call, groupName);
			const groupId = nextNumber(call.state);
			call.state.groups.set(groupId, {
				groupId,
				groupName,
				active: true,
				reports: [],
				roles: [],
				warehouses: [],
				returnReasons: [],
				webStores: [],
				...input,
			});
			return { body: { groupId } };
		},
	},

	'userGroup.get': {
		handle: (call) => {
			const group = groupOf(call);
			return { body: { ...groupSummary(call.state, group), ...group } };
		},
	},

	'userGroup.update': {
		body: { properties: { groupName: nonEmptyString } },
		handle: (call) => {
			const group = groupOf(call);
			const { reports, roles, ...update } = call.body as UserGroupUpdate;
			const { groupName = group.groupName, active = group.active } = update;
			checkName(call, groupName, group);
			const newReports = reports?.added ?? [];
			refuseIf(
				newReports.some((id) => group.reports.includes(id)),
				'group-already-have-access-to-report',
			);
			if (newReports.some((id) => call.state.reports.every((report) => report.reportId !== id))) {
				throw malformed('body/reports/added names a report that does not exist');
			}
			const isThere = (role: string) => group.roles.includes(role);
			refuseIf(roles?.added?.some(isThere) ?? false, 'group-already-have-access-to-role');
			Object.assign(group, {
				groupName,
				active,
				reports: changed(group.reports, reports),
				roles: changed(group.roles, roles),
				warehouses: changed(group.warehouses, update.warehouses),
				returnReasons: changed(group.returnReasons, update.returnReasons),
				webStores: changed(group.webStores, update.webStores),
			});
			return {};
		},
	},

	'userGroup.delete': {
		handle: (call) => {
			const group = groupOf(call);
			refuseIf(members(call.state, group).length > 0, 'cannot-delete-referenced-entity');
			call.state.groups.delete(group.groupId);
			return {};
		},
	},

	'member.getAll': {
		handle: (call) => {
			const group = call.state.groups.get(Number(call.path.groupId));
			// The catalogue lists no code for this.
			if (!group) throw new ServiceError(404, 'not-found', 'No group with the given ID');
			return { body: pageOf(call, members(call.state, group)).map(userSummary) };
		},
	},
} satisfies Partial<Handlers>;
