import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { readList } from '../transport/paging';
import { asEntries, connectForm } from './client';

/** Reports available to user groups, for drop-downs. */
export async function getReports(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const service = await connectForm(this);
	return asEntries('report', await readList(this.getNode(), service, 'report.getAll'));
}
