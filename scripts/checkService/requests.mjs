import { built } from '../documents/builtNodes.mjs';
import { findIdentifier } from './names.mjs';

/**
 * @import { IDataObject } from 'n8n-workflow'
 * @import { IdentifiedRecord } from '../../src/api/assumedNames.js'
 * @import { OperationId } from '../../src/api/operations.js'
 * @import { Connection } from './connection.mjs'
 */

/** @type {typeof import('../../src/api/activeFilter.js')} */
const { activeOrNot } = built('src/api/activeFilter.js');
/** @type {typeof import('../../src/api/limits.js')} */
const { limits } = built('src/api/limits.js');
/** @type {typeof import('../../src/agent/runs/runRecord.js')} */
const { findRunId } = built('src/agent/runs/runRecord.js');

/** As many records of a list are read one by one. */
const detailCount = 3;

const logLines = 20;

const page = limits.firstPage;

/**
 * Identifiers of records, also if they have another name than assumed.
 *
 * @param {IdentifiedRecord} kind
 * @param {IDataObject[]} records
 */
function identifiersOf(kind, records) {
	const name = findIdentifier(kind, records);
	return records
		.map((record) => (name === undefined ? undefined : record[name]))
		.filter((id) => id !== undefined && id !== null);
}

/**
 * Calls the operations that read, as far as lists show the IDs for them.
 *
 * @param {Connection} connection
 */
export async function readAreas(connection) {
	await connection.read('connectedTenant.getAll');
	const query = { page, pageSize: limits.pageSize.maximum, active: activeOrNot };
	const users = await connection.read('user.getAll', { query });
	const second = { query: { ...query, page: page + 1, pageSize: 1 } };
	await readSecond(connection, 'user.getAll', 'user', users, () => second);
	for (const userId of identifiersOf('user', users).slice(0, detailCount)) {
		await connection.read('user.get', { path: { userId } });
	}
	await connection.read('report.getAll');
	const groups = await connection.read('userGroup.getAll', { query });
	for (const groupId of identifiersOf('group', groups).slice(0, detailCount)) {
		await connection.read('userGroup.get', { path: { groupId } });
		const { active: _active, ...pages } = query;
		await connection.read('member.getAll', { path: { groupId }, query: pages });
	}
	const since = new Date();
	since.setUTCMonth(since.getUTCMonth() - limits.journalRangeMonths + 1, 1);
	const periodDateFrom = since.toISOString().slice(0, 10);
	await connection.read('journal.getAll', { query: { periodDateFrom } });
	await readAssignments(connection);
	const threads = await connection.read('thread.getAll');
	for (const threadId of identifiersOf('thread', threads).slice(0, detailCount)) {
		await connection.read('thread.get', { path: { threadId } });
		const path = { threadId };
		const messages = await connection.read('message.getAll', { path });
		await readSecond(connection, 'message.getAll', 'message', messages, (searchAfterId) => ({
			path,
			query: { searchAfterId },
		}));
	}
	connection.seenOf('page.get').reason = "The service can't list drafts and pages";
}

/** @param {Connection} connection */
async function readAssignments(connection) {
	const assignments = await connection.read('assignment.getAll');
	for (const assignmentId of identifiersOf('assignment', assignments).slice(0, detailCount)) {
		await connection.read('assignment.get', { path: { assignmentId } });
		const runs = await connection.read('run.getAll', { path: { assignmentId } });
		const known = runs.map(findRunId);
		const runIds = known.every((id) => id !== undefined) ? known : identifiersOf('run', runs);
		for (const runId of runIds.slice(0, detailCount)) {
			const path = { assignmentId, runId };
			await connection.read('run.get', { path });
			const logs = await connection.read('run.getLogs', { path, query: { limit: logLines } });
			await readSecond(connection, 'run.getLogs', 'log', logs, (searchAfterId) => ({
				path,
				query: { limit: logLines, searchAfterId },
			}));
		}
	}
}

/**
 * Reads a list from another place and notes whether it begins with the expected record.
 *
 * @param {Connection} connection
 * @param {OperationId} operation
 * @param {IdentifiedRecord} kind
 * @param {IDataObject[]} records as the list shows them from its beginning
 * @param {(id: unknown) => { path?: Record<string, unknown>, query: Record<string, any> }} request
 *   for what follows the first record
 */
async function readSecond(connection, operation, kind, records, request) {
	const [first, second] = identifiersOf(kind, records);
	if (second === undefined || connection.paging.has(operation)) return;
	const [found] = identifiersOf(kind, await connection.read(operation, request(first)));
	connection.paging.set(operation, found === second);
}
