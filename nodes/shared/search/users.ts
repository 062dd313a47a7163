import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { searchPage } from './searchPages';

/** Users for the user picker. */
export async function searchUsers(
	this: ILoadOptionsFunctions,
	filter?: string,
	page?: string,
): Promise<INodeListSearchResult> {
	return await searchPage(this, 'user.getAll', 'user', filter, page);
}
