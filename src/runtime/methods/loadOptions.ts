import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { activeOrNot } from '../../api/activeFilter';
import type { OperationId } from '../../api/operations';
import { readList } from '../../http/pagination';
import { connectForm } from './connectForm';
import { asEntries, type LabelledRecord } from './pickerEntries';

async function loadAll(
	functions: ILoadOptionsFunctions,
	id: OperationId,
	kind: LabelledRecord,
	query: Readonly<Record<string, string>> = {},
): Promise<INodePropertyOptions[]> {
	return asEntries(kind, await readList(await connectForm(functions), id, { query }));
}

/** Connected tenants, for drop-downs. */
export async function getConnectedTenants(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await loadAll(this, 'connectedTenant.getAll', 'tenant');
}

/** Reports available to user groups, for drop-downs. */
export async function getReports(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadAll(this, 'report.getAll', 'report');
}

/** All user groups, inactive ones too, for drop-downs that take several. */
export async function getUserGroups(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadAll(this, 'userGroup.getAll', 'group', { active: activeOrNot });
}
