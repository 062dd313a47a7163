import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { compareStarts } from '../shared/agent/runState';
import { ServiceClient } from '../shared/transport/serviceClient';
import { ServiceError } from '../shared/transport/serviceError';
import { type FiredRun, type LogSource, type ToldRun, tellRun } from './firedRuns';
import { PollBudget, workWithin } from './pollBudget';
import { compareRuns, type KnownRun, rememberRuns, type SeenRun } from './runTracker';
import { sampleRun } from './sampleRun';
import { readSettings, type TriggerSettings } from './settings';
import { type AssignmentRuns, listAssignments, listRuns } from './watchedRuns';
import { readState, type WatchState, writeState } from './watchState';

/** The parts of a poll's time after which no more lists and no more logs are begun. */
const listShare = 0.4;
const logShare = 0.7;

/** Nodes whose poll is under way, as n8n begins the next one whether or not the last has ended. */
const underWay = new Set<string>();

/** Activations that have said that their assignment is gone; said again, it would be noise. */
const saidGone = new WeakSet<IPollFunctions>();

/** One poll of the service. */
class Poll {
	readonly budget: PollBudget;
	readonly node;
	readonly logs?: LogSource;

	private constructor(
		readonly functions: IPollFunctions,
		readonly settings: TriggerSettings,
		readonly service: ServiceClient,
		budget: PollBudget,
	) {
		this.node = functions.getNode();
		this.budget = budget;
		if (settings.includeLogs) this.logs = { node: this.node, service };
	}

	static async begin(functions: IPollFunctions): Promise<Poll> {
		const settings = readSettings(functions);
		const { timeout, maxRetries } = settings;
		const budget = new PollBudget(functions);
		const { signal } = budget;
		const options = { timeout, maxRetries, signal };
		const service = await ServiceClient.connect(functions, 'clientCredentials', options);
		return new Poll(functions, settings, service, budget);
	}

	/** The newest run, for a manual test. */
	async sample(): Promise<IDataObject> {
		const { assignmentId } = this.settings;
		const watched =
			assignmentId === undefined ? await listAssignments(this.node, this.service) : [assignmentId];
		const assignments = await this.read(watched);
		const gone = assignmentId === undefined ? undefined : assignments[0]?.gone;
		if (gone) throw gone;
		return await sampleRun(assignments, this.settings, this.logs);
	}

	/** The records of all that happened since the last poll. */
	async news(): Promise<IDataObject[]> {
		const staticData = this.functions.getWorkflowStaticData('node');
		const before = readState(staticData);
		const watched = await this.watched(before);
		const readings = await this.read(watched);
		const gone = this.settings.assignmentId === undefined ? undefined : readings[0]?.gone;
		if (gone) return this.sayGone(gone);

		const seen = readings.map((reading) => this.compare(before, reading));
		const fired = this.fire(readings, seen);
		const told = await this.tell(fired);
		writeState(staticData, this.remember(before, watched, readings, seen, fired, told));
		saidGone.delete(this.functions);
		return told.flatMap(({ records }) => records);
	}

	/** The assignments to look at, in the order in which to look. */
	private async watched(before: WatchState): Promise<string[]> {
		if (this.settings.assignmentId !== undefined) return [this.settings.assignmentId];
		const listed = await listAssignments(this.node, this.service);
		// One that is listed no more is asked for once again, so that a gap in the list loses nothing.
		const known = before.watchedAll ? before.assignments.keys() : [];
		const sorted = [...new Set([...listed, ...known])].sort();
		const start = sorted.findIndex((assignmentId) => assignmentId >= (before.continueAt ?? ''));
		return start > 0 ? [...sorted.slice(start), ...sorted.slice(0, start)] : sorted;
	}

	private async read(watched: readonly string[]): Promise<AssignmentRuns[]> {
		return await workWithin(
			watched,
			this.settings.concurrency,
			() => this.budget.allows(listShare),
			async (assignmentId) => await listRuns(this.node, this.service, assignmentId),
		);
	}

	/** Whether an assignment came into being while all were watched, so that its runs are news. */
	private isNew(before: WatchState, assignmentId: string): boolean {
		const watchesAll = this.settings.assignmentId === undefined;
		return watchesAll && before.watchedAll && !before.assignments.has(assignmentId);
	}

	private compare(before: WatchState, { assignmentId, runs = [] }: AssignmentRuns): SeenRun[] {
		const { emitExisting, names } = this.settings;
		const known = before.assignments.get(assignmentId) ?? undefined;
		const fires = known !== undefined || emitExisting || this.isNew(before, assignmentId);
		return compareRuns(known, runs, names, fires ? 'new' : 'old');
	}

	/** The runs with events that the user wants, the oldest run first. */
	private fire(readings: readonly AssignmentRuns[], seen: readonly SeenRun[][]): FiredRun[] {
		return readings
			.flatMap(({ assignmentId }, index) =>
				(seen[index] ?? []).map((run): FiredRun => ({
					assignmentId,
					seen: run,
					events: run.events.filter((event) => this.settings.triggerOn.includes(event)),
				})),
			)
			.filter(({ events }) => events.length > 0)
			.sort((a, b) => compareStarts(a.seen.run, b.seen.run));
	}

	private async tell(fired: readonly FiredRun[]): Promise<ToldRun[]> {
		return await workWithin(
			fired,
			this.settings.concurrency,
			() => this.logs === undefined || this.budget.allows(logShare),
			async (each) => await tellRun(each, this.logs),
		);
	}

	private remember(
		before: WatchState,
		watched: readonly string[],
		readings: readonly AssignmentRuns[],
		seen: readonly SeenRun[][],
		fired: readonly FiredRun[],
		told: readonly ToldRun[],
	): WatchState {
		const assignments = new Map<string, ReturnType<typeof rememberRuns> | null>();
		readings.forEach(({ assignmentId, gone }, index) => {
			if (gone) return;
			const ofAssignment = (each: FiredRun) => each.assignmentId === assignmentId;
			const toldRuns = told.filter((each) => ofAssignment(each.fired));
			const knownNow = new Map<string, KnownRun>(
				toldRuns.map((each) => [each.fired.seen.key, each.known]),
			);
			const postponed = new Set(
				fired
					.slice(told.length)
					.filter(ofAssignment)
					.map((each) => each.seen.key),
			);
			const known = before.assignments.get(assignmentId) ?? undefined;
			assignments.set(assignmentId, rememberRuns(known, seen[index] ?? [], knownNow, postponed));
		});
		const unread = watched.slice(readings.length);
		for (const assignmentId of unread) {
			// What is new stays unknown, so that it is still new when its turn comes.
			if (this.isNew(before, assignmentId)) continue;
			assignments.set(assignmentId, before.assignments.get(assignmentId) ?? null);
		}
		return {
			assignments,
			continueAt: unread[0],
			watchedAll: this.settings.assignmentId === undefined,
		};
	}

	private sayGone(gone: ServiceError): IDataObject[] {
		if (saidGone.has(this.functions)) return [];
		saidGone.add(this.functions);
		throw new ServiceError(this.node, {
			...gone.details,
			message: 'The assignment that this trigger watches does not exist',
			description:
				'It may have been deleted. Pick another assignment in the node, or turn the workflow off. This is said once for each activation.',
		});
	}

	/** In the words of a poll, where its time was over. */
	explain(error: unknown): unknown {
		if (!(error instanceof ServiceError) || !this.budget.signal.aborted) return error;
		const seconds = Math.round(this.budget.milliseconds / 1000);
		return new ServiceError(this.node, {
			message: `The service did not answer within the ${seconds} s that n8n gives a poll`,
			description: 'Nothing is lost: the next poll catches up. If it stays so, lower Timeout.',
			errorCode: 'timeout',
		});
	}
}

async function pollOnce(functions: IPollFunctions): Promise<IDataObject[]> {
	const poll = await Poll.begin(functions);
	try {
		return functions.getMode() === 'manual' ? [await poll.sample()] : await poll.news();
	} catch (error) {
		throw poll.explain(error);
	}
}

/**
 * Looks at the watched runs and hands over what happened to them since the last look. The state is
 * written last, so that a poll that throws changes nothing and the next one catches up.
 *
 * @param functions n8n's context of the poll
 * @returns an item for each event, or null where nothing happened; a sample in a manual test
 * @throws InputError where the form is not filled in
 * @throws ServiceError where the service or the network does not answer as it should
 */
export async function pollRuns(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isManual = functions.getMode() === 'manual';
	const poller = `${functions.getWorkflow().id}:${functions.getNode().id}`;
	if (!isManual) {
		// What a poll under way will hand over must not be handed over twice.
		if (underWay.has(poller)) return null;
		underWay.add(poller);
	}
	try {
		const records = await pollOnce(functions);
		return records.length > 0 ? [records.map((json) => ({ json }))] : null;
	} finally {
		if (!isManual) underWay.delete(poller);
	}
}
