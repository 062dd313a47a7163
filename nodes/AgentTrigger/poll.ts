/**
 * One poll: it takes a snapshot of the service, compares it with the memory, hands over the changes
 * that it can handle, and remembers what it handled. What failed or had no time stays in the memory
 * as it was, so that the next poll finds the same changes again.
 */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { readLogLinesAfter } from '../../src/agent/runs/runLogs';
import { unknownStateMessage } from '../../src/agent/runs/runState';
import { InputError, ServiceError } from '../../src/api/errors';
import type { ServiceClient } from '../../src/http/client';
import { connect } from '../../src/http/connections';
import { readSettings, type TriggerSettings } from './triggerFields';
import { emptyMemory, type Memory, readMemory, remember, writeMemory } from './memory';
import { inTurn, PollBudget, type Worked, workWithin } from './pollBudget';
import {
	diff,
	identifierOfRun,
	recordsOf,
	type RunChange,
	sampleOf,
	unknownRun,
} from './runChanges';
import { takeSnapshot } from './snapshot';

/** The part of a poll's time after which no more logs are begun. */
const logShare = 0.7;

/** What this process knows of a trigger, besides its memory. */
interface Poller {
	/** n8n begins a poll whether or not the last has ended; both would hand over the same. */
	isPolling: boolean;
	/** What failed in the last poll: it is read last in the next, and not told again. */
	failing: ReadonlySet<string>;
	/** The last that it handed over, by which source it was and how many times in all. */
	handedOver?: Pick<Memory, 'source' | 'handOvers'> & { readonly at: number };
}

/** n8n stores the memory of a poll after it; by then it has, or will not. Milliseconds. */
const longestStoring = 15_000;

const pollers = new Map<string, Poller>();

/** The contexts that have polled. */
const contexts = new WeakSet<IPollFunctions>();

/** What one poll works with. */
export interface Poll {
	readonly functions: IPollFunctions;
	readonly settings: TriggerSettings;
	readonly service: ServiceClient;
	readonly budget: PollBudget;
}

/** Something that a poll could not do. */
interface PollFailure {
	/** An assignment by its identifier, a run by its key, or else what it is about. */
	readonly subject: string;
	readonly message: string;
	readonly error: unknown;
	/** Whether it is to be thrown where the poll has nothing to hand over. */
	readonly isThrown: boolean;
}

/**
 * Polls for n8n.
 *
 * @param functions n8n's context of the poll
 * @returns an item for each event, or null where nothing happened; a sample in a manual test
 * @throws InputError where the form is not filled in, or a manual test finds nothing to show
 * @throws ServiceError where nothing could be read, or nothing of what happened handed over
 */
export async function pollRuns(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (functions.getMode() === 'manual') return [[{ json: await withinBudget(functions, sample) }]];
	const poller = pollerOf(functions);
	if (poller.isPolling) return null;
	poller.isPolling = true;
	try {
		const records = await withinBudget(functions, async (poll) => await news(poll, poller));
		return records.length > 0 ? [records.map((json) => ({ json }))] : null;
	} finally {
		poller.isPolling = false;
	}
}

/** The trigger that n8n polls. After an activation it may tell everything again. */
function pollerOf(functions: IPollFunctions): Poller {
	const key = `${functions.getWorkflow().id}:${functions.getNode().id}`;
	const poller = pollers.get(key) ?? { isPolling: false, failing: new Set() };
	pollers.set(key, poller);
	// With durable cursors each poll has a context of its own, and n8n calls it an update.
	if (functions.getActivationMode() !== 'update' && !contexts.has(functions)) {
		poller.failing = new Set();
		poller.handedOver = undefined;
	}
	contexts.add(functions);
	return poller;
}

/** Does the work of a poll in the time that n8n gives it. */
async function withinBudget<Result>(
	functions: IPollFunctions,
	work: (poll: Poll) => Promise<Result>,
): Promise<Result> {
	const settings = readSettings(functions);
	const budget = new PollBudget(functions);
	const { timeout, maxRetries } = settings;
	const options = { timeout, maxRetries, signal: budget.signal };
	const service = await connect(functions, 'clientCredentials', options);
	try {
		return await work({ functions, settings, service, budget });
	} catch (error) {
		throw pollError(error, budget);
	}
}

/** n8n's time for a poll may be over before the service has answered. */
function pollError(error: unknown, budget: PollBudget): unknown {
	if (!budget.signal.aborted || !(error instanceof ServiceError)) return error;
	const seconds = Math.round(budget.milliseconds / 1000);
	return new ServiceError({
		message: `The service did not answer within the ${seconds} s that n8n gives a poll`,
		description: 'Nothing is lost: the next poll catches up. If it stays so, lower Timeout.',
		errorCode: 'timeout',
	});
}

/** The records of all that happened since the last poll. */
async function news(poll: Poll, poller: Poller): Promise<IDataObject[]> {
	const { functions, settings, service } = poll;
	const staticData = functions.getWorkflowStaticData('node');
	const memory = readMemory(staticData, service.source);
	if (isOutdated(memory, poller)) return [];
	const snapshot = await takeSnapshot(poll, memory, poller.failing);

	const [gone] = settings.watchesAll ? [] : snapshot.gone.values();
	if (gone) {
		report(poll, poller, [goneFailure(gone)], true);
		return [];
	}
	const [unread] = snapshot.failures.values();
	if (unread !== undefined && snapshot.runs.size === 0) {
		poller.failing = new Set(snapshot.failures.keys());
		throw unread;
	}

	const changes = diff(memory, snapshot, settings);
	const logs = await readLogs(poll, changes, poller.failing);
	const waiting = new Set([...logs.failures.keys(), ...logs.left]);
	const handled = changes
		.filter((change) => !waiting.has(change))
		.map((change) => logs.results.get(change) ?? change);
	const records = handled.flatMap(recordsOf);
	const failures = [
		...failuresOf(snapshot.failures, logs.failures),
		...unknownFailures(settings, unknownRun(memory, snapshot, settings)),
	];
	report(poll, poller, failures, records.length === 0);
	// Last of all, so that a poll that fails changes nothing.
	const after = remember(memory, snapshot, handled, [...waiting], settings);
	writeMemory(staticData, after);
	if (records.length > 0) {
		const { source, handOvers } = after;
		poller.handedOver = { source, handOvers, at: Date.now() };
	}
	return records;
}

/** Whether n8n has not yet stored what the last poll handed over, which would be told twice. */
function isOutdated(memory: Memory, { handedOver }: Poller): boolean {
	if (handedOver === undefined || handedOver.source !== memory.source) return false;
	return memory.handOvers < handedOver.handOvers && Date.now() - handedOver.at < longestStoring;
}

/** Reads the new log lines of changes, where the user wants them. */
async function readLogs(
	poll: Poll,
	changes: readonly RunChange[],
	failing: ReadonlySet<string>,
): Promise<Worked<RunChange, RunChange>> {
	const { includeLogs, concurrency } = poll.settings;
	const wanted = includeLogs ? changes.filter(({ events }) => events.length > 0) : [];
	return await workWithin(
		inTurn(wanted, ({ key }) => failing.has(key)),
		concurrency,
		() => poll.budget.allows(logShare),
		async (change) => await readLog(poll, change),
	);
}

async function readLog({ service }: Poll, change: RunChange): Promise<RunChange> {
	const { assignmentId, run, after } = change;
	const runId = identifierOfRun(run);
	if (runId === undefined) return change;
	const which = { assignmentId, runId };
	const { finished, logPosition } = after;
	const { lines, position } = await readLogLinesAfter(service, which, finished, logPosition);
	return {
		...change,
		logLines: lines,
		after: { ...after, logPosition: position ?? logPosition },
	};
}

/** The newest run that shows an event which the user has chosen. */
async function sample(poll: Poll): Promise<IDataObject> {
	const { settings } = poll;
	const snapshot = await takeSnapshot(poll, emptyMemory, new Set());
	const gone = settings.watchesAll ? [] : [...snapshot.gone.values()];
	const [unread] = [...gone, ...snapshot.failures.values()];
	if (unread !== undefined && snapshot.runs.size === 0) throw unread;
	const change = sampleOf(snapshot, settings);
	if (change === undefined) {
		const hasRuns = [...snapshot.runs.values()].some((runs) => runs.length > 0);
		const [message, wayOut] = hasRuns ? noEndMessage : noRunMessage;
		const unknown = unknownRun(emptyMemory, snapshot, settings);
		const description = unknown ? unknownStateMessage(unknown, settings.names) : wayOut;
		throw new InputError(message, description);
	}
	const [record = {}] = recordsOf(settings.includeLogs ? await readLog(poll, change) : change);
	return record;
}

/** What a manual test says where there is nothing to show: what there is, and the way out. */
export const noRunMessage = [
	'There is no run yet',
	'Start one, for example with Assignment > Run of the Integration Service Agent node, then test this trigger again.',
] as const;
export const noEndMessage = [
	'No run has finished yet',
	'Wait for the end of a run, or choose another event in Trigger On. If one has ended, tell how with Finished Statuses or Status Field in the options.',
] as const;

function goneFailure(gone: ServiceError): PollFailure {
	const error = new ServiceError({
		...gone.details,
		message: 'The assignment that this trigger watches does not exist',
		description:
			'It may have been deleted. Pick another assignment in the node, or unpublish the workflow. This is said once after each Publish.',
	});
	return { subject: 'gone', message: error.message, error, isThrown: true };
}

function failuresOf(
	lists: ReadonlyMap<string, unknown>,
	logs: ReadonlyMap<RunChange, unknown>,
): PollFailure[] {
	const why = (error: unknown) => (error instanceof Error ? error.message : String(error));
	return [
		...[...lists].map(([assignmentId, error]) => ({
			subject: assignmentId,
			message: `The runs of assignment ${assignmentId} are read again in the next poll: ${why(error)}`,
			error,
			isThrown: false,
		})),
		...[...logs].map(([{ key, run }, error]) => ({
			subject: key,
			message: `The event of run ${identifierOfRun(run)} waits for the next poll: ${why(error)}`,
			error,
			isThrown: true,
		})),
	];
}

function unknownFailures(
	{ names, triggerOn }: TriggerSettings,
	unknown: IDataObject | undefined,
): PollFailure[] {
	if (unknown === undefined || !triggerOn.includes('runFinished')) return [];
	const message = unknownStateMessage(unknown, names);
	return [{ subject: 'unknown', message, error: undefined, isThrown: false }];
}

/** Tells what failed and did not fail in the last poll: by throwing it, or in n8n's log. */
function report(
	{ functions }: Poll,
	poller: Poller,
	failures: readonly PollFailure[],
	mayThrow: boolean,
): void {
	const fresh = failures.filter(({ subject }) => !poller.failing.has(subject));
	poller.failing = new Set(failures.map(({ subject }) => subject));
	const thrown = mayThrow ? fresh.find(({ isThrown }) => isThrown) : undefined;
	for (const failure of fresh) {
		if (failure === thrown) continue;
		functions.logger.warn(failure.message, {
			workflowId: functions.getWorkflow().id,
			nodeName: functions.getNode().name,
		});
	}
	if (thrown) throw thrown.error;
}
