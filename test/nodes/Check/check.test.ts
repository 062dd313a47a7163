import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { eventText, type Reading, readingOf, standardReading } from '../../sandbox';
import { errorItem, keepGoing, nodeUnderTest, records } from '../nodeUnderTest';
import { firstSeeds } from '../../randomRuns';

const sizes = { users: 40, longestLog: 30, longestThread: 8 };
const setup = nodeUnderTest('Check', {}, { streamDelayMs: 0, seed: sizes });

interface Finding {
	area: string;
	where: string;
	assumed: string;
	verdict: string;
	found?: string[];
	reason?: string;
	remedy?: string;
}

interface Result {
	summary: string;
	fieldNames: Record<string, unknown>;
	findings: Finding[];
}

async function checkWith(fieldNames: object = {}, options: IDataObject = {}): Promise<Result> {
	const run = await setup.run({ options } as INodeParameters, setup.named(fieldNames));
	expect(run.error).toBeUndefined();
	const [first, ...findings] = records(run);
	return { ...first, findings } as unknown as Result;
}

const verdictsOf = ({ findings }: Result, area: string) =>
	new Set(findings.filter((finding) => finding.area === area).map(({ verdict }) => verdict));

const containing = (text: string) => expect.stringContaining(text) as string;

const differing = ({ findings }: Result) =>
	findings.filter(({ verdict }) => verdict === 'different');

/** A service that calls some fields otherwise. */
const otherNames = (names: object): Reading => ({
	...standardReading,
	names: 'other',
	otherNames: { ...standardReading.otherNames, ...names },
});

/** Changes the fields of records, in lists and alone. */
function showAs(
	resource: 'user' | 'userGroup' | 'assignment' | 'run',
	fields: Parameters<typeof setup.sandbox.faults.change>[1],
): void {
	for (const operation of ['getAll', 'get'] as const) {
		setup.sandbox.faults.change(`${resource}.${operation}`, fields);
	}
}

/** Shows fields of records at paths of one or two names instead. */
function moveTo(
	resource: Parameters<typeof showAs>[0],
	paths: Readonly<Record<string, string>>,
): void {
	showAs(resource, (record) => {
		const moved: IDataObject = {};
		for (const name of Object.keys(paths)) moved[name] = undefined;
		for (const [name, path] of Object.entries(paths)) {
			const [outer = '', inner] = path.split('.');
			moved[outer] = inner ? { [inner]: record[name] } : record[name];
		}
		return moved;
	});
}

const findingOf = ({ findings }: Result, label: string) =>
	findings.find(({ where }) => where.includes(label));

test('returns a summary, then one item for each finding, problems first', async () => {
	setup.fault('report.getAll', { status: 403 });
	setup.sandbox.reading = { ...otherNames({ 'user.active': 'isActive' }), groupLists: 'absent' };
	const { summary, fieldNames, findings } = await checkWith();
	expect(summary).toEqual(expect.any(String));
	expect(fieldNames).toEqual({ 'user.active': 'isActive' });
	expect(summary).toContain("Paste 'fieldNames' into");
	const verdicts = findings.map(({ verdict }) => verdict);
	expect(findings[0]?.where).toBe('Integration Service User Group > Report > Get Many');
	const order = ['different', 'missing', 'notSeen', 'ok'];
	expect([...new Set(verdicts.slice(1))]).toEqual(order);
	const rest = verdicts.slice(1).map((verdict) => order.indexOf(verdict));
	expect(rest).toEqual([...rest].sort((a, b) => a - b));
	for (const { where } of findings) expect(where).toContain('Integration Service');
});

test('finds nothing different in a service as the nodes assume', async () => {
	const result = await checkWith();
	expect(result.fieldNames).toEqual({});
	expect(differing(result)).toEqual([]);
	expect(result.summary).toMatch(/^\d+ fields are as expected\./);
});

test('names the fields that no list shows, and the next step for each', async () => {
	const result = await checkWith();
	expect(result.summary).toMatch(/^\d+ fields are as expected\.$/);
	// A list that isn't in `steps` of nodes/Check/survey.ts would add its fields.
	expect(result.findings.filter(({ verdict }) => verdict === 'notSeen')).toHaveLength(3);
	expect(findingOf(result, "'Answer Format (JSON)'")?.remedy).toContain("'Question' in Options");
	const notSeen = { verdict: 'notSeen', remedy: expect.any(String) as string };
	for (const label of ['Check Availability', "'Question'", "'Answer Format (JSON)'"]) {
		expect(findingOf(result, label)).toMatchObject(notSeen);
	}
});

test('reads each list once, and sends only GET requests', async () => {
	await checkWith();
	const { requests } = setup.sandbox;
	expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
	const paths = requests.map(({ path }) => path);
	expect(paths).toEqual([...new Set(paths)]);
});

test('shows no value of a record, except the words of a status', async () => {
	setup.sandbox.reading = otherNames(readingOf(3).otherNames);
	const text = JSON.stringify(await checkWith({}, { question: 'What is new?' }));
	const [user] = setup.sandbox.state.users.values();
	const [group] = setup.sandbox.state.groups.values();
	const [thread] = setup.sandbox.state.threads.values();
	for (const record of [user, group, thread]) {
		for (const value of Object.values(record ?? {})) {
			if (typeof value === 'string' && value.length > 4) expect(text).not.toContain(value);
		}
	}
});

const seeds = firstSeeds(4);

/** A service with other names; every second one differs in everything else, too. */
function otherService(seed: number): Reading {
	const reading = readingOf(seed);
	if (seed % 2 === 0) return { ...reading, names: 'other' };
	return otherNames(reading.otherNames);
}

test.each(seeds)('one paste is enough (seed %i)', async (seed) => {
	setup.sandbox.reading = otherService(seed);
	const first = await checkWith();
	const second = await checkWith(first.fieldNames);
	const left = differing(second).filter(({ found = [] }) => found.length === 1);
	expect({ left, names: second.fieldNames }).toEqual({ left: [], names: first.fieldNames });
});

test('a remedy is one step, with JSON to paste', async () => {
	setup.sandbox.reading = otherNames(readingOf(4).otherNames);
	const result = await checkWith();
	// With several candidates, only the user can find the name.
	const steps = differing(result)
		.map(({ remedy = '' }) => remedy)
		.filter((remedy) => remedy.startsWith('Add to'));
	for (const { verdict, remedy } of result.findings) {
		expect(verdict === 'ok' || verdict === 'notSeen' || /\{".+\}$/.test(remedy ?? '')).toBe(true);
	}
	expect(steps.length).toBeGreaterThan(10);
	const pasted = steps.map((remedy) => {
		const [, json = ''] =
			/^Add to 'Field Names \(JSON\)' in the credential: (.+)$/.exec(remedy) ?? [];
		return JSON.parse(json) as object;
	});
	expect(Object.assign({}, ...pasted)).toEqual(result.fieldNames);
});

describe('an entry of the credential', () => {
	test('is replaced if another field is the only candidate', async () => {
		const { fieldNames } = await checkWith({ 'user.active': 'isActive', 'run.status': 'phase' });
		expect(fieldNames).toEqual({ 'user.active': 'active', 'run.status': 'status' });
	});

	test('is replaced if its field has values of another kind', async () => {
		const { fieldNames } = await checkWith({ 'user.emailAddress': 'firstName' });
		expect(fieldNames).toEqual({ 'user.emailAddress': 'emailAddress' });
	});

	test("is replaced by the nodes' own name if it is there", async () => {
		const withTitle = ({ groupName }: IDataObject) => ({ title: `The ${String(groupName)}` });
		setup.sandbox.faults.change('userGroup.getAll', withTitle);
		const { fieldNames } = await checkWith({ 'group.groupName': 'label' });
		expect(fieldNames).toEqual({ 'group.groupName': 'groupName' });
	});

	test.each([
		['user.active', 'isActive'],
		['user.emailAddress', 'contact'],
		['user.emailAddress', 'firstName'],
	])('%s is kept and named if %s does not fit, and no other field does', async (key, name) => {
		showAs('user', { active: undefined, emailAddress: undefined, contact: null });
		const result = await checkWith({ [key]: name });
		expect(result.fieldNames).toEqual({ [key]: name });
		const found = result.findings.find(({ assumed }) => assumed === name);
		const remedy = containing(`{"${key}":"NAME"}`);
		expect(found).toMatchObject({ verdict: 'missing', remedy });
	});
});

test('several fields that fit are named, and none is chosen', async () => {
	const twoAddresses = ({ emailAddress }: IDataObject) => ({
		emailAddress: undefined,
		workMail: emailAddress,
		homeMail: emailAddress,
	});
	showAs('user', twoAddresses);
	const result = await checkWith();
	expect(result.fieldNames).toEqual({});
	expect(result.summary).not.toContain('Paste');
	const [finding] = differing(result);
	expect(finding).toMatchObject({ area: 'Users', found: ['workMail', 'homeMail'] });
	expect(finding?.remedy).toBe(
		`Add the right one to 'Field Names (JSON)' in the credential: {"user.emailAddress":"workMail"} or {"user.emailAddress":"homeMail"}`,
	);
});

test('an ID inside of an object gives way to no other ID', async () => {
	setup.sandbox.faults.change('run.getAll', ({ runId }) => ({
		runId: undefined,
		key: { run: runId },
		traceId: `trace-${String(runId)}`,
	}));
	const result = await checkWith();
	expect(result.fieldNames).toEqual({});
	expect(findingOf(result, 'Pickers of runs')?.found).toEqual(['key.run', 'traceId']);
});

/** Fields that the records of a resource don't show, each with what they show instead. */
type Instead = [resource: Parameters<typeof showAs>[0], fields: Readonly<Record<string, object>>];

test.each<Instead>([
	[
		'user',
		{
			emailAddress: { createdBy: 'boss@example.org' },
			firstName: { firstDevice: 'phone' },
			lastName: { lastModifiedBy: 'system' },
			kind: { authenticationType: 'SSO' },
			active: { emailValidated: true, validUntil: null, settings: { smsEnabled: true } },
			groupIds: { customerGroupIds: [1001], managedGroups: [{ id: 1001 }] },
			tenantIds: { formerTenantIds: ['A'], tenantNames: ['Nordic'] },
		},
	],
	['user', { active: { invalid: false, deactivated: false } }],
	[
		'userGroup',
		{
			groupName: { note: 'Internal' },
			active: { ssoEnabled: true },
			reports: { availableReports: [101] },
			roles: { inheritedRoles: ['ORDER_READ'] },
			warehouses: { excludedWarehouses: [{ id: 1 }] },
			returnReasons: { hiddenReasons: [1] },
			webStores: { closedStores: [{ storeId: 1 }] },
		},
	],
	['assignment', { active: { notifyEnabled: true }, instructions: { taskStatus: 'On' } }],
	['run', { status: { reviewStatus: 'OPEN', httpStatus: 'OK' } }],
])('no field of each %s is taken for one that is missing: %j', async (resource, fields) => {
	const missing = Object.keys(fields).map((name) => [name, undefined]);
	showAs(resource, Object.assign(Object.fromEntries(missing), ...Object.values(fields)));
	const { fieldNames, findings } = await checkWith();
	expect(fieldNames).toEqual({});
	const named = findings.filter(({ verdict }) => verdict === 'missing');
	const names = named.map(({ assumed }) => assumed.split(', ')[0]);
	expect(names.sort()).toEqual(Object.keys(fields).sort());
});

test.each([
	['user', { userId: 'managerId', emailAddress: 'managerEmail', lastName: 'manager.lastName' }],
	['user', { emailAddress: 'recovery.email', firstName: 'createdBy.firstName' }],
	['userGroup', { groupName: 'parentGroup.name' }],
	['assignment', { assignmentId: 'lastRunId', name: 'createdBy.name' }],
] as const)('a field of another record is none of each %s: %j', async (resource, paths) => {
	moveTo(resource, paths);
	expect((await checkWith()).fieldNames).toEqual({});
});

test.each([
	['user', 'userId', null, 'guid'],
	['user', 'emailAddress', null, 'mail'],
	['user', 'emailAddress', 'primary', 'mail'],
	['userGroup', 'groupName', '', 'title'],
] as const)('the key of each %s is not found in %s that is %j', async (...row) => {
	const [resource, name, shown, other] = row;
	const fields = ({ [name]: value }: IDataObject) => ({ [name]: shown, [other]: value });
	showAs(resource, fields);
	expect(Object.values((await checkWith()).fieldNames)).toEqual([other]);
});

test('the ID of a group is in none of its lists', async () => {
	const fields = ({ groupId }: IDataObject) => ({
		groupId: undefined,
		number: groupId,
		allowedStores: [{ id: 7 }],
		reportIds: [101],
	});
	showAs('userGroup', fields);
	expect((await checkWith()).fieldNames).toEqual({ 'group.groupId': 'number' });
});

test.each<Record<string, string>>([
	{
		active: 'accountEnabled',
		firstName: 'name.first',
		lastName: 'familyName',
		kind: 'accountType',
		userId: 'user_account_id',
		groupIds: 'assignedGroups',
		tenantIds: 'companyNumbers',
	},
	{ active: 'isCurrentlyActive', lastName: 'lastname', kind: 'profile.user_role' },
	{ active: 'attributes.active_flag', groupIds: 'memberships.group_ids' },
	{ active: 'active.value', groupIds: 'group_assignments' },
])('the fields of users are found at other paths: %j', async (paths) => {
	moveTo('user', paths);
	const entries = Object.entries(paths).map(([name, path]) => [`user.${name}`, path]);
	expect((await checkWith()).fieldNames).toEqual(Object.fromEntries(entries));
});

test.each([
	[1, 0],
	['Y', 'N'],
])('an active flag is found with values such as %j', async (yes, no) => {
	showAs('user', ({ active }: IDataObject) => ({ active: undefined, isActive: active ? yes : no }));
	expect((await checkWith()).fieldNames).toEqual({ 'user.active': 'isActive' });
});

test.each([
	['is refused', { status: 403 }],
	['fails', { status: 500 }],
	['is interrupted', { reset: 'beforeResponse' as const }],
])('a list that %s is reported, and the others are compared', async (_what, fault) => {
	setup.fault('report.getAll', fault);
	const result = await checkWith({}, { maxRetries: 0 });
	expect(result.findings[0]).toMatchObject({
		area: 'Reports',
		where: 'Integration Service User Group > Report > Get Many',
		verdict: 'notSeen',
		reason: expect.any(String) as string,
	});
	expect(result.findings.filter(({ area }) => area === 'Reports')).toHaveLength(1);
	expect(verdictsOf(result, 'User groups')).toEqual(new Set(['ok']));
	expect(result.summary).toMatch(/Not fully seen: reports/);
});

test('fields that only single groups show are not missing if none is read', async () => {
	setup.fault('userGroup.get', { status: 403 });
	const result = await checkWith();
	expect(findingOf(result, "Update, 'Desired State'")).toBeUndefined();
	expect(findingOf(result, 'User Group > Get')?.verdict).toBe('notSeen');
	expect(result.summary).not.toContain('missing');
	expect(result.summary).toContain('Not fully seen: user groups');
});

test('a name that the nodes also try is as expected', async () => {
	const id = ({ reportId }: IDataObject) => ({ reportId: undefined, id: reportId });
	setup.sandbox.faults.change('report.getAll', id);
	const result = await checkWith();
	expect(result.fieldNames).toEqual({});
	expect(verdictsOf(result, 'Reports')).toEqual(new Set(['ok']));
});

test.each([
	['user', 'emailAddress', 'userName'],
	['userGroup', 'groupName', 'name'],
] as const)('a list of each %s may show its %s as %s, which is not sent', async (...row) => {
	const [resource, name, shown] = row;
	const fields = ({ [name]: value }: IDataObject) => ({ [name]: undefined, [shown]: value });
	setup.sandbox.faults.change(`${resource}.getAll`, fields);
	expect((await checkWith()).fieldNames).toEqual({});
});

test.each([
	['run.getAll', 'run.runId', 'id', {}],
	['message.getAll', 'message.messageId', 'id', {}],
	['run.getLogs', 'log.logId', 'lineNo', { 'log.logId': 'lineNo' }],
] as const)('IDs of %s may begin anew in each list', async (operation, key, name, fieldNames) => {
	const numbered = (body: unknown) => {
		const [, id = ''] = key.split('.');
		const number = (records: IDataObject[]) =>
			records.map((record, index) => ({ ...record, [id]: undefined, [name]: index + 1 }));
		if (Array.isArray(body)) return number(body as IDataObject[]);
		const [list = ''] = Object.keys(body as object);
		return { [list]: number((body as Record<string, IDataObject[]>)[list] ?? []) };
	};
	setup.fault(operation, { replaceBody: numbered });
	const result = await checkWith();
	expect(result.fieldNames).toEqual(fieldNames);
	expect(result.findings.filter(({ verdict }) => verdict === 'missing')).toEqual([]);
});

test('a list without records is not seen', async () => {
	setup.fault('connectedTenant.getAll', { replaceBody: () => [] });
	expect(verdictsOf(await checkWith(), 'Connected tenants')).toEqual(new Set(['notSeen']));
});

test('fails with the reason of the first request if nothing can be read', async () => {
	const credentials = setup.credentialsWith({ clientSecret: 'wrong' });
	const run = await setup.run({}, { ...keepGoing, ...credentials });
	const { message, description } = errorItem(run);
	expect(message).toMatch(/client/i);
	expect(description).toContain("'Client Secret'");
});

test('fails with the reason if nothing listens at the Base URL', async () => {
	const credentials = setup.credentialsWith({ baseUrl: 'http://127.0.0.1:9' });
	const { error } = await setup.run({ options: { maxRetries: 0 } }, credentials);
	expect(error).toMatchObject({ errorCode: 'network', message: containing('127.0.0.1:9') });
});

describe('the words of a status', () => {
	const finished = "'Finished Statuses'";
	const succeeded = "'If the Run Fails'";
	const found = expect.arrayContaining(['GREEN', 'RED', 'GREY']) as string[];
	const colors: Partial<Reading> = { runStatuses: 'AMBER' };
	const withoutEnd: Partial<Reading> = { ...colors, runEnd: 'absent' };
	const ends = { 'run.finishedStatuses': ['green', 'red', 'grey'] };
	const success = { ...ends, 'run.succeededStatuses': ['GREEN'] };
	const ok = { verdict: 'ok' };
	const shown = { verdict: 'missing', found };
	const suggested = { verdict: 'different', found };
	const remedy = /^Remove the statuses of failed runs, .+"run\.succeededStatuses":\[.*"GREEN"/;
	const listed = { ...shown, remedy: expect.stringMatching(remedy) as string };
	const foreignStart = { ...otherNames({ 'run.startedAt': 'began' }), ...withoutEnd };

	test.each<[string, string, Partial<Reading>, object, object | undefined]>([
		['are understood', finished, {}, {}, ok],
		['of an end are understood', succeeded, {}, {}, ok],
		['are suggested if runs have an end time', finished, colors, {}, suggested],
		['are listed if they may mean success', succeeded, colors, {}, listed],
		['are only shown if runs have no end time', finished, withoutEnd, {}, shown],
		['are only shown if the time of runs has a foreign name', finished, foreignStart, {}, shown],
		['are none of success without an end', succeeded, withoutEnd, {}, undefined],
		['are compared with those of the credential', finished, colors, ends, ok],
		['of success are those of the credential', succeeded, colors, success, ok],
		[
			'of active runs end none',
			finished,
			{},
			{ 'run.finishedStatuses': ['running', 'archived'] },
			{ verdict: 'different', remedy: containing('["archived",') },
		],
	])('%s (%s)', async (_what, label, answers, fieldNames, expected) => {
		setup.sandbox.reading = { ...standardReading, ...answers };
		const [assignment] = setup.sandbox.state.assignments.values();
		if (assignment) assignment.runs = assignment.runs.filter(({ endedAt }) => endedAt);
		setup.sandbox.runs.start(String(assignment?.assignmentId), { durationMs: 60_000 });
		const finding = findingOf(await checkWith(fieldNames), label);
		if (expected === undefined) expect(finding).toBeUndefined();
		else expect(finding).toMatchObject(expected);
	});

	/** Runs with other words, and without end times. */
	function showStatuses(status: (word: string) => IDataObject[string]) {
		setup.sandbox.faults.change('run.getAll', (run) => ({
			endedAt: null,
			status: status(String(run.status)),
		}));
	}

	test('are listed if they only contain a known word', async () => {
		showStatuses((word) => `RUN_${word}`);
		const result = await checkWith();
		expect(result.fieldNames).toEqual({});
		const found = expect.arrayContaining(['RUN_COMPLETED', 'RUN_FAILED']) as string[];
		expect(findingOf(result, finished)).toMatchObject({ verdict: 'missing', found });
	});

	test.each(['name', 'life_cycle_state'])('are found inside an object as %s', async (name) => {
		showStatuses((word) => ({ [name]: word }));
		const first = await checkWith();
		expect(first.fieldNames).toEqual({ 'run.status': `status.${name}` });
		expect(differing(await checkWith(first.fieldNames))).toEqual([]);
	});

	test.each<[string, (word: string, isEnd: boolean) => IDataObject[string], string]>([
		['with a comma', (word, isEnd) => (isEnd ? `Over, ${word}` : word), 'Over, FAILED'],
		['that are numbers', (_word, isEnd) => (isEnd ? 3 : 1), '3'],
	])('%s are understood once they are pasted', async (_what, statusOf, pasted) => {
		setup.sandbox.faults.change('run.getAll', ({ endedAt, status }) => ({
			status: statusOf(String(status), Boolean(endedAt)),
		}));
		const first = await checkWith();
		const statuses = expect.arrayContaining([pasted]) as string[];
		expect(first.fieldNames).toEqual({ 'run.finishedStatuses': statuses });
		const second = await checkWith(first.fieldNames);
		expect(second.fieldNames).toEqual(first.fieldNames);
		expect(differing(second)).toEqual([]);
	});

	test('are not shown if they are no statuses', async () => {
		showStatuses((word) => `The run of our secret report is ${word.toLowerCase()} by now`);
		const result = await checkWith();
		expect(JSON.stringify(result)).not.toContain('secret');
		expect(findingOf(result, finished)?.verdict).toBe('notSeen');
	});
});

describe('a question', () => {
	const question = 'What is new?';
	const ofQuestion = "Message > Create, 'Question'";
	const unknownFormat = [eventText('say', { words: 'Sales rose.' }), eventText('over', {})];
	const answerFinding = ({ findings }: Result) =>
		findings.find(({ area, where }) => area === 'Answers' && !where.includes("'Final Event'"));

	test('is asked once, and the format of its answer is to be confirmed', async () => {
		const first = await checkWith({}, { question });
		expect(setup.sandbox.counts['thread.create']).toBe(1);
		expect(answerFinding(first)).toMatchObject({ verdict: 'different' });
		expect(answerFinding(first)?.reason).toContain('only if the answer is whole: You asked');
		expect(first.summary).toContain('answer.* entries only if the answer is whole');
		expect(first.summary).toContain('1 field is different.');
		expect(first.fieldNames).toMatchObject({ 'answer.text': 'delta', 'answer.finalEvent': 'done' });
		expect(findingOf(first, ofQuestion)).toMatchObject({ verdict: 'ok' });

		const second = await checkWith(first.fieldNames, { question });
		expect(answerFinding(second)).toMatchObject({ verdict: 'ok' });
		expect(second.summary).not.toContain('answer.*');
	});

	test('that is too long is refused before a request', async () => {
		const refused = await setup.run({ options: { question: 'x'.repeat(1001) } });
		const message = 'The question is longer than 1000 characters';
		setup.expectRefused(refused, message, 'question-too-long');
		// A request of the first check would have arrived by now.
		await checkWith();
		expect(setup.sandbox.counts['user.getAll']).toBe(1);
	});

	test('has a proposal even if the connection is lost', async () => {
		setup.sandbox.scriptStream({ chunks: unknownFormat, ending: 'reset' });
		const lost = await checkWith({}, { question });
		expect(lost.fieldNames).toMatchObject({ 'answer.text': 'words', 'answer.finalEvent': 'over' });
	});

	test('whose answer repeats a secret in parts shows none of it', async () => {
		const { clientSecret } = setup.sandbox.credential;
		const parts = [clientSecret.slice(0, 5), clientSecret.slice(5)];
		const chunks = parts.map((words) => `event: say\ndata: ${JSON.stringify({ words })}\n\n`);
		setup.sandbox.scriptStream({ chunks });
		const text = JSON.stringify(await checkWith({}, { question }));
		expect(text).toContain('only if the answer is whole: ***');
		expect(text).not.toContain(clientSecret);
	});

	test.each([
		['stop', { verdict: 'ok', reason: 'The answer has the format OpenAI Chat Completions.' }],
		['length', { verdict: 'missing', remedy: containing("another 'Question'") }],
	])('shows the public protocol of its answer that ends with %s', async (reason, finding) => {
		const chunk = (choice: object) =>
			`data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [choice] })}\n\n`;
		setup.sandbox.scriptStream({
			chunks: [chunk({ delta: { content: 'Sales rose.' } }), chunk({ finish_reason: reason })],
		});
		expect(answerFinding(await checkWith({}, { question }))).toMatchObject(finding);
	});

	test('whose answer has no text where the credential names it adds nothing', async () => {
		setup.sandbox.scriptStream({ chunks: unknownFormat });
		const wrong = { 'answer.text': 'text', 'answer.finalEvent': 'over' };
		const result = await checkWith(wrong, { question });
		expect(result.fieldNames).toEqual(wrong);
		expect(answerFinding(result)).toMatchObject({
			verdict: 'missing',
			reason: 'The answer is not complete: noText.',
			remedy: containing('has answer.* entries, correct or remove them'),
		});
		expect(result.summary).not.toContain('Paste');
	});

	test('that is rejected leads to its name', async () => {
		setup.sandbox.reading = otherNames({ 'message.question': 'utterance' });
		const result = await checkWith({}, { question });
		expect(findingOf(result, ofQuestion)?.remedy).toContain('"message.question"');
		const second = await checkWith({ 'message.question': 'utterance' }, { question });
		expect(findingOf(second, ofQuestion)).toMatchObject({ verdict: 'ok' });
	});
});
