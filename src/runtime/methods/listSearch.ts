import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { IdentifiedRecord, LabelledRecord } from '../../api/assumedNames';
import { activeOrNot } from '../../api/activeFilter';
import { limits } from '../../api/limits';
import type { OperationId } from '../../api/operations';
import type { ServiceClient } from '../../http/client';
import { nameOf } from '../../forms/recordLabels';
import { requireList } from '../../http/pagination';
import { withService } from './withService';
import { asEntries } from './pickerEntries';

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
			const records = requireList(body);
			return {
				results: asEntries(recordType, records, nameOf(recordType)),
				paginationToken: records.length < pageSize ? undefined : String(Number(page) + 1),
			};
		});
	};
}

/** Reads the whole list and filters it, as the service can't search it. */
export function searchWhole(
	recordType: IdentifiedRecord,
	readName: (record: IDataObject) => string,
	read: (service: ServiceClient, functions: ILoadOptionsFunctions) => Promise<IDataObject[]>,
): ListSearch {
	return async function (filter = '') {
		const typed = filter.trim().toLowerCase();
		return await withService(this, async (service) => ({
			results: asEntries(recordType, await read(service, this), readName).filter(
				({ name, value }) => `${name} ${String(value)}`.toLowerCase().includes(typed),
			),
		}));
	};
}

export const searchUsers = searchPages('user.getAll', 'user');

export const searchUserGroups = searchPages('userGroup.getAll', 'group');
