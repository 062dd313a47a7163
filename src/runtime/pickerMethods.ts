/** The lists of pickers and drop-downs in forms. */
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { activeOrNot } from '../api/activeFilter';
import type { NameKey, RecordName } from '../api/assumedNames';
import { recordOf } from '../api/fieldNames';
import { identifierValueOf } from '../api/identifiers';
import { ServiceError } from '../api/errors';
import { limits } from '../api/limits';
import type { OperationId } from '../api/operations';
import { readAuthentication } from '../forms/authentication';
import { formOf } from '../forms/formItem';
import { readFixedTenantId } from '../forms/options';
import { nameOf, writeLabel } from '../forms/recordLabels';
import type { ServiceClient } from '../http/client';
import { connect } from '../http/connections';
import { readList, requireList } from '../http/pagination';
import { withNodeErrors } from './nodeErrors';

/** Nobody waits longer for a list, or scrolls further, and nothing cancels it. */
const maxMilliseconds = 10_000;
const maxRecords = 1000;

const tooSlow = new ServiceError({
	message: 'The service did not return the list within 10 seconds',
	description: 'Enter the ID instead, or open the list again later.',
	errorCode: 'timeout',
});

/** @throws NodeApiError or NodeOperationError, which the form shows */
async function withService<Result>(
	functions: ILoadOptionsFunctions,
	work: (service: ServiceClient) => Promise<Result>,
): Promise<Result> {
	return await withNodeErrors(functions.getNode(), async () => {
		const authentication = readAuthentication(formOf(functions));
		const signal = AbortSignal.timeout(maxMilliseconds);
		const options = { timeout: maxMilliseconds, maxRetries: 1, signal, maxRecords };
		const tenantId = readFixedTenantId(functions);
		const service = await connect(functions, authentication, options, tenantId);
		return await work(service).catch((error: unknown) => {
			throw signal.aborted ? tooSlow : error;
		});
	});
}

/**
 * Records as entries of a list. If several have the same name, the label contains the identifier.
 * Records without an identifier are omitted.
 */
function asEntries(
	recordName: RecordName,
	records: readonly IDataObject[],
	readName: (record: IDataObject) => string,
): INodePropertyOptions[] {
	const names = records.map(readName);
	return records.flatMap((record, index) => {
		const value = identifierValueOf(recordName, record);
		if (value === undefined) return [];
		const name = names[index] ?? '';
		const isUnique = name !== '' && names.indexOf(name) === names.lastIndexOf(name);
		return { name: writeLabel(record, name, isUnique ? undefined : value), value };
	});
}

type ListSearch = NonNullable<NonNullable<INodeType['methods']>['listSearch']>[string];

/** Searches on the server, page by page, inactive records included. */
function searchPages(id: OperationId, nameKey: NameKey): ListSearch {
	return async function (keywords, page = String(limits.firstPage)) {
		return await withService(this, async (service) => {
			const pageSize = limits.pageSize.maximum;
			const { body } = await service.request(id, {
				query: { keywords, page, pageSize, active: activeOrNot },
			});
			const records = requireList(body);
			return {
				results: asEntries(recordOf(id), records, nameOf(nameKey)),
				paginationToken: records.length < pageSize ? undefined : String(Number(page) + 1),
			};
		});
	};
}

/** Reads the whole list and filters it, as the service can't search it. */
export function searchWhole(
	recordName: RecordName,
	readName: (record: IDataObject) => string,
	read: (service: ServiceClient, functions: ILoadOptionsFunctions) => Promise<IDataObject[]>,
): ListSearch {
	return async function (filter = '') {
		const typed = filter.trim().toLowerCase();
		return await withService(this, async (service) => ({
			results: asEntries(recordName, await read(service, this), readName).filter(
				({ name, value }) => `${name} ${String(value)}`.toLowerCase().includes(typed),
			),
		}));
	};
}

export const searchUsers = searchPages('user.getAll', 'user.emailAddress');

export const searchUserGroups = searchPages('userGroup.getAll', 'group.groupName');

function loadAll(id: OperationId, nameKey: NameKey, query: Readonly<Record<string, string>> = {}) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await withService(this, async (service) =>
			asEntries(recordOf(id), await readList(service, id, { query }), nameOf(nameKey)),
		);
	};
}

export const getConnectedTenants = loadAll('connectedTenant.getAll', 'tenant.tenantName');

export const getReports = loadAll('report.getAll', 'report.reportName');

/** All user groups, inactive ones too. */
export const getUserGroups = loadAll('userGroup.getAll', 'group.groupName', {
	active: activeOrNot,
});
