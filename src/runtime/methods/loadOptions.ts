import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { activeOrNot } from '../../api/activeFilter';
import type { LabelledRecord } from '../../api/assumedNames';
import type { OperationId } from '../../api/operations';
import { nameOf } from '../../forms/recordLabels';
import { readList } from '../../http/pagination';
import { withService } from './withService';
import { asEntries } from './pickerEntries';

function loadAll(
	id: OperationId,
	recordType: LabelledRecord,
	query: Readonly<Record<string, string>> = {},
) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await withService(this, async (service) =>
			asEntries(recordType, await readList(service, id, { query }), nameOf(recordType)),
		);
	};
}

export const getConnectedTenants = loadAll('connectedTenant.getAll', 'tenant');

export const getReports = loadAll('report.getAll', 'report');

/** All user groups, inactive ones too. */
export const getUserGroups = loadAll('userGroup.getAll', 'group', { active: activeOrNot });
