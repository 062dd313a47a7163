/** The lists of pickers and drop-downs in forms. */
import {
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodePropertyOptions,
	type INodeType,
	isExpression,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { activeOrNot } from '../api/activeFilter';
import type { RecordName } from '../api/assumedNames';
import { type ErrorDetails, ServiceError } from '../api/errors';
import { recordOf } from '../api/fieldNames';
import { limits } from '../api/limits';
import type { OperationId } from '../api/operations';
import { readAuthentication } from '../forms/authentication';
import { formOf } from '../forms/formItem';
import { readFixedTenantId } from '../forms/options';
import { nameOf, writeLabel } from '../forms/recordLabels';
import type { ServiceClient } from '../http/client';
import { connect } from '../http/connections';
import { readList, readPage } from '../http/pagination';
import { comparableText } from '../values/texts';
import { formError, withNodeErrors } from './nodeErrors';

/** Nobody cancels a list, so it ends by itself. */
const maxMilliseconds = 10_000;

/** Entries of a list. Nobody scrolls through more. */
const maxEntries = 1000;

const tooSlow: ErrorDetails = {
	message: 'The service took longer than 10 s to return the list',
	description: 'Try again, or enter the ID, name, or email address instead of selecting it.',
	errorCode: 'timeout',
};

/** @throws NodeApiError or NodeOperationError, which the form shows */
async function withService<Result>(
	functions: ILoadOptionsFunctions,
	work: (service: ServiceClient) => Promise<Result>,
): Promise<Result> {
	const signal = AbortSignal.timeout(maxMilliseconds);
	return await withNodeErrors(functions.getNode(), async () => {
		const authentication = readAuthentication(formOf(functions));
		const options = { timeout: maxMilliseconds, maxRetries: 1, signal };
		const tenantId = readFixedTenantId(functions);
		const service = await connect(functions, authentication, options, tenantId);
		return await work(service).catch((error: unknown) => {
			const isStopped =
				error instanceof ServiceError && ['cancelled', 'timeout'].includes(error.errorCode);
			throw isStopped ? new ServiceError(tooSlow) : error;
		});
	}).catch((error: unknown) => {
		throw error instanceof NodeOperationError ? formError(functions.getNode(), error) : error;
	});
}

/**
 * Records as entries of a list. If several have the same name, the label contains the identifier.
 * Records without an identifier are omitted, and those whose identifier looks like an expression.
 */
function asEntries(
	{ fieldNames }: ServiceClient,
	recordName: RecordName,
	records: readonly IDataObject[],
	readName = (record: IDataObject) => nameOf(recordName, record),
): INodePropertyOptions[] {
	// A record without a name needs its identifier, too.
	const counts = new Map([['', 2]]);
	const entries = records.map((received) => {
		const record = fieldNames.toNodes(recordName, received);
		const value = fieldNames.identifierValueOf(recordName, received);
		return { record, value, name: readName(record) };
	});
	for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
	return entries.flatMap(({ record, value, name }) => {
		// n8n would evaluate an expression once somebody selects it.
		if (value === undefined || isExpression(value)) return [];
		return { name: writeLabel(record, name, counts.get(name) === 1 ? undefined : value), value };
	});
}

type ListSearch = NonNullable<NonNullable<INodeType['methods']>['listSearch']>[string];

/** Searches on the server, page by page, inactive records included. */
function searchPages(id: OperationId): ListSearch {
	return async function (typed = '', page = String(limits.firstPage)) {
		return await withService(this, async (service) => {
			const pageSize = limits.pageSize.maximum;
			const query = { keywords: comparableText(typed), active: activeOrNot };
			const records = await readPage(service, id, { query }, Number(page), pageSize);
			return {
				results: asEntries(service, recordOf(id), records),
				// A short page is no end.
				paginationToken: records.length === 0 ? undefined : String(Number(page) + 1),
			};
		});
	};
}

/** Reads the whole list and filters it, as the service can't search it. */
export function searchWhole(
	recordName: RecordName,
	read: (service: ServiceClient, functions: ILoadOptionsFunctions) => Promise<IDataObject[]>,
	readName?: (record: IDataObject) => string,
): ListSearch {
	return async function (typed = '') {
		const searched = comparableSearch(typed);
		return await withService(this, async (service) => ({
			results: asEntries(service, recordName, await read(service, this), readName)
				.filter(({ name, value }) => comparableSearch(`${name} ${value}`).includes(searched))
				.slice(0, maxEntries),
		}));
	};
}

const comparableSearch = (text: string) => comparableText(text).toLowerCase();

/** The service can't search assignments. Also for the trigger on their runs. */
export const searchAssignments = searchWhole(
	'assignment',
	async (service) => await readList(service, 'assignment.getAll'),
);

export const searchUsers = searchPages('user.getAll');

export const searchUserGroups = searchPages('userGroup.getAll');

function loadAll(id: OperationId, query: Readonly<Record<string, string>> = {}) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await withService(this, async (service) => {
			const records = await readList(service, id, { query, enough: maxEntries });
			return asEntries(service, recordOf(id), records.slice(0, maxEntries));
		}).catch((error: unknown) => {
			// Only pickers can show an error of the service.
			throw error instanceof NodeApiError ? formError(this.getNode(), error) : error;
		});
	};
}

export const getConnectedTenants = loadAll('connectedTenant.getAll');

export const getReports = loadAll('report.getAll');

/** All user groups, inactive ones too. */
export const getUserGroups = loadAll('userGroup.getAll', { active: activeOrNot });
