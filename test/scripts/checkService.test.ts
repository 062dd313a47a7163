/** `npm run check-service` as a process of its own, against the sandbox. */
import { isRecord } from '../../src/values/jsonObject';
import { operations } from '../../src/api/operations';
import { eventText, type Reading, standardReading } from '../sandbox';
import { sandboxUnderTest } from '../sandbox/sandboxUnderTest';
import { removeFolder, runCheck, written } from './checkServiceProcess.cjs';

jest.setTimeout(120_000);

const service = sandboxUnderTest();
const everything = ['--ask', 'How are sales?', '--trigger-errors'];

interface Finding {
	readonly area: string;
	readonly assumption: string;
	readonly verdict: string;
	readonly found: string;
	readonly place: string;
	readonly remedy?: string;
}

afterAll(removeFolder);

function findings(): Finding[] {
	return (JSON.parse(written('check-service.json')) as { findings: Finding[] }).findings;
}

function wrongOnes(): Finding[] {
	return findings().filter(({ verdict }) => verdict === 'different' || verdict === 'missing');
}

async function check(options: readonly string[] = [], environment: Record<string, string> = {}) {
	const { baseUrl, authServerUrl, tenantId, clientId, clientSecret } = service().credential;
	return await runCheck(options, {
		SERVICE_BASE_URL: baseUrl,
		SERVICE_AUTH_URL: authServerUrl,
		SERVICE_TENANT_ID: tenantId,
		SERVICE_CLIENT_ID: clientId,
		SERVICE_CLIENT_SECRET: clientSecret,
		...environment,
	});
}

function named(names: Partial<Reading['otherNames']>): Reading {
	return {
		...standardReading,
		names: 'other',
		otherNames: { ...standardReading.otherNames, ...names },
	};
}

/** Services that differ, with the assumptions that are wrong for them. */
const services: Array<[string, Reading, string[]]> = [
	['that is as assumed', standardReading, []],
	[
		'with another name of the question',
		named({ 'message.question': 'prompt' }),
		['requestNames.message.question'],
	],
	[
		'with other words',
		{ ...standardReading, runStatuses: 'AMBER', userKinds: 'EMPLOYEE' },
		['statusWords', 'userKinds'],
	],
	[
		'with other names throughout',
		named({
			'user.userId': 'personGuid',
			'user.firstName': 'givenName',
			'user.kind': 'userType',
			'user.groupIds': 'memberOf',
			'group.groupId': 'groupNo',
			'group.groupName': 'caption',
			'group.reports': 'reportRights',
			'report.reportId': 'reportNo',
			'assignment.assignmentId': 'taskKey',
			'assignment.instructions': 'prompt',
			'run.runId': 'executionKey',
			'run.status': 'stage',
			'run.startedAt': 'began',
			'log.logId': 'lineNo',
			'log.text': 'entry',
			'thread.threadId': 'topicKey',
			'message.messageId': 'entryNo',
			'answer.text': 'utterance',
			'answer.events': 'says',
			'answer.finalEvent': 'bye',
		}),
		[
			...['identifierNames.user', 'identifierNames.user', 'requestNames.user.firstName'],
			...['requestNames.user.kind', 'requestNames.user.groupIds', 'identifierNames.group'],
			...['labelNames.group', 'requestNames.group.groupName', 'groupListNames.reports'],
			...['identifierNames.report', 'identifierNames.assignment'],
			...['requestNames.assignment.instructions', 'identifierNames.run'],
			...['identifierNames.thread', 'identifierNames.message'],
			...['runNames.status', 'runNames.startedAt', 'identifierNames.log', 'logTextNames'],
			...['answerTextNames', 'answerEventNames.final', 'conversationNames'],
		],
	],
];

test.each(services)(
	'reports exactly the planted differences of the service %s',
	async (_name, reading, planted) => {
		service().reading = reading;
		const { status, output } = await check(everything);
		expect(
			wrongOnes()
				.map(({ assumption }) => assumption)
				.sort(),
		).toEqual([...planted].sort());
		expect(status).toBe(planted.length > 0 ? 1 : 0);
		for (const { assumption, place, remedy } of wrongOnes()) {
			expect(place).toMatch(/^src\/api\/(assumedNames\.ts:\d+|operations\.ts)$/);
			expect(output).toContain(`${assumption}: change ${place}. Until then: ${remedy}`);
		}
	},
);

test('sends only token and GET requests without options', async () => {
	service().latencyMs = 200;
	const started = Date.now();
	expect(await check()).toMatchObject({ status: 0 });
	expect(Date.now() - started).toBeLessThan(60_000);
	expect(new Set(service().requests.map(({ method }) => method))).toEqual(new Set(['GET']));
	const gets = Object.entries(operations).filter(([, { method }]) => method === 'GET');
	const called = gets.filter(([id]) => id !== 'page.get').map(([id]) => id);
	expect(Object.keys(service().counts).sort()).toEqual(called.sort());
	expect(findings().find(({ assumption }) => assumption === 'page.get')?.verdict).toBe('not seen');
});

const mark = 'Platypus';
const number = 918273645;

/** Marks every text but IDs and what the reading depends on, and adds fields and keys with marks. */
function withMarks(value: unknown, name = ''): unknown {
	if (Array.isArray(value)) return value.map((entry) => withMarks(entry, name));
	if (typeof value === 'string') return /Id$|At$|Date$/.test(name) ? value : `${mark} ${value}`;
	if (!isRecord(value)) return value;
	const marked = Object.entries(value).map(([inner, each]) => [inner, withMarks(each, inner)]);
	return {
		...Object.fromEntries(marked),
		[`${mark}@mail.example`]: mark,
		[`${number}`]: { amount: number, state: mark, type: `done_${mark}` },
		byPerson: { [mark]: { age: 1 }, [`Old${mark}`]: 'yes' },
	};
}

test('writes no secret and no personal data', async () => {
	service().faults.add({ operation: 'report.getAll', status: 403 });
	service().faults.add({ replaceBody: (body) => withMarks(body) });
	service().scriptStream({
		chunks: [
			eventText(`delta_${mark}`, { delta: mark, role: mark, [`${mark}@x.example`]: number }, mark),
			eventText('ages', { [mark]: 41 }),
			`event: ${mark}\ndata: ${mark} ${number}\n\n`,
		],
	});
	const { clientSecret } = service().credential;
	const { output } = await check(everything);
	const outputs = [output, written('check-service.json'), written('check-service.sse')];
	for (const text of outputs) {
		for (const secret of [mark, String(number), 'Miller', clientSecret, 'Bearer']) {
			expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
		}
	}
	expect(written('check-service.json')).toContain('"emailAddress"');
	expect(written('check-service.sse')).toContain('event: delta_xxxxxxxx');
});

test('does not repeat an ID in another format', async () => {
	service().faults.add({
		operation: 'user.getAll',
		replaceBody: () => [{ userId: `${mark}-1` }, { userId: `${mark}-2` }],
	});
	const { output } = await check();
	expect(output + written('check-service.json')).not.toContain(mark);
	expect(wrongOnes().map(({ assumption }) => assumption)).toContain('identifierNames.user');
});

test("reports an area as not seen if the credential can't read it", async () => {
	service().faults.add({
		operation: 'token',
		bodyIncludes: 'svc:user:read',
		status: 400,
		errorCode: 'invalid_scope',
	});
	expect(await check()).toMatchObject({ status: 0 });
	const users = findings().filter(({ area }) => area === 'Users');
	for (const { verdict, found } of users) {
		expect({ verdict, found }).toEqual({
			verdict: 'not seen',
			found: "The client isn't allowed to use the scope of this operation",
		});
	}
});

test.each([
	[{ SERVICE_CLIENT_SECRET: 'wrong' }, "doesn't accept the client ID or the client secret"],
	[{ SERVICE_BASE_URL: 'http://127.0.0.1:9' }, '127.0.0.1:9 does not accept connections'],
	[{ SERVICE_AUTH_URL: 'http://127.0.0.1:9' }, '127.0.0.1:9 does not accept connections'],
	[{ SERVICE_BASE_URL: 'service' }, "'Base URL'"],
	[{ SERVICE_TENANT_ID: '' }, 'Set SERVICE_TENANT_ID'],
])('explains %j without a connection as the nodes do', async (environment, message) => {
	const { status, output } = await check([], environment as unknown as Record<string, string>);
	expect(output).toContain(message);
	expect(status).toBe(2);
});
