import assert from 'node:assert/strict';

/** @typedef {import('../../nodes/shared/service/operations.js').OperationId} OperationId */

/** @typedef {import('../../tools/n8n/execution.mjs').Json} Json */

/**
 * An operation with what a user fills in, what the service must receive, and what must come out.
 *
 * @typedef {object} OperationCase
 * @property {Json} parameters besides resource and operation
 * @property {Record<string, string | number>} [path] values of the path's parameters
 * @property {Record<string, string>} [query] none where left out
 * @property {unknown} [body] none where left out
 * @property {(items: Json[]) => void} check throws where the items are not right
 */

/** @typedef {import('../sandbox/index.js').Sandbox} Sandbox */

/** @param {unknown} value */
const picked = (value) => ({ __rl: true, mode: 'id', value });

/**
 * One item that has these fields; what else it has is the service's.
 *
 * @param {Json} fields
 * @returns {(items: Json[]) => void}
 */
function oneItem(fields) {
	return (items) => {
		assert.equal(items.length, 1);
		const found = Object.fromEntries(Object.keys(fields).map((name) => [name, items[0]?.[name]]));
		assert.deepEqual(found, fields);
	};
}

/**
 * One item and nothing but these fields in it.
 *
 * @param {Json} fields
 * @returns {(items: Json[]) => void}
 */
function onlyItem(fields) {
	return (items) => assert.deepEqual(items, [fields]);
}

/**
 * One item for each record, in this order.
 *
 * @param {string} name of the field that tells them apart
 * @param {readonly unknown[]} values
 * @returns {(items: Json[]) => void}
 */
function itemEach(name, values) {
	assert.notEqual(values.length, 0, 'The sandbox must have records to list.');
	return (items) =>
		assert.deepEqual(
			items.map((item) => item[name]),
			values,
		);
}

/**
 * @template T
 * @param {Iterable<T>} records
 * @param {number} position 0 is the first one
 * @returns {T}
 */
function at(records, position) {
	const record = [...records].at(position);
	assert.ok(record, 'The sandbox must have a record to work on.');
	return record;
}

/**
 * Each case works on a record of its own, so that they can run in any order.
 *
 * @type {Record<OperationId, (sandbox: Sandbox) => OperationCase>}
 */
export const operationCases = {
	'journal.getAll': ({ state }) => {
		const period = at(state.periods, 5);
		return {
			parameters: {
				output: 'periods',
				returnAll: true,
				filters: { periodDateFrom: period.periodStartDate, periodDateTo: period.periodEndDate },
			},
			query: { periodDateFrom: period.periodStartDate, periodDateTo: period.periodEndDate },
			check: oneItem({ periodId: period.periodId, periodStartDate: period.periodStartDate }),
		};
	},

	'report.getAll': ({ state }) => ({
		parameters: { returnAll: true },
		check: itemEach(
			'reportId',
			state.reports.map(({ reportId }) => reportId),
		),
	}),

	'userGroup.getAll': ({ state }) => {
		const { groupId, groupName } = at(state.groups.values(), 3);
		return {
			parameters: { limit: 5, filters: { keywords: groupName, active: 'ALL' } },
			query: { page: '1', pageSize: '5', keywords: groupName, active: 'ALL' },
			check: oneItem({ groupId, groupName }),
		};
	},

	'userGroup.create': () => ({
		parameters: { specifyBody: 'fields', groupName: 'Night shift', active: true },
		body: { groupName: 'Night shift', active: true },
		check: (items) => assert.equal(typeof items[0]?.groupId, 'number'),
	}),

	'userGroup.get': ({ state }) => {
		const { groupId, groupName, roles } = at(state.groups.values(), 0);
		return {
			parameters: { groupId: picked(groupId) },
			path: { groupId },
			check: oneItem({ groupId, groupName, roles }),
		};
	},

	'userGroup.update': ({ state }) => {
		const { groupId, roles } = at(state.groups.values(), 1);
		const removed = at(roles, 0);
		return {
			parameters: {
				groupId: picked(groupId),
				changeMode: 'changes',
				groupName: 'Warehouse Gävle',
				reports: { added: [{ reportId: 110 }] },
				roles: { added: [{ role: 'AUDIT' }], removed: [{ role: removed }] },
				warehouses: { added: [{ warehouseCompanyId: 10, warehouseId: 42 }] },
				returnReasons: { added: [{ returnReasonId: 33 }], removed: [{ returnReasonId: 1 }] },
				webStores: { removed: [{ storeId: 1 }] },
			},
			path: { groupId },
			body: {
				groupName: 'Warehouse Gävle',
				reports: { added: [110] },
				roles: { added: ['AUDIT'], removed: [removed] },
				warehouses: { added: [{ warehouseCompanyId: 10, warehouseId: 42 }] },
				returnReasons: { added: [{ returnReasonId: 33 }], removed: [1] },
				webStores: { removed: [1] },
			},
			check: onlyItem({ success: true, changed: true, groupId }),
		};
	},

	'userGroup.delete': ({ state }) => {
		const { groupId } = at(state.groups.values(), -1);
		return {
			parameters: { groupId: picked(groupId) },
			path: { groupId },
			check: onlyItem({ deleted: true, groupId }),
		};
	},

	'member.getAll': ({ state }) => {
		const { groupId } = at(state.groups.values(), 2);
		const members = [...state.users.values()].filter(({ groupIds }) => groupIds.includes(groupId));
		return {
			parameters: { groupId: picked(groupId), limit: 4 },
			path: { groupId },
			query: { page: '1', pageSize: '4' },
			check: itemEach(
				'userId',
				members.slice(0, 4).map(({ userId }) => userId),
			),
		};
	},

	'user.checkAvailability': () => ({
		parameters: { emailAddress: 'nobody@nordic-outfitters.example' },
		body: { emailAddress: 'nobody@nordic-outfitters.example' },
		check: onlyItem({
			emailAddress: 'nobody@nordic-outfitters.example',
			available: true,
			exists: false,
		}),
	}),

	'connectedTenant.getAll': ({ state }) => ({
		parameters: { returnAll: true },
		check: itemEach(
			'tenantId',
			state.tenants.map(({ tenantId }) => tenantId),
		),
	}),

	'user.getAll': ({ state }) => {
		const users = [...state.users.values()].slice(0, 3);
		return {
			parameters: { limit: 3, filters: { active: 'ALL' } },
			query: { page: '1', pageSize: '3', active: 'ALL' },
			check: itemEach(
				'userId',
				users.map(({ userId }) => userId),
			),
		};
	},

	'user.create': () => ({
		parameters: {
			specifyBody: 'fields',
			emailAddress: 'maja.new@example.org',
			firstName: 'Maja',
			lastName: 'Lind',
			additionalBody: '{"phone":"+46 8 123"}',
		},
		body: {
			emailAddress: 'maja.new@example.org',
			firstName: 'Maja',
			lastName: 'Lind',
			phone: '+46 8 123',
		},
		check: (items) => {
			oneItem({ created: true })(items);
			assert.equal(typeof items[0]?.userId, 'string');
		},
	}),

	'user.get': ({ state }) => {
		const { userId, emailAddress, groupIds } = at(state.users.values(), 10);
		return {
			parameters: { userId: picked(userId) },
			path: { userId },
			check: oneItem({ userId, emailAddress, groupIds }),
		};
	},

	'user.update': ({ state }) => {
		const { userId } = at(state.users.values(), 11);
		return {
			parameters: { userId: picked(userId), specifyBody: 'fields', lastName: 'King' },
			path: { userId },
			body: { lastName: 'King' },
			check: onlyItem({ success: true, userId }),
		};
	},

	'user.delete': ({ state }) => {
		const { userId } = at(state.users.values(), -1);
		return {
			parameters: { userId: picked(userId) },
			path: { userId },
			check: onlyItem({ deleted: true, userId }),
		};
	},

	'user.sendInvitation': ({ state }) => {
		const { userId } = at(state.users.values(), 13);
		return {
			parameters: { userId: picked(userId), authentication: 'user' },
			path: { userId },
			check: onlyItem({ success: true, userId }),
		};
	},

	'assignment.getAll': ({ state }) => ({
		parameters: { returnAll: false, limit: 2 },
		check: itemEach('assignmentId', [...state.assignments.keys()].slice(0, 2)),
	}),

	'assignment.create': () => ({
		parameters: {
			specifyBody: 'json',
			jsonBody: '={{ { name: "Count the stock", instructions: "Count", shelf: 7 } }}',
		},
		body: { name: 'Count the stock', instructions: 'Count', shelf: 7 },
		check: oneItem({ name: 'Count the stock', instructions: 'Count', shelf: 7, active: true }),
	}),

	'assignment.get': ({ state }) => {
		const { assignmentId, name, runs } = at(state.assignments.values(), 0);
		return {
			parameters: { assignmentId: picked(assignmentId) },
			path: { assignmentId },
			check: (items) => {
				oneItem({ assignmentId, name })(items);
				assert.equal(/** @type {unknown[]} */ (items[0]?.runs).length, runs.length);
			},
		};
	},

	'assignment.update': ({ state }) => {
		const { assignmentId, name } = at(state.assignments.values(), 1);
		return {
			parameters: {
				assignmentId: picked(assignmentId),
				specifyBody: 'fields',
				description: 'Every morning',
				active: false,
			},
			path: { assignmentId },
			body: { description: 'Every morning', active: false },
			check: oneItem({ assignmentId, name, description: 'Every morning', active: false }),
		};
	},

	'assignment.delete': ({ state }) => {
		const { assignmentId } = at(state.assignments.values(), 7);
		return {
			parameters: { assignmentId: picked(assignmentId) },
			path: { assignmentId },
			check: onlyItem({ deleted: true, assignmentId }),
		};
	},

	'assignment.run': ({ state }) => {
		const { assignmentId } = at(state.assignments.values(), 2);
		return {
			parameters: { assignmentId: picked(assignmentId), waitForCompletion: false },
			path: { assignmentId },
			check: oneItem({ assignmentId, status: 'RUNNING', endedAt: null }),
		};
	},

	'assignment.abort': ({ state, runs }) => {
		const { assignmentId } = at(state.assignments.values(), 3);
		const { runId } = runs.start(assignmentId);
		return {
			parameters: { assignmentId: picked(assignmentId) },
			path: { assignmentId },
			check: oneItem({ runId, assignmentId, status: 'ABORTED' }),
		};
	},

	'run.getAll': ({ state }) => {
		const { assignmentId, runs } = at(state.assignments.values(), 4);
		return {
			parameters: { assignmentId: picked(assignmentId), returnAll: true },
			path: { assignmentId },
			check: itemEach('runId', runs.map(({ runId }) => runId).reverse()),
		};
	},

	'run.get': ({ state }) => {
		const { assignmentId, runs } = at(state.assignments.values(), 4);
		const { runId, status } = at(runs, 0);
		return {
			parameters: { assignmentId: picked(assignmentId), runId: picked(runId) },
			path: { assignmentId, runId },
			check: oneItem({ runId, assignmentId, status }),
		};
	},

	'run.abort': ({ state, runs }) => {
		const { assignmentId } = at(state.assignments.values(), 5);
		const { runId } = runs.start(assignmentId);
		return {
			parameters: { assignmentId: picked(assignmentId), runId: picked(runId) },
			path: { assignmentId, runId },
			check: oneItem({ runId, status: 'ABORTED' }),
		};
	},

	'run.getLogs': ({ state }) => {
		const { assignmentId, runs } = at(state.assignments.values(), 0);
		const { runId, logs } = at(runs, -1);
		const { logId } = at(logs, 9);
		return {
			parameters: {
				assignmentId: picked(assignmentId),
				runId: picked(runId),
				limit: 3,
				filters: { searchAfterId: logId },
			},
			path: { assignmentId, runId },
			query: { searchAfterId: logId, limit: '3' },
			check: itemEach(
				'logId',
				logs.slice(10, 13).map((line) => line.logId),
			),
		};
	},

	'thread.getAll': ({ state, credential }) => {
		const own = [...state.threads.values()].filter(({ owner }) => owner === credential.clientId);
		return {
			parameters: { limit: 2 },
			check: itemEach(
				'threadId',
				own.slice(0, 2).map(({ threadId }) => threadId),
			),
		};
	},

	'thread.create': () => ({
		parameters: { specifyBody: 'fields', question: 'How were the sales?', output: 'answer' },
		body: { question: 'How were the sales?' },
		check: (items) => {
			oneItem({ complete: true })(items);
			assert.match(String(items[0]?.answer), /^You asked: How were the sales\?\nHere is .+\.$/);
			assert.equal(typeof items[0]?.threadId, 'string');
		},
	}),

	'thread.get': ({ state }) => {
		const { threadId, name } = at(state.threads.values(), 0);
		return {
			parameters: { threadId: picked(threadId) },
			path: { threadId },
			check: oneItem({ threadId, name }),
		};
	},

	'thread.update': ({ state }) => {
		const { threadId } = at(state.threads.values(), 1);
		return {
			parameters: { threadId: picked(threadId), specifyBody: 'fields', name: 'Returns' },
			path: { threadId },
			body: { name: 'Returns' },
			check: onlyItem({ success: true, threadId }),
		};
	},

	'thread.delete': ({ state }) => {
		const { threadId } = at(state.threads.values(), 2);
		return {
			parameters: { threadId: picked(threadId) },
			path: { threadId },
			check: onlyItem({ deleted: true, threadId }),
		};
	},

	'message.getAll': ({ state }) => {
		const { threadId, messages } = at(state.threads.values(), 0);
		return {
			parameters: { threadId: picked(threadId), limit: 5 },
			path: { threadId },
			check: itemEach(
				'messageId',
				messages.slice(0, 5).map(({ messageId }) => messageId),
			),
		};
	},

	'message.create': ({ state }) => {
		const { threadId } = at(state.threads.values(), 1);
		return {
			parameters: {
				threadId: picked(threadId),
				specifyBody: 'fields',
				question: 'And the week before?',
				output: 'both',
			},
			path: { threadId },
			body: { question: 'And the week before?' },
			check: (items) => {
				const events = items.slice(0, -1);
				assert.deepEqual([events[0]?.event, events.at(-1)?.event], ['thread', 'done']);
				oneItem({ threadId, complete: true, eventCount: events.length })(items.slice(-1));
			},
		};
	},

	'propertyKey.update': ({ state }) => {
		const { propertyKeyId, name, presentation, values } = at(state.propertyKeys.values(), 0);
		const [modified, removed] = values;
		return {
			parameters: {
				propertyKeyId: String(propertyKeyId),
				changeMode: 'changes',
				name,
				additionalFields: { sort: 4, usedForFilter: false },
				translations: {
					added: [{ languageCode: 'de', name: 'Stoff' }],
					modified: [{ languageCode: 'en', name: 'Fabric' }],
					removed: [{ languageCode: 'sv' }],
				},
				values: {
					added: [
						{
							value: 'Silk',
							sort: 9,
							translations: { translation: [{ languageCode: 'de', name: 'Seide' }] },
						},
					],
					modified: [{ propertyValueId: modified?.propertyValueId, value: 'Organic cotton' }],
					removed: [{ propertyValueId: removed?.propertyValueId }],
				},
			},
			path: { propertyKeyId },
			body: {
				name,
				sort: 4,
				usedForFilter: false,
				translations: {
					added: [{ languageCode: 'de', name: 'Stoff' }],
					modified: [{ languageCode: 'en', name: 'Fabric' }],
					removed: ['sv'],
				},
				values: {
					added: [
						{ value: 'Silk', sort: 9, translations: [{ languageCode: 'de', name: 'Seide' }] },
					],
					modified: [{ propertyValueId: modified?.propertyValueId, value: 'Organic cotton' }],
					removed: [removed?.propertyValueId],
				},
			},
			check: oneItem({ propertyKeyId, name, presentation, sort: 4, changed: true }),
		};
	},

	'propertyKey.create': () => ({
		parameters: {
			name: 'Length',
			presentation: 'SINGLE_SELECT',
			additionalFields: { keyGroup: 'Clothing', allowUpdateInUI: true },
			translations: { translation: [{ languageCode: 'sv', name: 'Längd' }] },
			values: { value: [{ value: 'Short' }, { value: 'Long', filterTag: 'long' }] },
		},
		body: {
			name: 'Length',
			presentation: 'SINGLE_SELECT',
			keyGroup: 'Clothing',
			allowUpdateInUI: true,
			translations: [{ languageCode: 'sv', name: 'Längd' }],
			values: [{ value: 'Short' }, { value: 'Long', filterTag: 'long' }],
		},
		check: (items) => {
			oneItem({ name: 'Length', keyGroup: 'Clothing' })(items);
			assert.equal(typeof items[0]?.propertyKeyId, 'number');
		},
	}),

	'ticket.unassign': ({ state }) => {
		const { ticketId, version } = at(state.tickets.values(), 0);
		return {
			parameters: { ticketId, version },
			path: { ticketId },
			body: { version },
			check: oneItem({ ticketId, centralUserId: null, version: version + 1 }),
		};
	},

	'page.get': ({ state }) => {
		const { draftId, pages } = at(state.drafts.values(), 1);
		const { pageId, title } = at(pages.values(), 0);
		return {
			parameters: { draftId, pageId, output: 'page' },
			path: { draftId, pageId },
			check: oneItem({ pageId, title, status: 'MODIFIED' }),
		};
	},

	'return.create': ({ state }) => ({
		parameters: {
			rows: { row: [{ quantity: 2, stockKeepingUnitId: 77, reasonCode: 'TOO_SMALL' }] },
			customFieldsToAdd: { field: [{ code: 'channel', value: 'web' }] },
			additionalFields: { note: 'Too small', completed: false, deliveryId: 12 },
		},
		body: {
			rows: [{ quantity: 2, stockKeepingUnitId: 77, reasonCode: 'TOO_SMALL' }],
			customFieldsToAdd: [{ code: 'channel', value: 'web' }],
			note: 'Too small',
			completed: false,
			deliveryId: 12,
		},
		check: (items) => {
			const [registered] = state.returns;
			onlyItem({ returnId: registered?.returnId, returnNumber: registered?.returnNumber })(items);
		},
	}),
};
