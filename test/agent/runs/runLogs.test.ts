/** The log of a run as it is read piece by piece, with n8n's requests against the sandbox. */
import type { IDataObject } from 'n8n-workflow';
import { readLogLinesAfter } from '../../../src/agent/runs/runLogs';
import type { ServiceClient } from '../../../src/http/client';
import { connect } from '../../../src/http/connections';
import { nodeUnderTest } from '../../nodes/nodeUnderTest';

const type = 'integrationServiceAgentTrigger';
const node = nodeUnderTest('AgentTrigger', {});
let service: ServiceClient;
let run: { assignmentId: string; runId: string };

beforeEach(async () => {
	const credentials = { integrationServiceOAuth2Api: node.sandbox.credential };
	const context = node.engine.pollContext({ type, parameters: {}, credentials }, {});
	service = await connect(context, 'clientCredentials', { timeout: 10_000, maxRetries: 0 });
	const assignmentId = String(node.sandbox.samples.assignmentId);
	const { runId } = node.sandbox.runs.start(assignmentId);
	run = { assignmentId, runId };
	write('read the orders');
	write('sent the mails');
});

const write = (text: string) => node.sandbox.runs.change(run.runId, { log: text });
const storedRun = () =>
	node.sandbox.state.assignments
		.get(run.assignmentId)
		?.runs.find(({ runId }) => runId === run.runId) as { logs: Array<{ logId: string }> };
const texts = (lines: readonly IDataObject[]) => lines.map(({ message }) => message);
const logRequests = () =>
	node.sandbox.requests.filter(({ operation }) => operation === 'run.getLogs');

/** What a readLines at the log brings, and a way to readLines again from there. */
const readLines = async (position?: string) => {
	const { lines, position: next } = await readLogLinesAfter(service, run, position);
	return { lines: texts(lines), position: next };
};

/** A service whose lines are texts alone, of which two may be the same. */
const leaveOutIdentifiers = () =>
	node.fault('run.getLogs', {
		replaceBody: (body) => {
			const { logs } = body as { logs: IDataObject[] };
			return { logs: logs.map(({ message }) => ({ message })) };
		},
	});

describe('each line is read once and in order', () => {
	test('if lines have no ID, and two are equal', async () => {
		leaveOutIdentifiers();
		const first = await readLines();
		const again = ['wrote a report', 'sent the mails', 'sent the mails', 'tidied up'];
		for (const text of again) write(text);
		const second = await readLines(first.position);
		expect(second.lines).toEqual(again);
		write('tidied up');
		const third = await readLines(second.position);
		expect(third.lines).toEqual(['tidied up']);
		expect((await readLines(third.position)).lines).toEqual([]);
	});

	test('if the service has deleted the last line that was read', async () => {
		const { position } = await readLines();
		write('wrote a report');
		storedRun().logs.splice(0, 3);
		expect((await readLines(position)).lines).toEqual(['wrote a report']);
		expect(logRequests()).toHaveLength(5);
	});
});

describe('no lines are returned', () => {
	test('for an empty log, whose next lines are new', async () => {
		storedRun().logs.length = 0;
		const empty = await readLines();
		expect(empty).toEqual({ lines: [], position: undefined });
		expect(await readLines(undefined)).toEqual({ lines: [], position: undefined });
		write('wrote a report');
		expect((await readLines(empty.position)).lines).toEqual(['wrote a report']);
	});

	test.each(['run-not-found', 'assignment-not-found'])(
		'after a deletion, with one request: %s',
		async (errorCode) => {
			const { position } = await readLines();
			node.fault('run.getLogs', { errorCode });
			expect(await readLines(position)).toEqual({ lines: [], position });
			expect(logRequests()).toHaveLength(3);
		},
	);
});
