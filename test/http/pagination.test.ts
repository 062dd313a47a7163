/** Reading lists, from services that page in every way. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../src/api/errors';
import type { ErrorCode } from '../../src/api/errorCodes';
import { limits } from '../../src/api/limits';
import { type ListRequest, readList } from '../../src/http/pagination';
import { FieldNames } from '../../src/api/fieldNames';
import type { ServiceClient } from '../../src/http/client';
import { aNode } from '../aNode';
import { randomRuns } from '../randomRuns';

const remedies = { ifRepeated: 'Read one page.' };

const samePage = {
	message: 'The service returned the same page twice. Some records may be missing.',
	description: remedies.ifRepeated,
	errorCode: 'invalid-response',
};

interface Asked {
	readonly query: IDataObject;
	readonly signal?: AbortSignal;
}

/** A service that answers each query with a list, or with anything else. */
class FakeService {
	readonly node = aNode;
	readonly fieldNames = new FieldNames();
	readonly asked: Asked[] = [];

	constructor(private readonly answer: (query: IDataObject) => unknown) {}

	async request(_operation: string, asked: Asked): Promise<{ body: unknown }> {
		this.asked.push(asked);
		await Promise.resolve();
		return { body: this.answer(asked.query) };
	}

	async read(
		operation: 'user.getAll' | 'run.getLogs' | 'message.getAll' | 'report.getAll',
		request: ListRequest = {},
	): Promise<unknown[]> {
		const service = this as unknown as ServiceClient;
		const records = await readList(service, operation, { ...request, ...remedies });
		return records.map(({ id, logId, messageId }) => id ?? logId ?? messageId);
	}
}

const recordsUpTo = (count: number, name = 'id') =>
	Array.from({ length: count }, (_each, index) => ({ [name]: index + 1 }));
const upTo = (count: number) => Array.from({ length: count }, (_each, index) => index + 1);

const refusal = (errorCode: ErrorCode) =>
	new ServiceError({ message: 'No', description: 'No', errorCode });

describe('in pages', () => {
	/** Pages as they are asked for, yet of so many records at most. */
	const paged =
		(count: number, mostAtATime = 100) =>
		({ page, pageSize }: IDataObject): unknown => {
			const size = Math.min(Number(pageSize), mostAtATime);
			return recordsUpTo(count).slice((Number(page) - 1) * size, Number(page) * size);
		};

	const pagesAsked = ({ asked }: FakeService) => asked.map(({ query }) => query.page);

	test.each([
		[0, 1],
		// A page that is empty ends the list, and no other one: those beyond a full page are read ahead.
		[9, 2],
		[99, 2],
		[100, 3],
		[101, 3],
		[250, 5],
		[1000, 18],
	])('reads all of %i records with %i requests', async (count, requests) => {
		const service = new FakeService(paged(count));
		expect(await service.read('user.getAll')).toEqual(upTo(count));
		expect(pagesAsked(service)).toEqual(upTo(requests));
		expect(service.asked.every(({ query }) => query.pageSize === 100)).toBe(true);
	});

	test('chooses the page size with the fewest requests and records', async () => {
		const limit = fc.integer({ min: 1, max: 5000 });
		await fc.assert(
			fc.asyncProperty(limit, async (most) => {
				const service = new FakeService(paged(5000));
				expect(await service.read('user.getAll', { limit: most })).toEqual(upTo(most));
				const sizes = new Set(service.asked.map(({ query }) => Number(query.pageSize)));
				expect(sizes.size).toBe(1);
				const [size = 0] = sizes;
				const requests = Math.ceil(most / limits.pageSize.maximum);
				expect(pagesAsked(service)).toEqual(upTo(requests));
				expect(size).toBeLessThanOrEqual(limits.pageSize.maximum);
				if (size > 1) expect(Math.ceil(most / (size - 1))).toBeGreaterThan(requests);
			}),
			randomRuns(15),
		);
	});

	test.each([3, 10, 25, 99])('reads a service with pages of %i to the end', async (size) => {
		const service = new FakeService(paged(260, size));
		expect(await service.read('user.getAll')).toEqual(upTo(260));
		expect(await service.read('user.getAll', { limit: 130 })).toEqual(upTo(130));
	});

	test('reads on after a page that lacks records', async () => {
		// A service that takes records out of its pages, such as those that somebody may not see.
		const pages = [upTo(100).slice(3), upTo(200).slice(100), upTo(230).slice(200)];
		const records = pages.map((ids) => ids.map((id) => ({ id })));
		const service = new FakeService(({ page }) => records[Number(page) - 1] ?? []);
		const all = pages.flat();
		expect(await service.read('user.getAll')).toEqual(all);
		expect(await service.read('user.getAll', { limit: 200 })).toEqual(all.slice(0, 200));
	});

	test('cancels requests that are no longer needed', async () => {
		const service = new FakeService(paged(100));
		await service.read('user.getAll');
		expect(service.asked.map(({ signal }) => signal?.aborted)).toEqual([true, true, true]);
	});

	test('accepts a refusal beyond the last page only', async () => {
		const upToLast = (last: number) => (query: IDataObject) => {
			if (Number(query.page) > last) throw refusal('invalid-page');
			return paged(1000)(query);
		};
		expect(await new FakeService(upToLast(2)).read('user.getAll')).toEqual(upTo(200));
		const refused = new FakeService(upToLast(0)).read('user.getAll');
		await expect(refused).rejects.toMatchObject({ errorCode: 'invalid-page' });
	});

	test('reports any other refusal of a page', async () => {
		for (const refused of [1, 2, 5]) {
			const service = new FakeService((query) => {
				if (query.page === refused) throw refusal('usage-limit-exceeded');
				return paged(1000)(query);
			});
			const error = { errorCode: 'usage-limit-exceeded' };
			await expect(service.read('user.getAll')).rejects.toMatchObject(error);
		}
	});

	test.each([
		[150, 'a short last page'],
		[300, 'a full last page'],
		[40, 'a short only page'],
	])('of %i records, %s may be repeated', async (count) => {
		const last = Math.ceil(count / 100);
		const repeating = ({ page, pageSize }: IDataObject) =>
			paged(count)({ page: Math.min(Number(page), last), pageSize });
		expect(await new FakeService(repeating).read('user.getAll')).toEqual(upTo(count));
	});

	test('reports a service that ignores the number of the page', async () => {
		const service = new FakeService(({ pageSize }) => paged(1000)({ page: 1, pageSize }));
		await expect(service.read('user.getAll')).rejects.toMatchObject(samePage);
	});

	test('ends with a page of known records, even if a field of them changes', async () => {
		let reads = 0;
		const service = new FakeService(({ page, pageSize }) => {
			const list = paged(250)({ page: ((Number(page) - 1) % 3) + 1, pageSize });
			return (list as object[]).map((record) => ({ ...record, readCount: (reads += 1) }));
		});
		expect(await service.read('user.getAll')).toEqual(upTo(250));
	});

	test.each([
		['a record is deleted', (page: number) => (page > 1 ? -3 : 0), 237 - 3],
		['records are created', (page: number) => (page > 1 ? 3 : 0), 237],
	])('returns each record once while %s', async (_name, shift, count) => {
		const service = new FakeService(({ page }) => {
			const moved = shift(Number(page));
			const size = 40;
			const from = Math.max(0, (Number(page) - 1) * size - moved);
			return recordsUpTo(237).slice(from, from + size);
		});
		const records = await service.read('user.getAll');
		expect(new Set(records).size).toBe(records.length);
		expect(records).toHaveLength(count);
	});

	test('returns a record once that a page lists twice', async () => {
		const list = [...recordsUpTo(2), ...recordsUpTo(3)];
		const service = new FakeService(({ page }) => (page === 1 ? list : []));
		expect(await service.read('user.getAll')).toEqual([1, 2, 3]);
	});

	test('returns each of the different records of a page that have the same ID', async () => {
		const list = [{ id: 1, said: 'Why?' }, { id: 1, said: 'So.' }, { id: 2 }, { id: 2 }];
		const service = new FakeService(({ searchAfterId }) => (searchAfterId ? [] : list));
		expect(await service.read('message.getAll')).toEqual([1, 1, 2]);
	});

	const equal = Array.from({ length: 130 }, () => ({ name: 'same' }));

	test.each([
		['with another one on their page', [...equal, { name: 'last' }]],
		['on pages of their own', equal],
	])('keeps equal records without an ID, %s', async (_title, rows) => {
		const service = new FakeService(({ page, pageSize }) => {
			const [from, size] = [Number(page) - 1, Number(pageSize)];
			return rows.slice(from * size, (from + 1) * size);
		});
		expect(await service.read('user.getAll')).toHaveLength(rows.length);
	});

	test('reads on after a page of records that equal earlier ones', async () => {
		const pages = ['abc', 'ab', 'd'].map((names) => [...names].map((name) => ({ name })));
		const service = new FakeService(({ page }) => pages[Number(page) - 1] ?? []);
		expect(await service.read('user.getAll')).toHaveLength(6);
	});

	test('ends with a page that the service repeats in another order', async () => {
		const rows = ['a', 'b', 'c'].map((name) => ({ name }));
		const service = new FakeService(({ page }) => (page === 1 ? rows : rows.toReversed()));
		expect(await service.read('user.getAll')).toHaveLength(3);
	});

	test.each([
		[1, 10_000],
		[100, 2001],
	])('ends a list without an end whose pages have %i records', async (size, requests) => {
		let id = 0;
		const service = new FakeService(() => Array.from({ length: size }, () => ({ id: (id += 1) })));
		await expect(service.read('user.getAll')).rejects.toMatchObject({
			errorCode: 'too-many-records',
			message: 'The list has more than 200000 records or 10000 pages',
		});
		expect(service.asked.length).toBeLessThan(requests + 10);
	});
});

test('a whole list is read with one request and cut to the limit', async () => {
	const service = new FakeService(() => recordsUpTo(30));
	expect(await service.read('report.getAll')).toEqual(upTo(30));
	expect(await service.read('report.getAll', { limit: 7 })).toEqual(upTo(7));
	expect(service.asked).toHaveLength(2);
});

describe('by cursor', () => {
	const after = (count: number, name: string, mostAtATime: number) => (query: IDataObject) => {
		const from = Number(query.searchAfterId ?? 0);
		const most = Math.min(Number(query.limit ?? mostAtATime), mostAtATime);
		return recordsUpTo(count, name).slice(from, from + most);
	};

	const cursors = ({ asked }: FakeService) => asked.map(({ query }) => query.searchAfterId);

	test.each<[string, 'run.getLogs' | 'message.getAll', number, number, string[], number?]>([
		['smaller pages to their end', 'run.getLogs', 450, 200, ['200', '400', '450']],
		['on after a page that may be full', 'run.getLogs', 200, 200, ['200']],
		['as far as the limit', 'run.getLogs', 450, 200, ['200'], 300],
		['a short list to its end', 'run.getLogs', 199, 1000, ['199']],
		['a list below its limit to its end', 'run.getLogs', 199, 1000, ['199'], 500],
		['small pages to their end', 'run.getLogs', 41, 20, ['20', '40', '41']],
		['pages of one line to their end', 'run.getLogs', 3, 1, ['1', '2', '3'], 50],
		['small pages as far as the limit', 'run.getLogs', 40, 20, ['20'], 25],
		['messages until nothing new comes', 'message.getAll', 25, 10, ['10', '20', '25']],
		['messages as far as the limit', 'message.getAll', 25, 10, ['10'], 15],
	])('reads %s (%s)', async (...[, operation, count, mostAtATime, further, limit]) => {
		const name = operation === 'run.getLogs' ? 'logId' : 'messageId';
		const service = new FakeService(after(count, name, mostAtATime));
		expect(await service.read(operation, { limit })).toEqual(upTo(Math.min(count, limit ?? count)));
		expect(cursors(service)).toEqual([undefined, ...further]);
	});

	test.each([
		[50, [50]],
		[1000, [1000]],
		[1200, [1000, 200]],
	])('reads up to a limit of %i with the fewest requests', async (limit, sizes) => {
		const service = new FakeService(after(2500, 'logId', 1000));
		expect(await service.read('run.getLogs', { limit })).toEqual(upTo(limit));
		expect(service.asked.map(({ query }) => query.limit)).toEqual(sizes);
	});

	test('needs no ID for a single page', async () => {
		const service = new FakeService(after(450, 'line', 450));
		expect(await service.read('run.getLogs')).toHaveLength(450);
		expect(service.asked).toHaveLength(1);
	});

	test('returns repeated records once', async () => {
		const overlapping = new FakeService(({ searchAfterId }) =>
			recordsUpTo(25, 'messageId')
				.slice(Math.max(0, Number(searchAfterId ?? 0) - 3))
				.slice(0, 10),
		);
		expect(await overlapping.read('message.getAll')).toEqual(upTo(25));
	});

	test('reports a full page without new records', async () => {
		const same = new FakeService(() => recordsUpTo(1000, 'logId'));
		await expect(same.read('run.getLogs')).rejects.toMatchObject(samePage);
	});

	test.each([undefined, 50, 31, 30])(
		'ends a list of messages that comes whole with each request (limit %s)',
		async (limit) => {
			const whole = new FakeService(() => recordsUpTo(30, 'messageId'));
			expect(await whole.read('message.getAll', { limit })).toEqual(upTo(30));
		},
	);

	test.each([
		[undefined, /^The list can't be continued because the service doesn't know the ID of its last/],
		['1', /^No$/],
	])('reports an ID that the service does not know (after %s)', async (searchAfterId, message) => {
		const service = new FakeService((query) => {
			if (query.searchAfterId !== undefined) throw refusal('search-after-id-not-found');
			return [{ id: 1, uuid: 'a' }];
		});
		const reading = service.read('message.getAll', { searchAfterId });
		await expect(reading).rejects.toThrow(message);
	});
});
