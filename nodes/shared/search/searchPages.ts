import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { IdentifiedRecord, labelNames } from '../service/assumedNames';
import { limits } from '../service/limits';
import type { OperationId } from '../service/operations';
import { asList } from '../transport/answer';
import { asEntries, connectForm } from './client';

/**
 * One page of a picker's list, searched on the server.
 *
 * @param functions n8n's context of the form
 * @param id the search operation
 * @param kind what it finds
 * @param filter what the user typed
 * @param page the page to read, as the previous page's `paginationToken`
 */
export async function searchPage(
	functions: ILoadOptionsFunctions,
	id: OperationId,
	kind: IdentifiedRecord & keyof typeof labelNames,
	filter?: string,
	page: string = String(limits.firstPage),
): Promise<INodeListSearchResult> {
	const service = await connectForm(functions);
	const pageSize = limits.pageSize.maximum;
	const { body } = await service.request(id, { query: { keywords: filter, page, pageSize } });
	const records = asList(body) ?? [];
	return {
		results: asEntries(kind, records),
		paginationToken: records.length < pageSize ? undefined : String(Number(page) + 1),
	};
}
