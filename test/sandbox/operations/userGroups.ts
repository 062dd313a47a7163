import type { IDataObject } from 'n8n-workflow';
import { identifierNames, labelNames, requestNames } from '../../../src/api/assumedNames';
import type { UserGroupUpdate } from '../../../src/api/records';
import type { GroupState, SandboxState } from '../state';
import { nextNumber } from '../state';
import type { ErrorStatuses, Handlers } from './handler';
import { malformed, notFound, otherFields } from './handler';
import { pageOf, passesSearch } from './lists';
import {
	changeSet,
	openRecord,
	pagedQuery,
	record,
	searchQuery,
	text,
	nonEmptyString,
	wholeNumber,
	boolean,
} from './schemas';
import { userSummary } from './users';

const names = requestNames.group;
const groupIdName = identifierNames.group[0];

const warehouse = record({ warehouseCompanyId: wholeNumber, warehouseId: wholeNumber }, [
	'warehouseCompanyId',
	'warehouseId',
]);

/** Spec 2.5. */
const updateBody = record({
	groupName: nonEmptyString,
	active: boolean,
	reports: changeSet({ added: wholeNumber, removed: wholeNumber }),
	roles: changeSet({ added: text, removed: text }),
	warehouses: changeSet({ added: warehouse, removed: warehouse }),
	returnReasons: changeSet({
		added: record({ returnReasonId: wholeNumber }, ['returnReasonId']),
		removed: wholeNumber,
	}),
	webStores: changeSet({
		added: record({ storeId: wholeNumber }, ['storeId']),
		removed: wholeNumber,
	}),
});

function groupSummary(state: SandboxState, group: GroupState): IDataObject {
	return {
		[groupIdName]: group.groupId,
		[names.groupName]: group.groupName,
		[names.active]: group.active,
		memberCount: members(state, group).length,
	};
}

function members(state: SandboxState, group: GroupState) {
	return [...state.users.values()].filter((user) => user.groupIds.includes(group.groupId));
}

function nameIsTaken(state: SandboxState, name: string, except?: GroupState): boolean {
	return [...state.groups.values()].some(
		(group) => group !== except && group.groupName.toLowerCase() === name.toLowerCase(),
	);
}

/** A list after a change: without what was removed, and with what was added and not yet there. */
function changed<Entry, Removed>(
	list: Entry[],
	change: { added?: Entry[]; removed?: Removed[] } | undefined,
	key: (entry: Entry) => string,
	removedKey: (entry: Removed) => string,
): Entry[] {
	const removed = new Set(change?.removed?.map(removedKey));
	const result = new Map(list.map((entry) => [key(entry), entry]));
	for (const each of removed) result.delete(each);
	for (const entry of change?.added ?? []) result.set(key(entry), entry);
	return [...result.values()];
}

export const userGroupErrorStatuses = {
	'group-name-is-unavailable': 409,
	'cannot-delete-referenced-entity': 409,
	'user-group-not-found': 404,
	'group-already-have-access-to-report': 409,
	'group-already-have-access-to-role': 409,
} satisfies ErrorStatuses;

export const userGroupHandlers = {
	'report.getAll': {
		handle: ({ state }) => ({
			body: state.reports.map((report) => ({
				[identifierNames.report[0]]: report.reportId,
				[labelNames.report[0]]: report.name,
				description: report.description,
			})),
		}),
	},

	'userGroup.getAll': {
		query: searchQuery,
		handle: (call) => {
			const groups = [...call.state.groups.values()].filter((group) =>
				passesSearch(call.query, { active: group.active, words: group.groupName }),
			);
			return { body: pageOf(call, groups).map((group) => groupSummary(call.state, group)) };
		},
	},

	'userGroup.create': {
		body: openRecord({ [names.groupName]: nonEmptyString, [names.active]: boolean }, [
			names.groupName,
		]),
		handle: ({ state, body, error }) => {
			const fields = body as IDataObject;
			const groupName = String(fields[names.groupName]);
			if (nameIsTaken(state, groupName)) throw error('group-name-is-unavailable');
			const group: GroupState = {
				groupId: nextNumber(state),
				groupName,
				active: fields[names.active] !== false,
				reports: [],
				roles: [],
				warehouses: [],
				returnReasons: [],
				webStores: [],
				other: otherFields(fields, Object.values(names)),
			};
			state.groups.set(group.groupId, group);
			return { body: { [groupIdName]: group.groupId } };
		},
	},

	'userGroup.get': {
		handle: ({ state, path, error }) => {
			const group = state.groups.get(Number(path.groupId));
			if (!group) throw error('user-group-not-found');
			const { reports, roles, warehouses, returnReasons, webStores, other } = group;
			return {
				body: {
					...other,
					...groupSummary(state, group),
					reports,
					roles,
					warehouses,
					returnReasons,
					webStores,
				},
			};
		},
	},

	'userGroup.update': {
		body: updateBody,
		handle: ({ state, path, body, error }) => {
			const group = state.groups.get(Number(path.groupId));
			if (!group) throw error('user-group-not-found');
			const update = body as UserGroupUpdate;
			if (update.groupName !== undefined && nameIsTaken(state, update.groupName, group)) {
				throw error('group-name-is-unavailable');
			}
			const newReports = update.reports?.added ?? [];
			if (newReports.some((id) => group.reports.includes(id))) {
				throw error('group-already-have-access-to-report');
			}
			if (newReports.some((id) => state.reports.every((report) => report.reportId !== id))) {
				throw malformed('body/reports/added names a report that does not exist');
			}
			if (update.roles?.added?.some((role) => group.roles.includes(role))) {
				throw error('group-already-have-access-to-role');
			}
			Object.assign(group, {
				groupName: update.groupName ?? group.groupName,
				active: update.active ?? group.active,
				reports: changed(group.reports, update.reports, String, String),
				roles: changed(group.roles, update.roles, String, String),
				warehouses: changed(
					group.warehouses,
					update.warehouses,
					(each) => `${each.warehouseCompanyId}/${each.warehouseId}`,
					(each) => `${each.warehouseCompanyId}/${each.warehouseId}`,
				),
				returnReasons: changed(
					group.returnReasons,
					update.returnReasons,
					(each) => String(each.returnReasonId),
					String,
				),
				webStores: changed(
					group.webStores,
					update.webStores,
					(each) => String(each.storeId),
					String,
				),
			});
			return {};
		},
	},

	'userGroup.delete': {
		handle: ({ state, path, error }) => {
			const group = state.groups.get(Number(path.groupId));
			if (!group) throw error('user-group-not-found');
			if (members(state, group).length > 0) throw error('cannot-delete-referenced-entity');
			state.groups.delete(group.groupId);
			return {};
		},
	},

	'member.getAll': {
		query: pagedQuery,
		handle: (call) => {
			const group = call.state.groups.get(Number(call.path.groupId));
			// The catalogue lists no code for this.
			if (!group) throw notFound('No group with the given ID');
			return { body: pageOf(call, members(call.state, group)).map(userSummary) };
		},
	},
} satisfies Partial<Handlers>;
