import '../../engine/skippedWaits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { addDays, addMonths, toDay } from '../../../src/values/dates';
import type { NodeRunRequest } from '../../engine/engine';
import { packageUnderTest } from '../nodeUnderTest';
import { pollManually, PollingHost, type StateKeeping } from '../../polling/pollingHost';
import type { Fault } from '../../sandbox';
import type { JournalState, UserState } from '../../sandbox/state';

const type = 'integrationServiceTrigger';
const everyEvent = ['created', 'changed', 'deleted'];
const day = 86_400_000;

const setup = packageUnderTest();

function request(parameters: INodeParameters = {}, options: IDataObject = {}): NodeRunRequest {
	return {
		type,
		parameters: {
			resource: 'user',
			triggerOn: everyEvent,
			options: { maxRetries: 0, ...options } as INodeParameters,
			...parameters,
		},
		credentials: { integrationServiceOAuth2Api: setup.sandbox.credential },
	};
}

const publish = async (form: NodeRunRequest, keeping: StateKeeping = 'durable') =>
	await new PollingHost(setup.engine, form, keeping).activate();

/** A published workflow that has polled once. */
async function activeHost(parameters?: INodeParameters, options?: IDataObject) {
	const host = await publish(request(parameters, options));
	await host.poll();
	return host;
}

const manual = async (parameters?: INodeParameters) =>
	await pollManually(setup.engine, request(parameters));

/** Leaves so many users, new ones if there are too few. */
function setUsers(count: number): UserState[] {
	const { users, random } = setup.sandbox.state;
	const [model] = users.values();
	users.clear();
	for (let each = 0; each < count; each++) {
		const userId = random.uuid();
		users.set(userId, { ...(model as UserState), userId, emailAddress: `${each}@example.org` });
	}
	return [...users.values()];
}

function addJournal(createdAt: number, monthsAgo = 0): JournalState {
	const { periods } = setup.sandbox.state;
	const all = periods.flatMap(({ journals }) => journals);
	const invoice = all.find(({ journalType }) => journalType === 'INVOICE') as JournalState;
	const journalId = 900_000 + all.length;
	const journal = { ...invoice, journalId, createdAt: new Date(createdAt).toISOString() };
	periods.at(-1 - monthsAgo)?.journals.push(journal);
	return journal;
}

const eventsOf = ({ events }: PollingHost) => events.map(({ event, id }) => [event, id]);

describe('users and user groups', () => {
	test('are items with the event, its ID, the resource, and the record', async () => {
		const [, second] = setUsers(2) as [UserState, UserState];
		const host = await activeHost();
		second.active = false;
		setUsers(0);
		setup.sandbox.state.users.set(second.userId, second);
		await host.poll();
		expect(host.events[0]).toMatchObject({
			event: 'changed',
			eventId: expect.stringMatching(/^[\w-]{22}$/) as unknown,
			resource: 'user',
			id: second.userId,
			record: { userId: second.userId, active: false },
		});
		const { id, eventId, ...deleted } = host.events[1] ?? {};
		expect(deleted).toEqual({ event: 'deleted', resource: 'user', record: null, previous: { id } });
		expect(eventId).not.toBe(host.events[0]?.eventId);
	});

	test('fail the poll if more than ten disappear at once', async () => {
		for (const [count, events, failures] of [
			[10, 10, 0],
			[11, 0, 1],
		] as const) {
			setUsers(count);
			const host = await activeHost();
			setUsers(0);
			const { stored } = host;
			await host.poll();
			expect(host.events).toHaveLength(events);
			expect(host.failures).toHaveLength(failures);
			if (failures === 0) continue;
			expect(host.failures[0]?.message).toMatch(/list of users is suddenly empty/);
			expect(host.stored).toBe(stored);
			setup.sandbox.reset();
		}
	});

	test('are not deleted if they exist but are missing in the list', async () => {
		setUsers(3);
		const host = await activeHost();
		const withoutFirst = (body: unknown) => (body as IDataObject[]).slice(1);
		const cut = setup.fault('user.getAll', { replaceBody: withoutFirst });
		await host.poll();
		await host.poll();
		cut.remove();
		await host.poll();
		expect([host.events, host.failures]).toEqual([[], []]);
		expect(host.warnings).toEqual([expect.stringContaining('leaves out some that exist')]);
	});

	test('are not all read one by one if a list ends too early', async () => {
		const users = setUsers(300);
		const host = await activeHost();
		const onlyFirst = (body: unknown) => (body as IDataObject[]).slice(0, 1);
		setup.fault('user.getAll', { replaceBody: onlyFirst });
		await host.poll();
		expect([host.events, host.failures, host.warnings.length]).toEqual([[], [], 1]);
		// Only the requests that had begun when the first of them was found.
		expect(setup.sent('user.get').length).toBeLessThan(users.length / 2);
	});

	test.each<[string, Fault, number, number]>([
		['the record', { status: 404, bodyMode: 'html' }, 1, 0],
		['the record', { status: 404, errorCode: 'tenant-not-found' }, 1, 0],
		['the record', { status: 500 }, 0, 1],
		['every record', { status: 404, bodyMode: 'html' }, 0, 1],
	])('with the response to %s %j, %i are deleted', async (paths, fault, events, warnings) => {
		const [user] = setUsers(3) as [UserState];
		const host = await activeHost();
		setup.sandbox.state.users.delete(user.userId);
		const includes = paths === 'every record' ? undefined : user.userId;
		setup.fault('user.get', { includes, ...fault });
		await host.poll();
		await host.poll();
		expect(eventsOf(host)).toEqual([['deleted', user.userId]].slice(0, events));
		expect([host.failures.length, host.warnings.length]).toEqual([0, warnings]);
	});

	test('have not changed if only an ignored field differs', async () => {
		const [user, other] = setUsers(3) as [UserState, UserState];
		const host = await activeHost({}, { ignoreFields: 'firstName' });
		user.firstName = 'Other';
		await host.poll();
		expect(host.events).toEqual([]);
		user.lastName = 'Other';
		setup.sandbox.state.users.delete(other.userId);
		await host.republish(request({}, { ignoreFields: 'firstName, lastName' }));
		await host.poll();
		expect(eventsOf(host)).toEqual([['deleted', other.userId]]);
		user.active = false;
		await host.poll();
		expect(eventsOf(host).slice(1)).toEqual([['changed', user.userId]]);
	});

	test('have not changed if a list left them out when Ignore Fields changed', async () => {
		setUsers(2);
		const host = await activeHost();
		const withoutFirst = (body: unknown) => (body as IDataObject[]).slice(1);
		const cut = setup.fault('user.getAll', { replaceBody: withoutFirst });
		await host.republish(request({}, { ignoreFields: 'lastName' }));
		await host.poll();
		cut.remove();
		await host.poll();
		expect(host.events).toEqual([]);
	});

	test('have not changed if only a field inside of an ignored path differs', async () => {
		setUsers(2);
		let seen = 1;
		setup.sandbox.faults.change('user.getAll', () => ({
			status: { seen, kind: 'A' },
			phones: [{ no: 1, seen }, { no: 2 }],
		}));
		const host = await activeHost({}, { ignoreFields: 'status.seen, phones.seen' });
		seen = 2;
		await host.poll();
		expect([host.events, host.warnings]).toEqual([[], []]);
		host.request = request({}, { ignoreFields: 'status.seen' });
		await host.poll();
		seen = 3;
		await host.poll();
		expect(host.events).toHaveLength(2);
	});

	test('report a name in Ignore Fields that no record has', async () => {
		const options = { ignoreFields: 'firstName, lastNmae' };
		const message = `'Ignore Fields' contains "lastNmae", but none of the users has this field. The most similar field is "lastName".`;
		const host = await activeHost({}, options);
		await host.poll();
		await host.poll();
		expect([host.warnings, host.failures]).toEqual([[message], []]);
		await expect(pollManually(setup.engine, request({}, options))).rejects.toThrow(message);
	});

	test('need less than 75 bytes each, so 1.5 MB for 20,000', async () => {
		const count = 1000;
		setUsers(count);
		const host = await activeHost({ startFrom: 'existing' });
		expect(host.events).toHaveLength(count);
		expect(Buffer.byteLength(host.stored) / count).toBeLessThan(75);
	});

	test.each([
		['user', 'a Schedule Trigger', (userId: number) => ({ userId })],
		['journal', 'Add another trigger', (id: number) => ({ journals: [{ journalId: id }] })],
	] as const)(
		'are refused if there are more than 20,000: %ss',
		async (resource, remedy, recordOf) => {
			const host = await activeHost({ resource });
			const { stored } = host;
			const listed = Array.from({ length: 20_001 }, (_, index) => recordOf(index));
			setup.fault(`${resource}.getAll`, { replaceBody: () => listed });
			await host.poll();
			const refusal = new RegExp(`^There are more than 20,000 ${resource}s`);
			expect(host.failures[0]).toMatchObject({
				message: expect.stringMatching(refusal) as string,
				description: expect.stringContaining(remedy) as string,
			});
			expect(host.stored).toBe(stored);
		},
	);

	test('leave the state unchanged if they have not changed', async () => {
		const staticData: IDataObject = {};
		const polled = async () =>
			await setup.engine.nodeType(type).poll?.call(setup.engine.pollContext(request(), staticData));
		await polled();
		const { watched } = staticData;
		await polled();
		expect(staticData.watched).toBe(watched);
	});
});

/** Creates, changes, and deletes a user, and returns the events. */
function changeUsers(): Array<[string, string]> {
	const { users, random } = setup.sandbox.state;
	const [changed, deleted] = users.values() as unknown as [UserState, UserState];
	const created = { ...changed, userId: random.uuid(), emailAddress: 'new@example.org' };
	changed.active = !changed.active;
	users.delete(deleted.userId);
	users.set(created.userId, created);
	return [
		['changed', changed.userId],
		['created', created.userId],
		['deleted', deleted.userId],
	];
}

describe('each event is emitted once', () => {
	test.each(everyEvent)('if it is %s, and that is chosen', async (event) => {
		const host = await activeHost({ triggerOn: [event] });
		const events = changeUsers();
		await host.poll();
		expect(eventsOf(host)).toEqual(events.filter(([name]) => name === event));
	});

	test.each<Fault>([
		{ status: 500 },
		{ status: 429 },
		{ status: 403 },
		{ bodyMode: 'truncated' },
		{ bodyMode: 'html' },
	])('after a poll that failed with %j and changed nothing', async (fault) => {
		const host = await activeHost();
		const { stored } = host;
		const events = changeUsers();
		const injected = setup.fault('user.getAll', fault);
		await host.poll();
		expect([host.failures.length, host.events]).toEqual([1, []]);
		expect(host.stored === stored).toBe(true);
		injected.remove();
		await host.poll();
		expect(eventsOf(host)).toEqual(events);
	});

	test('after a poll in which a deletion could not be confirmed', async () => {
		const host = await activeHost();
		const events = changeUsers();
		setup.fault('user.get', { times: 1, status: 500 });
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect(eventsOf(host)).toEqual(events);
	});

	test.each([
		['memory', 'init'],
		['memory', 'activate'],
		['durable', 'init'],
		['durable', 'activate'],
	] as const)('after n8n was off, with the state in %s, and %s', async (keeping, mode) => {
		const host = await publish(request(), keeping);
		await host.poll();
		host.stop();
		const events = changeUsers();
		await host.activate(mode);
		await host.poll();
		expect(eventsOf(host)).toEqual(events);
	});

	/** Starts n8n as it is after a kill: the last state was not stored. */
	async function expectSameAfterKill(host: PollingHost, stored: string) {
		host.stop();
		host.stored = stored;
		await host.activate('init');
		expect(host.executions).toHaveLength(2);
		expect(host.executions[1]).toEqual(host.executions[0]);
	}

	test('except if n8n was killed before it stored that, with the same ID', async () => {
		const host = await activeHost();
		const { stored } = host;
		changeUsers();
		await host.poll();
		await expectSameAfterKill(host, stored);
	});

	test('with the same ID after a kill, also if changes are no events', async () => {
		const [user] = setUsers(2) as [UserState];
		const host = await publish(request({ triggerOn: ['deleted'] }), 'memory');
		const { stored } = host;
		user.lastName = 'Other';
		await host.poll();
		setup.sandbox.state.users.delete(user.userId);
		await host.poll();
		await expectSameAfterKill(host, stored);
	});

	test('with an ID of its own, also if deletions are no events', async () => {
		const group = setup.group(0);
		const { groups } = setup.sandbox.state;
		const host = await activeHost({ resource: 'userGroup', triggerOn: ['created'] });
		for (let deletions = 0; deletions < 3; deletions++) {
			groups.delete(group.groupId);
			await host.poll();
			groups.set(group.groupId, group);
			await host.poll();
		}
		expect(new Set(host.events.map(({ eventId }) => eventId)).size).toBe(3);
	});

	test('except if it has changed once more since n8n was killed', async () => {
		const [user] = setUsers(1) as [UserState];
		const host = await activeHost();
		const { stored } = host;
		for (const lastName of ['First', 'Second']) {
			host.stop();
			host.stored = stored;
			user.lastName = lastName;
			await host.activate('init');
		}
		expect(host.events.map(({ event }) => event)).toEqual(['changed', 'changed']);
		expect(new Set(host.events.map(({ eventId }) => eventId)).size).toBe(2);
	});

	const otherTenant = () => {
		const tenantId = setup.sandbox.state.tenants.at(-1)?.tenantId;
		return setup.credentialsWith({ tenantId });
	};

	test.each([
		['tenant', 'user', otherTenant],
		['resource', 'userGroup', request],
	])('in another %s, whose records begin anew', async (_what, resource, change) => {
		const host = await activeHost({ resource });
		changeUsers();
		await host.republish(change());
		await host.poll();
		expect(host.events).toEqual([]);
		const events = changeUsers();
		await host.poll();
		expect(eventsOf(host)).toEqual(events);
	});

	test('with an ID of its own, also if a record changes back or comes back', async () => {
		const { groups } = setup.sandbox.state;
		const both = [setup.group(0), setup.group(1)] as const;
		const eventIds = new Set<unknown>();
		// The second host is as after n8n lost the state.
		for (let hosts = 0; hosts < 2; hosts++) {
			const host = await activeHost({ resource: 'userGroup' });
			for (let deletions = 0; deletions < 2; deletions++) {
				for (const { groupId } of both) groups.delete(groupId);
				await host.poll();
				for (const group of both) groups.set(group.groupId, group);
				await host.poll();
			}
			for (const active of [false, true, false, true]) {
				both[0].active = active;
				await host.poll();
			}
			expect(host.events.map(({ event }) => event)).toEqual([
				...['deleted', 'deleted', 'created', 'created'],
				...['deleted', 'deleted', 'created', 'created'],
				...Array<string>(4).fill('changed'),
			]);
			for (const { eventId } of host.events) eventIds.add(eventId);
		}
		expect(eventIds.size).toBe(24);
	});
});

test.each(['user', 'userGroup', 'journal'])('the ID of a created %s is fixed', async (resource) => {
	const parameters = { resource, startFrom: 'existing' };
	const [first, second] = [await activeHost(parameters), await activeHost(parameters)];
	expect(first.events.length).toBeGreaterThan(0);
	const idsOf = ({ events }: PollingHost) => events.map(({ eventId }) => eventId);
	expect(idsOf(first)).toEqual(idsOf(second));
});

test.each([
	['user', 'user.userId'],
	['userGroup', 'group.groupId'],
	['journal', 'journal.journalId'],
])('no %s is new after its ID got another name', async (resource, key) => {
	addJournal(Date.now());
	setup.sandbox.faults.change('user.getAll', ({ userId }) => ({ other: `other ${userId}` }));
	const otherNumber = ({ groupId }: IDataObject) => ({ other: Number(groupId) + 7 });
	setup.sandbox.faults.change('userGroup.getAll', otherNumber);
	replaceJournals((journal) => ({ ...journal, other: `other ${journal.journalId}` }));
	const host = await activeHost({ resource, startFrom: 'existing' });
	const { length } = host.events;
	expect(length).toBeGreaterThan(0);
	host.request = { ...host.request, ...setup.named({ [key]: 'other' }) };
	await host.poll();
	await host.poll();
	expect([host.events.length, host.failures, host.warnings]).toEqual([length, [], []]);
	host.request = request({ resource });
	await host.poll();
	await host.poll();
	expect(host.events).toHaveLength(length);
});

/** Answers every list with changed journals. */
function replaceJournals(replace: (journal: IDataObject) => IDataObject, period?: IDataObject) {
	setup.sandbox.faults.change('journal.getAll', ({ journals }) => ({
		...period,
		journals: (journals as IDataObject[]).map(replace),
	}));
}

const dates = () => setup.sandbox.requests.map(({ query }) => query).at(-1);

describe('journals', () => {
	const journals = { resource: 'journal' };

	test('are emitted once each, also late entries of the last day', async () => {
		const host = await activeHost(journals);
		const first = addJournal(Date.now());
		await host.poll();
		const late = addJournal(Date.now() - 1000, 2);
		await host.poll();
		await host.poll();
		const ids = [first, late].map(({ journalId }) => String(journalId));
		expect(eventsOf(host)).toEqual(ids.map((id) => ['created', id]));
		expect(host.events[0]).toMatchObject({
			resource: 'journal',
			record: { journalId: first.journalId, periodId: expect.any(Number) as unknown },
		});
		// Only journals created after this day are listed: those of yesterday, too.
		const journalDate = new Date(Date.now() - 2 * day).toISOString().slice(0, 10);
		expect(dates()).toMatchObject({ journalDate });
	});

	test('are refused at publishing without a known ID', async () => {
		addJournal(Date.now());
		replaceJournals(({ journalId: no, ...others }) => ({ no, ...others }), { id: 1 });
		await expect(activeHost({ ...journals, startFrom: 'existing' })).rejects.toMatchObject({
			message: 'The service lists journals without an ID',
			description: expect.stringContaining('"journal.journalId"') as unknown,
		});
	});

	test('without a known list are reported with what the trigger has', async () => {
		setup.sandbox.faults.change('journal.getAll', { journals: undefined });
		await expect(activeHost({ ...journals, startFrom: 'existing' })).rejects.toMatchObject({
			message: expect.stringContaining('has no list of journals') as unknown,
			description: expect.stringMatching(/^Add the field .* "period.journals"/) as unknown,
		});
	});

	test('are not new if only a total of their period changes', async () => {
		const period = { total: 1 };
		replaceJournals((journal) => ({ ...journal, rowCount: period.total }), period);
		const host = await activeHost(journals);
		addJournal(Date.now());
		for (let polls = 0; polls < 3; polls++) {
			period.total++;
			await host.poll();
		}
		expect(host.events).toHaveLength(1);
	});

	test('are read since last year if the periods span too many months', async () => {
		const tooLarge = { times: 1, errorCode: 'date-range-too-large' } as const;
		setup.fault('journal.getAll', tooLarge);
		const host = await publish(request({ ...journals, startFrom: 'existing' }));
		expect(host.events.length).toBeGreaterThan(0);
		expect(host.warnings).toEqual([expect.stringMatching(/^Journals of periods before/)]);
		const periodDateFrom = `${new Date().getFullYear() - 1}-01-01`;
		expect(dates()).toEqual({ journalDate: addMonths(toDay(Date.now()), -24), periodDateFrom });
		await host.poll();
		const journalDate = dates()?.journalDate;
		setup.fault('journal.getAll', tooLarge);
		await host.poll();
		expect(dates()).toEqual({ journalDate, periodDateFrom });
		setup.fault('journal.getAll', { errorCode: 'date-range-too-large' });
		await host.poll();
		expect(host.failures).toHaveLength(1);
	});
});

test.each(['user', 'userGroup', 'journal'])('a manual test shows a %s', async (resource) => {
	const [item, ...others] = await manual({ resource, triggerOn: ['changed'] });
	expect(others).toEqual([]);
	expect(item).toMatchObject({
		event: resource === 'journal' ? 'created' : 'changed',
		resource,
		id: expect.any(String) as unknown,
		record: expect.any(Object) as unknown,
	});
});

test('a manual test without any record explains what to do', async () => {
	setUsers(0);
	const form = request({}, { ignoreFields: 'firstName' });
	await expect(pollManually(setup.engine, form)).rejects.toThrow('There is no record yet');
});

// Last, as the limits of the service don't expect a clock that goes back.
test('journals are emitted once if the service is ahead of UTC', async () => {
	const start = Date.parse('2026-09-01T23:30:00Z');
	const clock = jest.spyOn(Date, 'now');
	const times: number[] = [];
	setup.fault('journal.getAll', {
		replaceBody: () => {
			const after = Date.parse(`${String(dates()?.journalDate)}T00:00:00+02:00`);
			const shown = times.filter((time) => time > after);
			const journals = shown.map((time) => ({ id: time, createdAt: new Date(time).toISOString() }));
			return [{ journals }];
		},
	});
	clock.mockReturnValue(start - 1);
	const host = await activeHost({ resource: 'journal' });
	for (let days = 0; days < 7; days++) {
		times.push(start + days * day);
		clock.mockReturnValue(start + days * day + 1);
		for (let polls = 0; polls < 2; polls++) await host.poll();
	}
	clock.mockRestore();
	expect(host.events.map(({ id }) => Number(id))).toEqual(times);
});

test.each([
	['that is a time', 20, 20],
	['but not in the future', -20, 0],
])('the day of a journal is the first of its fields %s', async (_what, shown, lastDay) => {
	const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);
	const fields = { createdAt: undefined, created: 'anna', journalDate: daysAgo(shown) };
	replaceJournals((journal) => ({ ...journal, ...fields }));
	const host = await activeHost({ resource: 'journal', startFrom: 'existing' });
	await host.poll();
	expect(dates()).toMatchObject({ journalDate: daysAgo(lastDay + 2) });
});

test('a journal with a date in the future is emitted once', async () => {
	const journals = [{ journalId: 1, journalDate: addDays(toDay(Date.now()), 20) }];
	setup.fault('journal.getAll', { replaceBody: () => [{ journals }] });
	const host = await activeHost({ resource: 'journal', startFrom: 'existing' });
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * day);
	for (let polls = 0; polls < 2; polls++) await host.poll();
	clock.mockRestore();
	expect(host.events).toHaveLength(1);
});

test('journals without a known creation date are emitted once, for a year', async () => {
	replaceJournals(({ createdAt, journalDate, ...others }) => ({
		...others,
		entered: [createdAt, journalDate],
	}));
	const host = await activeHost({ resource: 'journal' });
	const start = Date.now();
	const clock = jest.spyOn(Date, 'now');
	for (let days = 1; days <= 365; days += 7) {
		clock.mockReturnValue(start + days * day);
		addJournal(Date.now());
		await host.poll();
		const journalDate = new Date(start + (days - 9) * day).toISOString().slice(0, 10);
		if (days > 8) expect(setup.sandbox.requests.at(-1)?.query).toMatchObject({ journalDate });
	}
	clock.mockRestore();
	expect(host.failures).toEqual([]);
	const ids = host.events.map(({ id }) => id);
	expect(ids).toHaveLength(53);
	expect(new Set(ids).size).toBe(53);
	const { state } = (JSON.parse(host.stored) as { watched: { state: { known: object } } }).watched;
	expect(Object.keys(state.known).length).toBeLessThan(5);
});
