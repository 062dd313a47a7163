/** Reads one page of each list, and some of their records. */
import type { IDataObject } from 'n8n-workflow';
import { activeOrNot } from '../../src/api/activeFilter';
import { type NameKey, namesOf } from '../../src/api/assumedNames';
import { recordOf } from '../../src/api/fieldNames';
import { limits } from '../../src/api/limits';
import { type OperationId, operationRow, pathParametersOf } from '../../src/api/operations';
import type { ServiceClient } from '../../src/http/client';
import { requestList } from '../../src/http/pagination';
import { isRecord } from '../../src/values/jsonObject';
import { FieldFinder, type Lists } from './fieldFinder';
import { isUniqueKey, valuesAt } from './signs';

/** Of the records of a list, so many have requests of their own at most. */
const samples = 5;

/** What is read in steps, so the IDs of a step are known before the next one. */
const steps: ReadonlyArray<readonly OperationId[]> = [
	[
		'user.getAll',
		'userGroup.getAll',
		'report.getAll',
		'connectedTenant.getAll',
		'assignment.getAll',
		'thread.getAll',
		'journal.getAll',
	],
	['userGroup.get', 'user.get', 'run.getAll', 'assignment.get', 'message.getAll'],
	['run.getLogs'],
];

/** Whether an operation reads a single record, which may show more fields than its list. */
const isSingle = (operation: OperationId) => operation.endsWith('.get');

/** Whether the records of an operation can have a field. */
const mayShow = (operation: OperationId, key: NameKey) => key.startsWith(`${recordOf(operation)}.`);

/** Path parameters of a request. */
type Identifiers = Readonly<Record<string, string>>;

interface Response {
	readonly operation: OperationId;
	readonly ids: Identifiers;
	readonly records: readonly IDataObject[];
}

/** What the check saw of a service. */
export class Survey {
	/** The latest first: a record that is read alone may show more than a list. */
	private responses: readonly Response[] = [];
	/** Why operations failed. */
	readonly failures = new Map<OperationId, unknown>();
	readonly finder: FieldFinder;

	constructor(private readonly service: ServiceClient) {
		this.finder = new FieldFinder(
			service.fieldNames,
			(key) => this.listsOf(key),
			(key) => this.isShownAlone(key),
		);
	}

	async read(): Promise<void> {
		for (const operations of steps) {
			const requests = operations.flatMap((operation) =>
				this.identify(operation).map(async (ids) => await this.readOne(operation, ids)),
			);
			const responses = await Promise.all(requests);
			this.responses = [...responses.flat(), ...this.responses];
		}
	}

	/** @throws the reason of the first request, if no request could be read */
	assertRead(): void {
		if (this.responses.length === 0) throw this.failures.get('user.getAll');
	}

	/** The records that can have a field. */
	recordsOf(key: NameKey): readonly IDataObject[] {
		return this.listsOf(key).flat();
	}

	/** The records that can have a field, by the lists in which they were read. */
	private listsOf(key: NameKey): Lists {
		if (key.startsWith('journal.')) {
			const path = this.finder.pathOf('period.journals');
			const periods = this.recordsOf('period.journals');
			return path === undefined ? [] : [valuesAt(periods, path).flat().filter(isRecord)];
		}
		// A unique value differs from record to record only in a list.
		return this.responsesWith(key)
			.filter(({ operation }) => !isSingle(operation) || !isUniqueKey(key))
			.map(({ records }) => records);
	}

	/** Whether a field was not found, and some records that can have it could not be read. */
	isUnread(key: NameKey): boolean {
		const isRead = (each: OperationId) =>
			this.responses.some(({ operation }) => operation === each);
		const unread = [...this.failures.keys()].filter((each) => !isRead(each));
		const mayBeThere = unread.some((operation) => mayShow(operation, key));
		return mayBeThere && this.finder.find(key).paths.length === 0;
	}

	private isShownAlone(key: NameKey): boolean {
		const [own] = namesOf(key);
		return this.responsesWith(key).some(
			({ operation, records }) => isSingle(operation) && valuesAt(records, own).length > 0,
		);
	}

	private responsesWith(key: NameKey): Response[] {
		return this.responses.filter(({ operation }) => mayShow(operation, key));
	}

	/** The path parameters of some requests, from the records that were read. */
	private identify(operation: OperationId): Identifiers[] {
		const name = pathParametersOf(operation).at(-1);
		if (name === undefined) return [{}];
		const key = `${name.replace('Id', '')}.${name}` as NameKey;
		const path = this.finder.pathOf(key);
		if (path === undefined) return [];
		return this.responsesWith(key)
			.flatMap(({ ids, records }) =>
				valuesAt(records, path).map((value) => ({ ...ids, [name]: String(value) })),
			)
			.slice(0, samples);
	}

	/** A response, or none if it could not be read. */
	private async readOne(operation: OperationId, ids: Identifiers): Promise<Response[]> {
		const { paging } = operationRow(operation);
		const { maximum } = limits.pageSize;
		const page = { active: activeOrNot, page: limits.firstPage, pageSize: maximum };
		const query = paging?.by === 'page' ? page : { limit: paging?.maximum && maximum };
		try {
			const request = { path: ids, query };
			const received = isSingle(operation)
				? [(await this.service.request(operation, request)).record]
				: await requestList(this.service, operation, request);
			return [{ operation, ids, records: received.slice(0, maximum) }];
		} catch (error) {
			this.failures.set(operation, error);
			return [];
		}
	}
}
