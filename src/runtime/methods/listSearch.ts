import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { inOrderOfStart } from '../../agent/runs/runState';
import { InputError } from '../../api/errors';
import { activeOrNot } from '../../api/activeFilter';
import { limits } from '../../api/limits';
import type { OperationId } from '../../api/operations';
import { listOf, readList } from '../../http/pagination';
import { connectForm } from './connectForm';
import { asEntries, type LabelledRecord } from './pickerEntries';

/** One page of a picker's list, searched on the server, with what is inactive too. */
async function searchPage(
	functions: ILoadOptionsFunctions,
	id: OperationId,
	kind: LabelledRecord,
	filter?: string,
	page: string = String(limits.firstPage),
): Promise<INodeListSearchResult> {
	const service = await connectForm(functions);
	const pageSize = limits.pageSize.maximum;
	const { body } = await service.request(id, {
		query: { keywords: filter, page, pageSize, active: activeOrNot },
	});
	const records = listOf(functions.getNode(), body);
	return {
		results: asEntries(kind, records),
		paginationToken: records.length < pageSize ? undefined : String(Number(page) + 1),
	};
}

/** Records that the service gives all at once, narrowed down to what was typed. */
function searchWhole(
	kind: LabelledRecord,
	records: readonly IDataObject[],
	filter = '',
): INodeListSearchResult {
	const typed = filter.trim().toLowerCase();
	return {
		results: asEntries(kind, records).filter(({ name, value }) =>
			`${name} ${String(value)}`.toLowerCase().includes(typed),
		),
	};
}

/** Users for the user picker. */
export async function searchUsers(
	this: ILoadOptionsFunctions,
	filter?: string,
	page?: string,
): Promise<INodeListSearchResult> {
	return await searchPage(this, 'user.getAll', 'user', filter, page);
}

/** User groups for the user group picker. */
export async function searchUserGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
	page?: string,
): Promise<INodeListSearchResult> {
	return await searchPage(this, 'userGroup.getAll', 'group', filter, page);
}

/** Assignments for the assignment picker. */
export async function searchAssignments(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const service = await connectForm(this);
	return searchWhole('assignment', await readList(service, 'assignment.getAll'), filter);
}

/** Runs of the picked assignment, newest first, for the run picker. */
export async function searchRuns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const picked = this.getNodeParameter('assignmentId', '', { extractValue: true });
	const assignmentId = String(picked ?? '');
	if (assignmentId === '') {
		throw new InputError(
			this.getNode(),
			'Choose an assignment first',
			'The list then shows the runs of that assignment.',
		);
	}
	const service = await connectForm(this);
	const path = service.path('run.getAll', { assignmentId });
	const runs = await readList(service, 'run.getAll', { path });
	return searchWhole('run', inOrderOfStart(runs).reverse(), filter);
}

/** Conversations of the person or client whose credential it is, for the thread picker. */
export async function searchThreads(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const service = await connectForm(this);
	return searchWhole('thread', await readList(service, 'thread.getAll'), filter);
}
