import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { readList } from '../transport/paging';
import { connectForm } from './client';
import { searchWholeList } from './wholeList';

/** Conversations of the person or client whose credential it is, for the thread picker. */
export async function searchThreads(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const service = await connectForm(this);
	const threads = await readList(this.getNode(), service, 'thread.getAll');
	return searchWholeList('thread', threads, filter);
}
