/**
 * What polls of all triggers have in common. A trigger compares what the service lists with its
 * state; here its events go to n8n and its state is stored, last of all, so a poll that fails changes
 * nothing.
 */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { ServiceError } from '../api/errors';
import type { RecordName } from '../api/assumedNames';
import { identifierOf } from '../api/identifiers';
import type { OperationId } from '../api/operations';
import { type FieldNames, recordOf } from '../api/fieldNames';
import { readSendOptions } from '../forms/options';
import { type ListRequest, readList } from '../http/pagination';
import { connect } from '../http/connections';
import { hashText } from '../values/fingerprint';
import { type PollSettings, readPollSettings } from './form';
import { type Poll, PollBudget, type PollFailure, pollTimeout, reportFailures } from './work';

export interface PollResult<State> {
	readonly items: IDataObject[];
	readonly failures: readonly PollFailure[];
	/** Undefined if the state stays, as nothing could be read. */
	readonly next?: State;
}

/** What is different from trigger to trigger. A state is JSON. */
export interface PollingTrigger<Settings extends PollSettings, State> {
	/** @throws InputError if a field is empty or wrong */
	readSettings(functions: IPollFunctions, common: PollSettings, fieldNames: FieldNames): Settings;
	/** @param state undefined in the first poll */
	findEvents(poll: Poll<Settings>, state: State | undefined): Promise<PollResult<State>>;
	/** @throws InputError if there is nothing to show */
	getTestEvent(poll: Poll<Settings>): Promise<IDataObject>;
}

/** What n8n stores for a trigger between two polls, in the static data of the node. */
interface StoredPoll<State> {
	/** A fingerprint of what is watched: Base URL, tenant and kind of record. */
	readonly source: string;
	readonly state: State;
}

/** What this process knows of a trigger, besides its state. */
class Poller {
	/** n8n may start a poll before the last has ended; both would emit the same. */
	isPolling = false;
	/** What failed in the last poll, and is not reported again. */
	failing: ReadonlySet<string> = new Set();
	/** Another one after the workflow was published again. */
	context?: IPollFunctions;
	/** What n8n had stored before the last events, and until when it may still have it. */
	replaced?: { readonly stored: string | undefined; readonly until: number };
}

/** n8n stores the state after the poll. By then it has, or never will. In milliseconds. */
const maxStoringTime = 15_000;

const pollers = new Map<string, Poller>();

/**
 * Polls for n8n.
 *
 * @returns an item for each event, or null if there is none; one item in a manual test
 * @throws InputError if a field is wrong, or a manual test finds nothing to show
 * @throws ServiceError if nothing can be read, or no event can be emitted
 */
export async function pollTrigger<Settings extends PollSettings, State>(
	functions: IPollFunctions,
	trigger: PollingTrigger<Settings, State>,
): Promise<INodeExecutionData[][] | null> {
	const isTest = functions.getMode() === 'manual';
	const poller = isTest ? new Poller() : getPoller(functions);
	if (poller.isPolling) return null;
	poller.isPolling = true;
	const budget = new PollBudget(functions);
	try {
		const common = readPollSettings(functions);
		const sendOptions = readSendOptions(functions.getNodeParameter('options', {}) as IDataObject);
		const options = { ...sendOptions, signal: budget.signal };
		const service = await connect(functions, 'clientCredentials', options);
		const settings = trigger.readSettings(functions, common, service.fieldNames);
		const source = service.source + (settings.resource ?? '');
		const { failing } = poller;
		const poll = { settings, service, budget, source, failing };
		const items = isTest
			? [await trigger.getTestEvent(poll)]
			: await emitEvents(functions, trigger, poll, poller);
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} catch (error) {
		const isTimeout = budget.signal.aborted && error instanceof ServiceError;
		throw isTimeout ? pollTimeout(budget.milliseconds) : error;
	} finally {
		poller.isPolling = false;
	}
}

/** After publishing, failures are reported again. */
function getPoller(functions: IPollFunctions): Poller {
	const key = `${functions.getWorkflow().id}:${functions.getNode().id}`;
	const poller = pollers.get(key) ?? new Poller();
	pollers.set(key, poller);
	// With durable cursors each poll has a context of its own, and n8n calls it an update.
	const isUpdate = functions.getActivationMode() === 'update';
	if (!isUpdate && poller.context !== functions) {
		poller.failing = new Set();
		poller.replaced = undefined;
	}
	poller.context = functions;
	return poller;
}

async function emitEvents<Settings extends PollSettings, State>(
	functions: IPollFunctions,
	trigger: PollingTrigger<Settings, State>,
	poll: Poll<Settings>,
	poller: Poller,
): Promise<IDataObject[]> {
	const { source } = poll;
	const staticData = functions.getWorkflowStaticData('node');
	const stored = JSON.stringify(staticData[stateName]) as string | undefined;
	const { replaced } = poller;
	// From the same state, the same events would be emitted again.
	if (replaced?.stored === stored && performance.now() < Number(replaced?.until)) return [];
	const state = readStored<State>(staticData, source);
	const { items, failures, next } = await trigger.findEvents(poll, state);
	const isNew = ({ subject }: PollFailure) => !poll.failing.has(subject);
	poller.failing = new Set(failures.map(({ subject }) => subject));
	reportFailures(functions, failures.filter(isNew), items.length === 0);
	if (next === undefined) return [];
	writeStored(staticData, stored, { source, state: next });
	if (items.length > 0) poller.replaced = { stored, until: performance.now() + maxStoringTime };
	return items;
}

/**
 * Reads a list that is watched.
 *
 * @param isFirst an empty first list is read twice, as everything that it left out would be new later
 */
export async function readWatched(
	{ service }: Poll,
	isFirst: boolean,
	operation: OperationId,
	request: ListRequest = {},
): Promise<IDataObject[]> {
	const records = await readList(service, operation, request);
	return isFirst && records.length === 0 ? await readList(service, operation, request) : records;
}

/**
 * The ID of a record in a list that is watched.
 *
 * @throws ServiceError if the record has none that is known
 */
export function requireId(names: FieldNames, operation: OperationId, record: IDataObject): string {
	return requireIdOf(names, recordOf(operation), record);
}

/** As {@link requireId}, for a record inside of those that are listed. */
export function requireIdOf(names: FieldNames, name: RecordName, record: IDataObject): string {
	const id = identifierOf(names, name, record);
	if (id !== undefined) return id;
	throw ServiceError.invalidResponse(
		`The service lists ${name}s without an ID`,
		`The trigger needs IDs to recognize records. Add the field with the ID as "${name}.${name}Id" to 'Field Names (JSON)' in the credential.`,
	);
}

const stateName = 'watched';

/**
 * @param source a fingerprint of what is watched now
 * @returns undefined before the first poll
 */
function readStored<State>(staticData: IDataObject, source: string): State | undefined {
	const stored = staticData[stateName] as unknown as StoredPoll<State> | undefined;
	return stored?.source === source ? stored.state : undefined;
}

/** Replaces the state in one step, and only if it changed, as n8n stores all of it again. */
function writeStored<State>(
	staticData: IDataObject,
	stored: string | undefined,
	state: StoredPoll<State>,
): void {
	// Without undefined values, as n8n compares the state with the stored one.
	const text = JSON.stringify(state);
	if (text !== stored) staticData[stateName] = JSON.parse(text);
}

const eventIdLength = 22;

/** The ID of an event. The same parts, in the same order, have the same ID. */
export function toEventId(...parts: ReadonlyArray<string | number>): string {
	return hashText(JSON.stringify(parts), eventIdLength);
}
