import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { readList } from '../transport/paging';
import { asEntries, connectForm } from './client';

/** Connected tenants, for drop-downs. */
export async function getConnectedTenants(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const service = await connectForm(this);
	return asEntries('tenant', await readList(this.getNode(), service, 'connectedTenant.getAll'));
}
