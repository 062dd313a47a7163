import { activeFilter } from '../../src/api/activeFilter';
import { limits } from '../../src/api/limits';
import { type OperationId, operationRow } from '../../src/api/operations';
import { until } from '../until';
import type { Input } from './client';
import { addressOf, open, send } from './client';
import type { Sandbox } from './index';
import { runStatuses, startSandbox } from './index';

type Json = Record<string, unknown>;

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ streamDelayMs: 0 });
});

beforeEach(() => sandbox.reset());

afterAll(async () => await sandbox.close());

/** The body of a success. */
async function result<T = Json>(operation: OperationId, input: Input = {}): Promise<T> {
	const answer = await send(sandbox, operation, input);
	if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
	return answer.json as T;
}

/** The status and the code of an error. */
async function refusal(operation: OperationId, input: Input = {}): Promise<[number, unknown]> {
	const answer = await send(sandbox, operation, input);
	return [answer.status, (answer.json as Json).code];
}

/** The query that goes on after the last of the identifiers seen. */
function cursorAfter(seen: unknown[]): Record<string, string | number> {
	return seen.length > 0 ? { searchAfterId: String(seen.at(-1)) } : {};
}

const malformed = [400, 'malformed-request'];

describe('searches', () => {
	it('give every record once, in pages', async () => {
		const pageSize = limits.pageSize.maximum;
		const seen: unknown[] = [];
		for (let page = limits.firstPage; ; page += 1) {
			const records = await result<Json[]>('user.getAll', { query: { page, pageSize } });
			seen.push(...records.map((record) => record.userId));
			if (records.length < pageSize) break;
		}
		const active = [...sandbox.state.users.values()].filter((user) => user.active);
		expect(seen).toEqual(active.map((user) => user.userId));
		expect(seen.length).toBeGreaterThan(pageSize);
	});

	it('give the usual page where nothing is said, and an empty one past the end', async () => {
		expect(await result('user.getAll')).toHaveLength(limits.pageSize.default);
		expect(await result('user.getAll', { query: { page: 1000 } })).toEqual([]);
	});

	it.each(['0', '-1', '1.5', 'x', '', '99999999999'])('refuse page %p', async (page) => {
		expect(await refusal('userGroup.getAll', { query: { page } })).toEqual([400, 'invalid-page']);
	});

	it.each(['0', '101', '1e2', 'all'])('refuse pageSize %p', async (pageSize) => {
		expect(await refusal('user.getAll', { query: { pageSize } })).toEqual([
			400,
			'invalid-page-size',
		]);
	});

	it('take every keyword into account, whatever its case', async () => {
		const query = { keywords: ' ANDERSSON  åsa ', active: 'ALL' };
		expect(await result('user.getAll', { query })).toEqual([
			expect.objectContaining({ firstName: 'Åsa', lastName: 'Andersson' }),
		]);
		expect(await result('user.getAll', { query: { keywords: 'åsa nobody' } })).toEqual([]);
	});

	it('filter by the active flag', async () => {
		const groups = [...sandbox.state.groups.values()];
		const counts: Record<string, number> = {};
		for (const active of activeFilter.values) {
			const query = { active, pageSize: 100 };
			counts[active] = (await result<Json[]>('userGroup.getAll', { query })).length;
		}
		expect(counts).toEqual({
			ALL: groups.length,
			ACTIVE: groups.filter((group) => group.active).length,
			INACTIVE: groups.filter((group) => !group.active).length,
		});
		expect(counts.INACTIVE).toBeGreaterThan(0);
		expect(await refusal('userGroup.getAll', { query: { active: 'active' } })).toEqual(malformed);
	});
});

describe('users', () => {
	const person = {
		emailAddress: 'new.person@nordic-outfitters.example',
		firstName: 'New',
		lastName: 'Person',
	};

	it('are created, read, changed and deleted', async () => {
		const created = await send(sandbox, 'user.create', {
			body: { ...person, groupIds: [1001], costCentre: 'A1' },
		});
		expect(created.status).toBe(201);
		const { userId } = created.json as { userId: string };
		const path = { userId };
		expect(await result('user.get', { path })).toMatchObject({
			...person,
			userId,
			kind: 'NORMAL',
			active: true,
			groupIds: [1001],
			costCentre: 'A1',
		});
		await result('user.update', { path, body: { active: false, groupIds: [1002] } });
		expect(await result('user.get', { path })).toMatchObject({
			active: false,
			groupIds: [1001, 1002],
		});
		await result('user.update', { path, body: { groupIds: { removed: [1001] } } });
		expect(await result('user.get', { path })).toMatchObject({ groupIds: [1002] });
		await result('user.delete', { path });
		expect(await refusal('user.get', { path })).toEqual([404, 'user-not-found']);
	});

	it('may come from another tenant, without a name', async () => {
		const [elsewhere] = sandbox.state.peopleElsewhere;
		const emailAddress = elsewhere?.emailAddress ?? '';
		const availability = { body: { emailAddress } };
		expect(await result('user.checkAvailability', availability)).toEqual({
			emailAddress,
			accessToTenant: false,
		});
		const added = await send(sandbox, 'user.create', { body: { emailAddress } });
		expect(added.status).toBe(200);
		expect(await result('user.checkAvailability', availability)).toMatchObject({
			accessToTenant: true,
		});
		expect(await refusal('user.create', { body: { emailAddress } })).toEqual([
			409,
			'user-already-in-tenant',
		]);
		const unknown = { body: { emailAddress: person.emailAddress } };
		expect((await send(sandbox, 'user.checkAvailability', unknown)).status).toBe(204);
	});

	it('are invited by a person only', async () => {
		const { userId = '' } = sandbox.samples;
		await result('user.sendInvitation', { path: { userId } });
		expect(sandbox.state.users.get(userId)?.invitationsSent).toBe(2);
	});

	it('lose their groups when they become administrators', async () => {
		const user = [...sandbox.state.users.values()].find((each) => each.groupIds.length > 0);
		const path = { userId: user?.userId ?? '' };
		await result('user.update', { path, body: { kind: 'ADMINISTRATOR' } });
		expect(await result('user.get', { path })).toMatchObject({ groupIds: [], tenantIds: [] });
	});
});

describe('user groups', () => {
	const path = { groupId: 1001 };

	it('are changed by change-sets', async () => {
		const before = await result<{ reports: number[]; returnReasons: Json[] }>('userGroup.get', {
			path,
		});
		await result('userGroup.update', {
			path,
			body: {
				groupName: 'Customer care',
				reports: { added: [110], removed: before.reports.slice(0, 1) },
				roles: { added: ['AUDIT'] },
				warehouses: { added: [{ warehouseCompanyId: 10, warehouseId: 42 }] },
				returnReasons: {
					added: [{ returnReasonId: 99 }],
					removed: before.returnReasons.map((each) => each.returnReasonId),
				},
				webStores: { added: [{ storeId: 77 }] },
			},
		});
		const after = await result('userGroup.get', { path });
		expect(after).toMatchObject({
			groupName: 'Customer care',
			reports: [...before.reports.slice(1), 110],
			returnReasons: [{ returnReasonId: 99 }],
		});
		expect(after.roles).toContain('AUDIT');
		expect(after.warehouses).toContainEqual({ warehouseCompanyId: 10, warehouseId: 42 });
		expect(after.webStores).toContainEqual({ storeId: 77 });
	});

	it.each([
		['a report that does not exist', { reports: { added: [999] } }],
		['a warehouse without its company', { warehouses: { added: [{ warehouseId: 42 }] } }],
		['a flag as a text', { active: 'true' }],
	])('refuse %s', async (_what, body) => {
		expect(await refusal('userGroup.update', { path, body })).toEqual(malformed);
	});

	it('list their members, and only their own', async () => {
		const query = { pageSize: 100 };
		const members = await result<Json[]>('member.getAll', { path, query });
		expect(members.length).toBeGreaterThan(limits.pageSize.default);
		for (const member of members) {
			expect(sandbox.state.users.get(String(member.userId))?.groupIds).toContain(path.groupId);
		}
		expect(await refusal('member.getAll', { path: { groupId: 5 } })).toEqual([404, 'not-found']);
	});
});

describe('property keys', () => {
	const path = { propertyKeyId: 700 };

	it('are changed by change-sets', async () => {
		const after = await result<{ translations: Json[]; values: Json[] }>('propertyKey.update', {
			path,
			body: {
				name: 'Fabric',
				sort: 12,
				translations: {
					added: [{ languageCode: 'de', name: 'Stoff' }],
					modified: [{ languageCode: 'en', name: 'Fabric' }],
					removed: ['sv'],
				},
				values: {
					added: [{ value: 'Silk' }],
					modified: [{ propertyValueId: 7000, value: 'Organic cotton' }],
					removed: [7001],
				},
			},
		});
		expect(after).toMatchObject({ propertyKeyId: 700, name: 'Fabric', sort: 12 });
		expect(after).not.toHaveProperty('property');
		expect(after.translations.map((each) => each.languageCode)).toEqual(['en', 'de']);
		expect(after.values.map((each) => each.value)).toEqual([
			'Organic cotton',
			'Linen',
			'Polyester',
			'Silk',
		]);
		expect(after.values.every((each) => Number.isInteger(each.propertyValueId))).toBe(true);
	});

	it('get their identifiers when they are created', async () => {
		const body = {
			name: 'Length',
			presentation: 'MULTI_SELECT',
			usedForFilter: true,
			values: [{ value: 'Short', sort: 1 }],
		};
		const key = await result('propertyKey.create', { body });
		expect(key).toEqual({
			...body,
			propertyKeyId: expect.any(Number),
			translations: [],
			values: [{ value: 'Short', sort: 1, propertyValueId: expect.any(Number), translations: [] }],
		});
	});

	it.each([
		['a translation without its language', { translations: { added: [{ name: 'X' }] } }],
		['a modified value without its identifier', { values: { modified: [{ value: 'X' }] } }],
		['a removed value of another key', { values: { removed: [7010] } }],
		['a modified value that does not exist', { values: { modified: [{ propertyValueId: 1 }] } }],
		['an added translation that is there', { translations: { added: [{ languageCode: 'sv' }] } }],
	])('refuse %s, and stay as they are', async (_what, changes) => {
		const before = structuredClone(sandbox.state.propertyKeys.get(700));
		const body = { name: 'Fabric', ...changes };
		expect(await refusal('propertyKey.update', { path, body })).toEqual(malformed);
		expect(sandbox.state.propertyKeys.get(700)).toEqual(before);
	});

	it('belong to categories where the category operation looks', async () => {
		const body = { name: 'Hue' };
		expect(await refusal('propertyKey.update', { path: { propertyKeyId: 703 }, body })).toEqual([
			404,
			'property-key-not-found',
		]);
	});

	it('want a presentation when they are created', async () => {
		expect(await refusal('propertyKey.create', { body: { name: 'Length' } })).toEqual(malformed);
	});
});

describe('journals', () => {
	interface Period extends Json {
		periodStartDate: string;
		periodEndDate: string;
		journals: Array<{ journalType: string; createdAt: string; rows: Array<{ amount: number }> }>;
	}

	it('are invoices and payments without empty rows, by period', async () => {
		const periods = await result<Period[]>('journal.getAll');
		expect(periods).toHaveLength(18);
		const journals = periods.flatMap((period) => period.journals);
		expect(new Set(journals.map((each) => each.journalType))).toEqual(
			new Set(['INVOICE', 'PAYMENT']),
		);
		expect(journals.flatMap((each) => each.rows).every((row) => row.amount !== 0)).toBe(true);
		const stored = sandbox.state.periods.flatMap((period) => period.journals);
		expect(stored.some((each) => each.journalType === 'PAYROLL')).toBe(true);
		expect(stored.flatMap((each) => each.rows).some((row) => row.amount === 0)).toBe(true);
	});

	it('can be limited to periods and to what is new', async () => {
		const query = { periodDateFrom: '2026-02-01', periodDateTo: '2026-04-30' };
		const periods = await result<Period[]>('journal.getAll', { query });
		expect(periods.map((each) => each.periodStartDate)).toEqual([
			'2026-02-01',
			'2026-03-01',
			'2026-04-01',
		]);
		const recent = await result<Period[]>('journal.getAll', {
			query: { journalDate: '2026-06-10' },
		});
		const created = recent.flatMap((each) => each.journals).map((each) => each.createdAt);
		expect(created.length).toBeGreaterThan(0);
		expect(created.every((each) => each >= '2026-06-11')).toBe(true);
	});

	it('may span 24 months and no day more', async () => {
		const from = { periodDateFrom: '2025-01-01' };
		await result('journal.getAll', { query: { ...from, periodDateTo: '2026-12-31' } });
		const query = { ...from, periodDateTo: '2027-01-01' };
		expect(await refusal('journal.getAll', { query })).toEqual([400, 'date-range-too-large']);
	});

	it('span too much by themselves where the books are long', async () => {
		const other = await startSandbox({ seed: { journalMonths: 30 } });
		expect((await send(other, 'journal.getAll')).status).toBe(400);
		const query = { periodDateFrom: '2025-01-01' };
		expect((await send(other, 'journal.getAll', { query })).status).toBe(200);
		await other.close();
	});

	it.each(['2026-02-31x', '2026-13-01', '01.02.2026'])('refuse the date %s', async (date) => {
		expect(await refusal('journal.getAll', { query: { periodDateFrom: date } })).toEqual(malformed);
	});
});

describe('tickets and returns', () => {
	it('lose their assignee once, at the version that is known', async () => {
		const { ticketId = '' } = sandbox.samples;
		const path = { ticketId };
		const version = sandbox.state.tickets.get(ticketId)?.version ?? 0;
		for (const other of [version - 1, version + 1]) {
			const stale = { path, body: { version: other } };
			expect(await refusal('ticket.unassign', stale)).toEqual([409, 'conflict']);
		}
		const after = await result('ticket.unassign', { path, body: { version } });
		expect(after).toMatchObject({ ticketId, version: version + 1, centralUserId: null });
		expect(after.messages).toEqual([expect.objectContaining({ direction: 'INBOUND' })]);
		expect(await refusal('ticket.unassign', { path, body: { version: version + 1 } })).toEqual([
			409,
			'ticket-is-not-assigned',
		]);
	});

	it('register a return', async () => {
		const body = {
			completed: true,
			customFieldsToAdd: [{ code: 'origin', value: 'n8n' }],
			rows: [{ quantity: 2, stockKeepingUnitId: 7, reasonId: 3 }],
		};
		const { returnId } = await result('return.create', { body });
		expect(sandbox.state.returns).toEqual([
			{ ...body, returnId, returnNumber: `R-${String(returnId)}` },
		]);
	});

	it.each([
		['no rows', {}],
		['an empty list of rows', { rows: [] }],
		['an unknown field', { rows: [{ quantity: 1 }], comment: 'x' }],
		[
			'a custom field without a value',
			{ rows: [{ quantity: 1 }], customFieldsToAdd: [{ code: 'x' }] },
		],
	])('refuse a return with %s', async (_what, body) => {
		expect(await refusal('return.create', { body })).toEqual(malformed);
	});
});

describe('runs', () => {
	interface Run extends Json {
		runId: string;
		status: string;
		progress: number;
		startedAt: string;
		endedAt: string | null;
	}

	function path() {
		return { assignmentId: sandbox.samples.assignmentId ?? '' };
	}

	it('go on by themselves until they are complete', async () => {
		sandbox.runDurationMs = 1000;
		const started = await result<Run>('assignment.run', { path: path() });
		expect(started).toMatchObject({ status: runStatuses.active, progress: 0, endedAt: null });
		const input = { path: { ...path(), runId: started.runId } };
		expect(await refusal('assignment.run', { path: path() })).toEqual([409, 'run-already-active']);
		const begin = Date.parse(started.startedAt);
		const clock = jest.spyOn(Date, 'now').mockReturnValue(begin + 500);
		const halfway = await result<Run>('run.get', input);
		expect(halfway.status).toBe(runStatuses.active);
		expect(halfway.progress).toBe(50);
		const lines = (await result<{ logs: Json[] }>('run.getLogs', input)).logs.length;
		clock.mockReturnValue(begin + 1100);
		const ended = await result<Run>('run.get', input);
		clock.mockRestore();
		expect(ended).toMatchObject({ status: runStatuses.completed, progress: 100 });
		expect(Date.parse(String(ended.endedAt)) - Date.parse(String(ended.startedAt))).toBe(1000);
		const after = (await result<{ logs: Json[] }>('run.getLogs', input)).logs;
		expect(lines).toBeGreaterThan(1);
		expect(after.length).toBe(12);
		const details = await result<{ runs: Run[] }>('assignment.get', { path: path() });
		expect(details.runs[0]).toEqual(ended);
		expect(await result('run.getAll', { path: path() })).toEqual(details.runs);
	});

	it('are aborted on the assignment or on the run, once', async () => {
		const first = await result<Run>('assignment.run', { path: path() });
		expect(await result('assignment.abort', { path: path() })).toMatchObject({
			runId: first.runId,
			status: runStatuses.aborted,
			endedAt: expect.any(String),
		});
		expect(await refusal('assignment.abort', { path: path() })).toEqual([409, 'no-active-run']);
		const second = await result<Run>('assignment.run', { path: path() });
		const input = { path: { ...path(), runId: second.runId } };
		expect(await result('run.abort', input)).toMatchObject({ status: runStatuses.aborted });
		expect(await refusal('run.abort', input)).toEqual([409, 'run-not-active']);
	});

	it('can be steered', async () => {
		const { runId } = sandbox.runs.start(path().assignmentId);
		const input = { path: { ...path(), runId } };
		sandbox.runs.change(runId, { progress: 30, log: 'Half way, nearly' });
		expect(await result('run.get', input)).toMatchObject({ progress: 30 });
		sandbox.runs.finish(runId, runStatuses.failed);
		expect(await result('run.get', input)).toMatchObject({
			status: runStatuses.failed,
			progress: 30,
		});
		const { logs } = await result<{ logs: Json[] }>('run.getLogs', input);
		expect(logs.map((line) => line.message)).toContain('Half way, nearly');
		expect(() => sandbox.runs.start('none')).toThrow('no such assignment');
		expect(() => sandbox.runs.finish('none')).toThrow('no such run');
	});

	it('count towards the monthly limit', async () => {
		sandbox.state.runsLeftThisMonth = 1;
		await result('assignment.run', { path: path() });
		await result('assignment.abort', { path: path() });
		expect(await refusal('assignment.run', { path: path() })).toEqual([
			403,
			'usage-limit-exceeded',
		]);
	});

	it('give every log line once, by cursor', async () => {
		const { assignmentId = '', runId = '' } = sandbox.samples;
		const run = { path: { assignmentId, runId } };
		const { logs: usual } = await result<{ logs: Json[] }>('run.getLogs', run);
		expect(usual).toHaveLength(limits.logs.default);
		const seen: unknown[] = [];
		for (let more = true; more;) {
			const query = { ...cursorAfter(seen), limit: limits.logs.maximum };
			const { logs } = await result<{ logs: Json[] }>('run.getLogs', { ...run, query });
			seen.push(...logs.map((line) => line.logId));
			more = logs.length === limits.logs.maximum;
		}
		expect(seen).toHaveLength(2600);
		expect(new Set(seen).size).toBe(2600);
		for (const limit of [0, limits.logs.maximum + 1, 'x']) {
			expect(await refusal('run.getLogs', { ...run, query: { limit } })).toEqual(malformed);
		}
	});

	it('end with their assignment, which is kept but not shown', async () => {
		const run = sandbox.runs.start(path().assignmentId);
		const shown = (await result<Json[]>('assignment.getAll')).length;
		await result('assignment.delete', { path: path() });
		expect(await result<Json[]>('assignment.getAll')).toHaveLength(shown - 1);
		expect(await refusal('assignment.get', { path: path() })).toEqual([
			404,
			'assignment-not-found',
		]);
		expect(run.status).toBe(runStatuses.aborted);
		expect(sandbox.state.assignments.get(run.assignmentId)?.deleted).toBe(true);
	});
});

describe('assignments', () => {
	it('are created, changed, and keep fields that are not described', async () => {
		const created = await result('assignment.create', { body: { name: 'Count', model: 'small' } });
		const path = { assignmentId: String(created.assignmentId) };
		const body = { description: 'Counts the stock', active: false };
		expect(await result('assignment.update', { path, body })).toMatchObject({
			name: 'Count',
			...body,
			model: 'small',
		});
		expect(await result('assignment.get', { path })).toMatchObject({ ...body, runs: [] });
	});

	it.each([
		['nothing', undefined],
		['no name', {}],
		['an empty name', { name: ' ' }],
		['a list', []],
	])('refuse %s', async (_what, body) => {
		expect(await refusal('assignment.create', { body })).toEqual([400, 'invalid-request']);
	});
});

describe('threads', () => {
	it('are shown to their owner only', async () => {
		const mine = await result<Json[]>('thread.getAll');
		const theirs = await result<Json[]>('thread.getAll', { token: sandbox.issueUserToken() });
		expect([mine.length, theirs.length]).toEqual([3, 3]);
		const path = { threadId: String(theirs[0]?.threadId) };
		expect(await refusal('thread.get', { path })).toEqual([404, 'thread-not-found']);
		expect(await result('thread.get', { path, token: sandbox.issueUserToken() })).toMatchObject(
			path,
		);
	});

	it('are renamed, deleted and then kept but not shown', async () => {
		const { threadId = '' } = sandbox.samples;
		const path = { threadId };
		await result('thread.update', { path, body: { name: 'Sales', colour: 'blue' } });
		expect(await result('thread.get', { path })).toMatchObject({ name: 'Sales', colour: 'blue' });
		await result('thread.delete', { path });
		expect(await refusal('thread.get', { path })).toEqual([404, 'thread-not-found']);
		expect(sandbox.state.threads.get(threadId)?.deleted).toBe(true);
	});

	it('give every message once, by cursor', async () => {
		const { threadId = '' } = sandbox.samples;
		const seen: unknown[] = [];
		for (let more = true; more;) {
			const query = cursorAfter(seen);
			const { messages } = await result<{ messages: Json[] }>('message.getAll', {
				path: { threadId },
				query,
			});
			seen.push(...messages.map((message) => message.messageId));
			more = messages.length > 0;
		}
		expect(seen).toHaveLength(250);
		expect(new Set(seen).size).toBe(250);
	});

	it('take questions up to the limit, counted in characters', async () => {
		const ask = async (text: string) =>
			(await send(sandbox, 'thread.create', { body: { question: text } })).status;
		expect(await ask('😀'.repeat(limits.questionCharacters))).toBe(200);
		expect(await ask('😀'.repeat(limits.questionCharacters + 1))).toBe(400);
		expect(await refusal('thread.create', { body: { question: '' } })).toEqual(malformed);
		expect(await refusal('thread.create', { body: { text: 'Why?' } })).toEqual(malformed);
	});

	it.each(['text/event-stream', 'text/event-stream; q=0.9, */*;q=0.1'])(
		'are answered for Accept: %s',
		async (accept) => {
			await result('thread.create', { body: { question: 'Why?' }, headers: { accept } });
		},
	);

	it('are not answered for a request that takes anything', async () => {
		const headers = { accept: '*/*' };
		const { threadId = '' } = sandbox.samples;
		const input = { path: { threadId }, body: { question: 'Why?' }, headers };
		expect(await refusal('message.create', input)).toEqual([406, 'stream-unacceptable']);
	});
});

describe('requests', () => {
	it.each<[string, OperationId, Input, number]>([
		['a user that is no UUID', 'user.get', { path: { userId: '17' } }, 400],
		['a group that is no number', 'userGroup.get', { path: { groupId: 'first' } }, 400],
		['a group beyond 32 bits', 'userGroup.get', { path: { groupId: 2 ** 31 } }, 400],
		['a body that is no JSON', 'return.create', { body: '{"rows":' }, 400],
		[
			'a body of another type',
			'return.create',
			{ body: 'x', headers: { 'content-type': 'text/plain' } },
			415,
		],
		['a body where none belongs', 'user.sendInvitation', { body: {} }, 400],
	])('are refused with %s', async (_what, operation, input, status) => {
		const path = { userId: sandbox.samples.userId ?? '', ...input.path };
		expect(await refusal(operation, { ...input, path })).toEqual([status, 'malformed-request']);
	});

	it('may say JSON and send nothing', async () => {
		const headers = { 'content-type': 'application/json' };
		await result('assignment.run', {
			path: { assignmentId: sandbox.samples.assignmentId ?? '' },
			headers,
			body: '',
		});
	});

	it('are refused where there is no operation', async () => {
		const response = await fetch(`${sandbox.baseUrl}/admin/user/everything`);
		expect(response.status).toBe(404);
		expect(sandbox.requests).toMatchObject([
			{ path: '/admin/user/everything', operation: undefined, status: 404 },
		]);
	});

	it('are logged in the order in which they came, without their tokens', async () => {
		const tokens = [sandbox.issueToken('userGroup.create'), sandbox.issueToken('userGroup.create')];
		for (const [index, token] of tokens.entries()) {
			await result('userGroup.create', { body: { groupName: `Group ${index}` }, token });
		}
		expect(sandbox.requests).toMatchObject([
			{ number: 1, body: { groupName: 'Group 0' } },
			{ number: 2, body: { groupName: 'Group 1' } },
		]);
		const [first, second] = sandbox.requests;
		expect(second?.token).toBe((first?.token ?? 0) + 1);
		const log = JSON.stringify([sandbox.requests, sandbox.summary()]);
		expect(tokens.some((token) => log.includes(token))).toBe(false);
		expect(log).not.toContain(sandbox.credential.clientSecret);
	});

	it('are logged up to a number, and counted on', async () => {
		const other = await startSandbox({ logCapacity: 3 });
		for (let turn = 0; turn < 5; turn += 1) await send(other, 'report.getAll');
		expect(other.requests.map((each) => each.number)).toEqual([3, 4, 5]);
		expect(other.counts).toEqual({ 'report.getAll': 5 });
		await other.close();
	});

	it('are counted while they are open', async () => {
		sandbox.scriptStream({ chunks: ['data: 1\n\n'], ending: 'stall' }, { times: 7 });
		const question = { body: { question: 'How were the sales?' } };
		const responses = await Promise.all(
			Array.from({ length: 7 }, async () => await open(sandbox, 'thread.create', question)),
		);
		expect(sandbox.log.inFlight).toBe(7);
		for (const { body } of responses) body.destroy();
		await until(() => sandbox.log.inFlight === 0);
		expect(sandbox.log.peakInFlight).toBe(7);
		expect(sandbox.connections).toBeGreaterThan(0);
	});

	it('tell where the client did not wait for the answer', async () => {
		const other = await startSandbox();
		const slow = other.faults.add({ delayMs: 60_000 });
		const leave = new AbortController();
		const response = fetch(addressOf(other, 'report.getAll'), {
			headers: { authorization: `Bearer ${other.issueToken('report.getAll')}` },
			signal: leave.signal,
		});
		await until(() => other.requests.length === 1);
		leave.abort();
		await expect(response).rejects.toThrow('aborted');
		await until(() => other.requests[0]?.closedByClient === true);
		slow.remove();
		await send(other, 'report.getAll');
		expect(other.requests.map((each) => each.closedByClient)).toEqual([true, undefined]);
		await other.close();
	});
});

describe('a sandbox', () => {
	it('holds the same at every start and after a reset', async () => {
		const other = await startSandbox();
		expect(other.state).toEqual(sandbox.state);
		expect(sandbox.state.users.size).toBe(250);
		const { userId = '' } = sandbox.samples;
		await result('user.delete', { path: { userId } });
		sandbox.errorShape = 'text';
		sandbox.reset();
		expect(other.state).toEqual(sandbox.state);
		expect(sandbox.errorShape).toBe('code');
		expect(sandbox.requests).toEqual([]);
		await other.close();
	});

	it('can have a path in front of its paths', async () => {
		const other = await startSandbox({ basePath: '/integration/v1' });
		expect(other.credential.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/integration\/v1$/);
		expect((await send(other, 'report.getAll')).status).toBe(200);
		expect(
			(await fetch(`${new URL(other.baseUrl).origin}${operationRow('report.getAll').path}`)).status,
		).toBe(404);
		await other.close();
	});

	it('has addresses that are all different', () => {
		const addresses = [...sandbox.state.users.values()].map((user) => user.emailAddress);
		expect(new Set(addresses).size).toBe(addresses.length);
	});

	it('can answer with another success where the spec shows none', async () => {
		sandbox.notShownStatus = 202;
		const body = { rows: [{ quantity: 1 }] };
		expect((await send(sandbox, 'return.create', { body })).status).toBe(202);
		expect((await send(sandbox, 'report.getAll')).status).toBe(200);
	});

	it('says that its port is taken', async () => {
		const port = Number(new URL(sandbox.baseUrl).port);
		await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	});
});
