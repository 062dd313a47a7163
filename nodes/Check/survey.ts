/** Reads one page of each list, and some of their records. */
import type { IDataObject } from 'n8n-workflow';
import { activeOrNot } from '../../src/api/activeFilter';
import type { NameKey } from '../../src/api/assumedNames';
import { receivedRecord, returnedRecordOf } from '../../src/api/fieldNames';
import { limits } from '../../src/api/limits';
import { type OperationId, operationRow, type PathOf } from '../../src/api/operations';
import type { ServiceClient } from '../../src/http/client';
import { requireList } from '../../src/http/pagination';
import { isRecord } from '../../src/values/jsonObject';
import { valuesAt } from './candidates';
import { type Failure, orFailure } from './failure';

/** How many records of a list are read. */
const samples = 5;

const topLists = [
	'user.getAll',
	'userGroup.getAll',
	'report.getAll',
	'connectedTenant.getAll',
	'assignment.getAll',
	'thread.getAll',
	'journal.getAll',
] as const satisfies readonly OperationId[];

/** The records of a kind: those of its lists, and some of them read one by one. */
export interface SeenRecords {
	readonly listed: readonly IDataObject[];
	readonly single: readonly IDataObject[];
}

/** Where a field of records is. */
type FindPath = (key: NameKey, records: readonly IDataObject[]) => string | undefined;

type Identifiers = Readonly<Record<string, string>>;

const recordOf = (key: NameKey): string => key.split('.')[0] ?? '';

/** What the check saw of a service. */
export class Survey {
	/** By the words that begin the keys of their fields. */
	private readonly records = new Map<string, SeenRecords>();
	readonly failures = new Map<OperationId, Failure>();

	constructor(
		private readonly service: ServiceClient,
		private readonly findPath: FindPath,
	) {}

	/** Reads in three steps, so the IDs of a step are known before the next one. */
	async read(): Promise<void> {
		await this.readAll(topLists, [{}]);
		this.readJournals();
		// The lists of a user refer to tenants, too.
		this.identify('tenant.tenantId');
		const [groups, users] = [this.identify('group.groupId'), this.identify('user.userId')];
		const assignments = this.identify('assignment.assignmentId');
		const [runs] = await Promise.all([
			this.readAll(['run.getAll'], assignments),
			this.readAll(['assignment.get'], assignments),
			this.readAll(['message.getAll'], this.identify('thread.threadId')),
			this.readAll(['userGroup.get'], groups),
			this.readAll(['user.get'], users),
		]);
		const runIds = runs.flatMap(({ ids, read }) => this.identify('run.runId', read, ids));
		await this.readAll(['run.getLogs'], runIds.slice(0, samples));
	}

	/** The records of a kind; undefined if their list could not be read. */
	seen(record: string): SeenRecords | undefined {
		const isFailed = [...this.failures.keys()].some((each) => returnedRecordOf(each) === record);
		return this.records.get(record) ?? (isFailed ? undefined : { listed: [], single: [] });
	}

	/** The records of lists of a kind. */
	listed(record: string): readonly IDataObject[] {
		return this.records.get(record)?.listed ?? [];
	}

	private readJournals(): void {
		const listed = this.listed('period');
		const path = this.findPath('period.journals', listed);
		const journals = path === undefined ? [] : valuesAt(listed, path).flat().filter(isRecord);
		if (journals.length > 0) this.records.set('journal', { listed: journals, single: [] });
	}

	/** The IDs of some records, with those of what they belong to. */
	private identify(
		key: NameKey,
		some?: readonly IDataObject[],
		others: Identifiers = {},
	): Identifiers[] {
		const listed = this.listed(recordOf(key));
		const path = this.findPath(key, listed);
		const values = path === undefined ? [] : valuesAt(some ?? listed, path);
		const name = key.slice(key.indexOf('.') + 1);
		return values.slice(0, samples).map((value) => ({ ...others, [name]: String(value) }));
	}

	private async readAll(operations: readonly OperationId[], parents: readonly Identifiers[]) {
		const requests = operations.flatMap((operation) =>
			parents.map(async (ids) => ({ ids, read: await this.readOne(operation, ids) })),
		);
		return await Promise.all(requests);
	}

	/** The records of a response, which are none if it could not be read. */
	private async readOne(operation: OperationId, ids: Identifiers): Promise<IDataObject[]> {
		const isList = !operation.endsWith('.get');
		const read = await orFailure(this.request(operation, ids, isList));
		if (!Array.isArray(read)) {
			this.failures.set(operation, read);
			return [];
		}
		const record = returnedRecordOf(operation);
		const { listed, single } = this.records.get(record) ?? { listed: [], single: [] };
		this.records.set(
			record,
			isList ? { listed: [...listed, ...read], single } : { listed, single: [...single, ...read] },
		);
		return read;
	}

	private async request(
		operation: OperationId,
		ids: Identifiers,
		isList: boolean,
	): Promise<IDataObject[]> {
		const values = ids as Readonly<Record<keyof PathOf<typeof operation>, unknown>>;
		const path = this.service.path(operation, values);
		const response = await this.service.request(operation, { path, query: firstPage(operation) });
		const records = isList ? requireList(response.body) : [response.record];
		return records.slice(0, limits.pageSize.maximum).map(receivedRecord);
	}
}

function firstPage(operation: OperationId) {
	const { paging } = operationRow(operation);
	const { maximum } = limits.pageSize;
	if (paging?.by === 'page') {
		return { active: activeOrNot, page: limits.firstPage, pageSize: maximum };
	}
	return paging?.maximum === undefined ? undefined : { limit: maximum };
}
