import type { IDataObject, INode, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { ServiceError } from '../shared/errors';
import { ServiceClient } from '../shared/transport/serviceClient';
import { type FiredRun, type LogSource, type ToldRun, tellRun } from './firedRuns';
import { firedRuns, lookAt, stateAfter } from './looks';
import { PollBudget, workWithin } from './pollBudget';
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
	private readonly node: INode;
	private readonly logs?: LogSource;

	private constructor(
		private readonly functions: IPollFunctions,
		private readonly settings: TriggerSettings,
		private readonly service: ServiceClient,
		private readonly budget: PollBudget,
	) {
		this.node = functions.getNode();
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

		const looks = lookAt(before, this.settings, readings);
		const fired = firedRuns(looks, this.settings);
		const told = await this.tell(fired);
		const unread = watched.slice(readings.length);
		writeState(staticData, stateAfter(before, this.settings, looks, fired, told, unread));
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

	private async tell(fired: readonly FiredRun[]): Promise<ToldRun[]> {
		return await workWithin(
			fired,
			this.settings.concurrency,
			() => this.logs === undefined || this.budget.allows(logShare),
			async (each) => await tellRun(each, this.logs),
		);
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
