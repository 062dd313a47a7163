import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { readList } from '../transport/paging';
import { connectForm } from './client';
import { searchWholeList } from './wholeList';

/** Assignments for the assignment picker. */
export async function searchAssignments(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const service = await connectForm(this);
	const assignments = await readList(this.getNode(), service, 'assignment.getAll');
	return searchWholeList('assignment', assignments, filter);
}
