/**
 * What polls of all triggers have in common. A trigger compares what the service lists with its
 * state; here its events go to n8n and its state is stored, last of all, so a poll that fails changes
 * nothing.
 */
import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { ServiceError } from '../api/errors';
import { fieldNamesLabel, type NameKey, type RecordName } from '../api/assumedNames';
import type { OperationId } from '../api/operations';
import type { FieldNames } from '../api/fieldNames';
import { formOf } from '../forms/formItem';
import { concurrency, readSendOptions } from '../forms/options';
import { readNumber } from '../forms/parameters';
import { type ListRequest, readList } from '../http/pagination';
import { connect } from '../http/connections';
import { requestsAtOnce } from '../http/limits/concurrencyLimit';
import { fingerprint, hashText } from '../values/fingerprint';
import { type Poll, PollBudget, type PollFailure, pollTimeout, reportFailures } from './work';

export interface PollResult<State> {
	readonly items: IDataObject[];
	readonly failures: readonly PollFailure[];
	/** Undefined if the state stays, as nothing could be read. */
	readonly next?: State;
}

/** What is different from trigger to trigger. A state is JSON. */
export interface PollingTrigger<Settings, State> {
	/** @throws InputError if a field is empty or wrong */
	readSettings(functions: IPollFunctions, fieldNames: FieldNames): Settings;
	/** The IDs by which it knows what it watches. */
	idKeysOf(settings: Settings): readonly NameKey[];
	/** @param state undefined in the first poll */
	findEvents(poll: Poll<Settings>, state: State | undefined): Promise<PollResult<State>>;
	/** @throws InputError if there is nothing to show */
	getTestEvent(poll: Poll<Settings>): Promise<IDataObject>;
}

/** What n8n stores for a trigger between two polls, in the static data of the node. */
interface StoredPoll<State> extends Pick<Poll, 'source' | 'memory' | 'idNames'> {
	readonly state: State;
}

function staticDataOf<State>(functions: IPollFunctions): { watched?: StoredPoll<State> } {
	return functions.getWorkflowStaticData('node');
}

/** The ID of the stored state, or a new one. A state that knows records by other IDs can't be used. */
function recall(functions: IPollFunctions, source: string, idNames: string) {
	const { watched } = staticDataOf(functions);
	const isSame = watched?.source === source;
	const isKnown = isSame && watched.idNames === idNames;
	return { memory: isKnown ? watched.memory : randomUUID(), isRenamed: isSame && !isKnown };
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
export async function pollTrigger<Settings, State>(
	functions: IPollFunctions,
	trigger: PollingTrigger<Settings, State>,
): Promise<INodeExecutionData[][] | null> {
	const isTest = functions.getMode() === 'manual';
	const poller = isTest ? new Poller() : getPoller(functions);
	if (poller.isPolling) return null;
	poller.isPolling = true;
	const budget = new PollBudget(functions);
	try {
		const form = formOf(functions);
		const sendOptions = { ...readSendOptions(form), signal: budget.signal };
		const service = await connect(functions, 'clientCredentials', sendOptions);
		const settings = trigger.readSettings(functions, service.fieldNames);
		const source = service.source + String(functions.getNodeParameter('resource', ''));
		const idKeys = trigger.idKeysOf(settings);
		const idNames = idKeys.map((key) => service.fieldNames.entry(key)).join(' ');
		const { memory, isRenamed } = recall(functions, source, idNames);
		const startFrom = functions.getNodeParameter('startFrom', 'now');
		const poll: Poll<Settings> = {
			settings,
			includesExisting: startFrom === 'existing' && !isRenamed,
			concurrency: readNumber(form, { ...concurrency, default: requestsAtOnce.maximum }),
			service,
			budget,
			source,
			memory,
			idNames,
			failing: poller.failing,
		};
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

async function emitEvents<Settings, State>(
	functions: IPollFunctions,
	trigger: PollingTrigger<Settings, State>,
	poll: Poll<Settings>,
	poller: Poller,
): Promise<IDataObject[]> {
	const { source, memory, idNames } = poll;
	const staticData = staticDataOf<State>(functions);
	const { watched } = staticData;
	const stored = JSON.stringify(watched) as string | undefined;
	const { replaced } = poller;
	// From the same state, the same events would be emitted again.
	if (replaced && replaced.stored === stored && performance.now() < replaced.until) return [];
	const state = watched?.memory === memory ? watched.state : undefined;
	const { items, failures, next } = await trigger.findEvents(poll, state);
	const isNew = ({ subject }: PollFailure) => !poll.failing.has(subject);
	poller.failing = new Set(failures.map(({ subject }) => subject));
	reportFailures(functions, failures.filter(isNew), items.length === 0);
	if (next === undefined) return [];
	// Without undefined values, as n8n compares the state with the stored one, and stores all of it.
	const text = JSON.stringify({ source, memory, idNames, state: next });
	if (text !== stored) staticData.watched = JSON.parse(text) as StoredPoll<State>;
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
 * What is watched, by its ID, each once.
 *
 * @param recordIn the record that has the ID
 * @throws ServiceError if a record has no known ID, or two different records have the same
 */
export function watchedById<Entry>(
	names: FieldNames,
	name: RecordName,
	entries: readonly Entry[],
	recordIn: (entry: Entry) => IDataObject,
): Map<string, Entry> {
	const found = new Map<string, Entry>();
	for (const entry of entries) {
		const id = requireId(names, name, recordIn(entry));
		const other = found.get(id);
		if (other && fingerprint(recordIn(other)) !== fingerprint(recordIn(entry))) {
			throw ServiceError.invalidResponse(
				`The service lists two different ${name}s with the ID ${id}`,
				`The trigger would miss one of them. Add a field that is different for each ${name} as "${name}.${name}Id" to '${fieldNamesLabel}' in the credential. If there is none, use a Schedule Trigger with 'Get Many' instead.`,
			);
		}
		found.set(id, entry);
	}
	return found;
}

/**
 * The ID of a record that is watched.
 *
 * @throws ServiceError if the record has none that is known
 */
export function requireId(names: FieldNames, name: RecordName, record: IDataObject): string {
	const id = names.identifierOf(name, record);
	if (id !== undefined) return id;
	throw ServiceError.invalidResponse(
		`The service lists ${name}s without an ID`,
		`The trigger needs IDs to recognize records. Add the field with the ID as "${name}.${name}Id" to '${fieldNamesLabel}' in the credential.`,
	);
}

const eventIdLength = 22;

/** The ID of an event. The same parts, in the same order, have the same ID. */
export function toEventId(...parts: ReadonlyArray<string | number>): string {
	return hashText(JSON.stringify(parts), eventIdLength);
}
