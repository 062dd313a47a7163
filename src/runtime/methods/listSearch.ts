import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { sortByStart } from '../../agent/runs/runState';
import { activeOrNot } from '../../api/activeFilter';
import { InputError } from '../../api/errors';
import { limits } from '../../api/limits';
import type { OperationId } from '../../api/operations';
import type { ServiceClient } from '../../http/client';
import { listOf, readList } from '../../http/pagination';
import { withService } from './withService';
import { asEntries, type LabelledRecord } from './pickerEntries';

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	page?: string,
) => Promise<INodeListSearchResult>;

/** Searches on the server, page by page, inactive records included. */
function searchPages(id: OperationId, recordType: LabelledRecord): ListSearch {
	return async function (keywords, page = String(limits.firstPage)) {
		return await withService(this, async (service) => {
			const pageSize = limits.pageSize.maximum;
			const { body } = await service.request(id, {
				query: { keywords, page, pageSize, active: activeOrNot },
			});
			const records = listOf(body);
			return {
				results: asEntries(recordType, records),
				paginationToken: records.length < pageSize ? undefined : String(Number(page) + 1),
			};
		});
	};
}

/** Reads the whole list and filters it, as the service can't search it. */
function searchWhole(
	recordType: LabelledRecord,
	read: (service: ServiceClient, functions: ILoadOptionsFunctions) => Promise<IDataObject[]>,
): ListSearch {
	return async function (filter = '') {
		const typed = filter.trim().toLowerCase();
		return await withService(this, async (service) => ({
			results: asEntries(recordType, await read(service, this)).filter(({ name, value }) =>
				`${name} ${String(value)}`.toLowerCase().includes(typed),
			),
		}));
	};
}

export const searchUsers = searchPages('user.getAll', 'user');

export const searchUserGroups = searchPages('userGroup.getAll', 'group');

export const searchAssignments = searchWhole(
	'assignment',
	async (service) => await readList(service, 'assignment.getAll'),
);

/** Runs of the picked assignment, newest first. */
export const searchRuns = searchWhole('run', async (service, functions) => {
	const picked = functions.getNodeParameter('assignmentId', '', { extractValue: true });
	const assignmentId = String(picked ?? '');
	if (assignmentId === '') {
		throw new InputError(
			'Select an assignment first',
			'The list then shows the runs of the assignment.',
		);
	}
	const path = service.path('run.getAll', { assignmentId });
	const runs = await readList(service, 'run.getAll', { path });
	return sortByStart(runs, (run) => run).reverse();
});

/** Threads of the credential's client or user. */
export const searchThreads = searchWhole(
	'thread',
	async (service) => await readList(service, 'thread.getAll'),
);
