import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { readPages } from '../transport/paging';
import { asEntries, connectForm } from './client';
import { searchPage } from './searchPages';

/** User groups for the user group picker. */
export async function searchUserGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
	page?: string,
): Promise<INodeListSearchResult> {
	return await searchPage(this, 'userGroup.getAll', 'group', filter, page);
}

/** All active user groups, for drop-downs that take several. */
export async function getUserGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const service = await connectForm(this);
	return asEntries('group', await readPages(this.getNode(), service, 'userGroup.getAll'));
}
