import type { IDataObject, INodePropertyCollection } from 'n8n-workflow';
import { type Reading, readingOf, standardReading } from '../../sandbox';
import { nodeUnderTest, records } from '../nodeUnderTest';

const sizes = { users: 40, longestLog: 30, longestThread: 8 };
const setup = nodeUnderTest('integrationServiceCheck', {}, { streamDelayMs: 0, seed: sizes });

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
	const credential = { ...setup.sandbox.credential, fieldNames: JSON.stringify(fieldNames) };
	const parameters = { options } as Parameters<typeof setup.run>[0];
	const run = await setup.run(parameters, {
		credentials: { integrationServiceOAuth2Api: credential },
	});
	expect(run.error).toBeUndefined();
	return records(run)[0] as unknown as Result;
}

const verdictsOf = ({ findings }: Result, area: string) =>
	new Set(findings.filter((finding) => finding.area === area).map(({ verdict }) => verdict));

const differing = ({ findings }: Result) =>
	findings.filter(({ verdict }) => verdict === 'different');

/** What each record of a list is replaced by. */
function showAs(
	operation: 'user.getAll' | 'user.get',
	change: (record: IDataObject) => IDataObject,
) {
	setup.sandbox.faults.add({
		operation,
		replaceBody: (body) => (Array.isArray(body) ? body.map(change) : change(body as IDataObject)),
	});
}

/** A service that calls some fields otherwise. */
const otherNames = (names: object): Reading => ({
	...standardReading,
	names: 'other',
	otherNames: { ...standardReading.otherNames, ...names },
});

const findingOf = ({ findings }: Result, label: string) =>
	findings.find(({ where }) => where.includes(label));

test('the options are those of one item, and a question', () => {
	const { properties } = setup.engine.nodeType('integrationServiceCheck').description;
	const options = properties.find(({ name }) => name === 'options')?.options ?? [];
	const names = (options as INodePropertyCollection[]).map(({ name }) => name);
	expect(names).toEqual(['maxRetries', 'question', 'tenantId', 'timeout']);
});

test('finds nothing different in a service as the nodes assume', async () => {
	const result = await checkWith();
	expect(result.fieldNames).toEqual({});
	expect(differing(result)).toEqual([]);
	expect(result.summary).toMatch(/^\d+ fields are as expected\./);
});

test('names the fields that no list shows, and the next step for each', async () => {
	const result = await checkWith();
	const keys = ['availability.emailAddress', 'message.question', 'answer.text'];
	expect(result.summary).toContain(`No list shows ${keys.join(', ')}.`);
	for (const label of ['Check Availability', "'Question'", "'Answer Format (JSON)'"]) {
		expect(findingOf(result, label)).toMatchObject({
			verdict: 'notSeen',
			remedy: expect.any(String) as string,
		});
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
	setup.sandbox.reading = {
		...standardReading,
		names: 'other',
		otherNames: readingOf(3).otherNames,
	};
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

const seeds = Array.from({ length: 50 }, (_, index) => index + 1);
const tens = [0, 10, 20, 30, 40].map((start) => seeds.slice(start, start + 10));

/** A service with other names; every second one differs in everything else, too. */
function otherService(seed: number): Reading {
	const reading = readingOf(seed);
	if (seed % 2 === 0) return { ...reading, names: 'other' };
	return { ...standardReading, names: 'other', otherNames: reading.otherNames };
}

test.each(tens)('one paste is enough (seeds from %i)', async (...some) => {
	for (const seed of some) {
		setup.sandbox.reading = otherService(seed);
		const first = await checkWith();
		const second = await checkWith(first.fieldNames);
		const left = differing(second).filter(({ remedy }) => remedy !== undefined);
		expect({ seed, left, names: second.fieldNames }).toEqual({
			seed,
			left: [],
			names: first.fieldNames,
		});
	}
});

test('a remedy is one step, with JSON to paste', async () => {
	setup.sandbox.reading = {
		...standardReading,
		names: 'other',
		otherNames: readingOf(4).otherNames,
	};
	const result = await checkWith();
	const steps = differing(result).map(({ remedy = '' }) => remedy);
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

	test('is kept and named if no field fits', async () => {
		setup.sandbox.reading = { ...standardReading, userActive: 'absent' };
		const result = await checkWith({ 'user.active': 'isActive' });
		expect(result.fieldNames).toEqual({ 'user.active': 'isActive' });
		expect(result.findings).toContainEqual(
			expect.objectContaining({
				assumed: 'isActive',
				verdict: 'missing',
				remedy: expect.stringContaining('Correct or remove "user.active"') as string,
			}),
		);
	});
});

test('several fields that fit are named, and none is chosen', async () => {
	const twoAddresses = ({ emailAddress, ...user }: IDataObject) => ({
		...user,
		workMail: emailAddress,
		homeMail: emailAddress,
	});
	showAs('user.getAll', twoAddresses);
	showAs('user.get', twoAddresses);
	const result = await checkWith();
	expect(result.fieldNames).toEqual({});
	const [finding] = differing(result);
	expect(finding).toMatchObject({ area: 'Users', found: ['workMail', 'homeMail'] });
	expect(finding?.remedy).toBeUndefined();
	expect(finding?.reason).toContain('Add the right one as "user.emailAddress"');
});

describe('a list that can not be read', () => {
	test.each([
		['is refused', { status: 403 }],
		['fails', { status: 500 }],
		['takes too long', { delayMs: 2000 }],
	])('is reported if it %s, and the others are compared', async (_what, fault) => {
		setup.sandbox.faults.add({ operation: 'report.getAll', ...fault });
		const result = await checkWith({}, { maxRetries: 0, timeout: 500 });
		expect(result.findings[0]).toMatchObject({
			area: 'Reports',
			where: 'Report > Get Many',
			verdict: 'notSeen',
			reason: expect.any(String) as string,
		});
		expect(verdictsOf(result, 'Reports')).toEqual(new Set(['notSeen']));
		expect(verdictsOf(result, 'User groups')).toEqual(new Set(['asAssumed']));
		expect(result.summary).toMatch(/Not seen: .*reports/);
	});
});

describe('the words of a status', () => {
	test.each<[string, Partial<Reading>, object, object]>([
		['are understood', {}, {}, { verdict: 'asAssumed' }],
		[
			'are suggested if runs have an end time',
			{ runStatuses: 'AMBER' },
			{},
			{ verdict: 'different', found: expect.arrayContaining(['GREEN', 'RED', 'GREY']) as string[] },
		],
		[
			'are only shown if runs have no end time',
			{ runStatuses: 'AMBER', runEnd: 'absent' },
			{},
			{ verdict: 'missing', found: expect.arrayContaining(['GREEN']) as string[] },
		],
		[
			'are compared with those of the credential',
			{ runStatuses: 'AMBER' },
			{ 'run.finishedStatuses': ['green', 'red', 'grey'] },
			{ verdict: 'asAssumed' },
		],
	])('%s', async (_what, answers, fieldNames, expected) => {
		setup.sandbox.reading = { ...standardReading, ...answers };
		const { findings } = await checkWith(fieldNames);
		const finding = findings.find(({ where }) => where.includes("'Finished Statuses'"));
		expect(finding).toMatchObject(expected);
	});
});

describe('a question', () => {
	const question = 'What is new?';
	const answerFinding = ({ findings }: Result) => findings.find(({ area }) => area === 'Answers');

	test('is not asked by default, and a finding shows how', async () => {
		expect(answerFinding(await checkWith())).toMatchObject({
			verdict: 'notSeen',
			remedy: expect.stringContaining("'Question' in Options") as string,
		});
	});

	test('is asked once, and the format of its answer is to be confirmed', async () => {
		const first = await checkWith({}, { question });
		expect(setup.sandbox.counts['thread.create']).toBe(1);
		expect(answerFinding(first)).toMatchObject({ verdict: 'different' });
		expect(answerFinding(first)?.reason).toContain('only if the answer is whole: You asked');
		expect(first.fieldNames).toMatchObject({ 'answer.text': 'delta', 'answer.finalEvent': 'done' });

		const second = await checkWith(first.fieldNames, { question });
		expect(answerFinding(second)).toMatchObject({ verdict: 'asAssumed' });
	});

	test('shows the public protocol of its answer', async () => {
		const chunk = (choice: object) =>
			`data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [choice] })}\n\n`;
		setup.sandbox.scriptStream({
			chunks: [chunk({ delta: { content: 'Sales rose.' } }), chunk({ finish_reason: 'stop' })],
		});
		const finding = answerFinding(await checkWith({}, { question }));
		expect(finding).toMatchObject({ verdict: 'asAssumed' });
		expect(finding?.reason).toContain('OpenAI Chat Completions');
	});

	test('that is answered shows that the service knows its name', async () => {
		const result = await checkWith({}, { question });
		expect(findingOf(result, "Message, 'Question'")).toMatchObject({ verdict: 'asAssumed' });
		expect(result.summary).not.toContain('message.question');
	});

	test('that is rejected leads to its name', async () => {
		setup.sandbox.reading = otherNames({ 'message.question': 'utterance' });
		const result = await checkWith({}, { question });
		expect(findingOf(result, "Message, 'Question'")?.remedy).toContain('"message.question"');
		expect(result.summary).toContain('message.question');
		const second = await checkWith({ 'message.question': 'utterance' }, { question });
		expect(findingOf(second, "Message, 'Question'")).toMatchObject({ verdict: 'asAssumed' });
	});

	test('that is rejected is reported with what to do', async () => {
		setup.sandbox.faults.add({ operation: 'thread.create', status: 400 });
		const finding = answerFinding(await checkWith({}, { question }));
		expect(finding).toMatchObject({ verdict: 'notSeen', remedy: expect.any(String) as string });
	});
});
