/** The hints of a node, once for each execution. */
import { picked, recordAt } from '../cases/operationCase';
import type { OperationId } from '../../src/api/operations';
import type { NodeRunRequest } from '../engine/engine';
import { standardReading } from '../sandbox';
import { hintsOf, hintTexts, packageUnderTest } from './nodeUnderTest';

const setup = packageUnderTest({ streamDelayMs: 0 });

const { runOperation: run } = setup;

const several = (count: number) => ({ items: Array.from({ length: count }, (_, nr) => ({ nr })) });

const logOptions = { includeLogs: true, pollInterval: 200 };
const waitingForLogs = { waitForCompletion: true, options: logOptions };

describe('a list that reaches its limit', () => {
	test.each<[OperationId, NodeRunRequest['parameters']]>([
		['assignment.getAll', { limit: 1 }],
		['user.getAll', { limit: 3 }],
		['journal.getAll', { output: 'journals', limit: 1 }],
	])('has a hint for several items of %s', async (operation, parameters) => {
		const message = "'Limit' was reached. Turn on 'Return All' to return all records.";
		const hint = { message, type: 'info', location: 'outputPane' };
		expect(hintsOf(await run(operation, parameters, several(2)))).toEqual([hint]);
	});

	test.each<[string, NodeRunRequest['parameters'], number]>([
		['one item, for which n8n has a hint', { limit: 3 }, 1],
		['a limit that is not reached', { limit: 100_000 }, 2],
		['Return All', { returnAll: true }, 2],
	])('has no hint for %s', async (_what, parameters, count) => {
		expect(hintsOf(await run('user.getAll', parameters, several(count)))).toEqual([]);
	});
});

describe('a list of records without a known ID', () => {
	const hint = expect.stringContaining('The log may have more lines') as unknown;
	const listHint = expect.stringMatching(/^The list may have more .*'ID Field'/) as unknown;

	test.each<[string, OperationId, NodeRunRequest['parameters'], number, unknown[]]>([
		['a log that may go on', 'run.getLogs', { returnAll: true }, 2, [listHint]],
		['fewer lines than the limit', 'run.getLogs', { limit: 3 }, 2, [listHint]],
		['fewer messages than the limit', 'message.getAll', { limit: 3 }, 2, [listHint]],
		['the log of a run', 'assignment.run', waitingForLogs, 2, [hint]],
		['a part of it', 'run.getLogs', { limit: 2 }, 2, []],
		['no lines', 'run.getLogs', { returnAll: true }, 0, []],
	])('has a hint if the service may have more: %s', async (...[, id, parameters, lines, hints]) => {
		setup.sandbox.runDurationMs = 1;
		setup.sandbox.faults.add({
			match: ({ operation }) => operation === 'run.getLogs' || operation === 'message.getAll',
			replaceBody: () => Array.from({ length: lines }, (_, no) => ({ line: no })),
		});
		const { assignmentId, runs } = recordAt(setup.sandbox.state.assignments.values(), 0);
		const { runId } = recordAt(runs, 0);
		const threadId = picked(setup.sandbox.samples.threadId);
		const path = { assignmentId: picked(assignmentId), runId: picked(runId), threadId };
		const ran = await run(id, { ...path, ...parameters });
		expect(ran.error).toBeUndefined();
		expect(hintTexts(ran)).toEqual(hints);
	});
});

describe('a hint about items that sent nothing', () => {
	test('is one sentence with their number', async () => {
		const { groupId } = setup.group();
		const updateFields = { groupName: '={{ $json.nr === 1 ? "Renamed" : undefined }}' };
		const form = { groupId: picked(groupId), updateFields };
		const changed = await run('userGroup.update', form, several(4));
		expect(changed.items.map(({ json }) => json.changed)).toEqual([false, true, false, false]);
		expect(hintTexts(changed)).toEqual(['3 of 4 items: Nothing changes, so nothing was sent.']);
	});

	test('is shown for a desired state, not for a preview', async () => {
		const { groupId, groupName } = setup.group();
		const desired = async (options: NodeRunRequest['parameters']) =>
			await run('userGroup.update', {
				groupId: picked(groupId),
				changeMode: 'desired',
				desiredState: JSON.stringify({ groupName }),
				options,
			});
		const messages = hintTexts(await desired({}));
		expect(messages).toEqual(['Nothing changes, so nothing was sent.']);
		expect(hintTexts(await desired({ previewOnly: true }))).toEqual(['Preview: nothing was sent.']);
	});
});

describe('a hint about assumed names', () => {
	const create = async (
		parameters: NodeRunRequest['parameters'],
		mode?: NodeRunRequest['mode'],
	): Promise<string[]> => {
		const person = { emailAddress: '={{ "new" + $json.nr + "@example.org" }}' };
		const done = await run(
			'user.create',
			{ ...person, firstName: 'Maja', lastName: 'Lind', ...parameters },
			{ ...several(2), mode },
		);
		expect(done.error).toBeUndefined();
		return hintTexts(done);
	};

	test('is shown once while the workflow is built', async () => {
		const [message, ...others] = await create({}, 'manual');
		expect(message).toMatch(
			/^.* field names: emailAddress, firstName, lastName\. .*'Other Fields \(JSON\)'\.$/,
		);
		expect(others).toEqual([]);
	});

	test('names a single field that the response does not have', async () => {
		setup.sandbox.faults.change('user.create', { emailAddress: 'a@b.se', firstName: 'Maja' });
		const [message] = await create({}, 'manual');
		expect(message).toContain(' field names: lastName. ');
	});

	test('is not shown if the response has the fields', async () => {
		setup.sandbox.reading = { ...standardReading, createdUser: 'record' };
		expect(await create({}, 'manual')).toEqual([]);
	});

	test('is not shown for an update, whose response has no record', async () => {
		const { userId } = setup.user();
		const parameters = { userId: picked(userId), updateFields: { lastName: 'King' } };
		const updated = await run('user.update', parameters, { mode: 'manual' });
		expect(hintTexts(updated)).toEqual([]);
	});

	test('is not shown in production', async () => {
		expect(await create({}, 'trigger')).toEqual([]);
	});
});
