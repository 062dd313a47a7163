/**
 * What polls of all triggers have in common. A trigger reads all that it watches, compares it with its
 * state, emits what is different, and the new state replaces the old one, last of all. So a poll that
 * fails changes nothing, and the next one finds the same events.
 */
import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { ServiceError } from '../api/errors';
import { fieldNamesLabel, type NameKey, type RecordName } from '../api/assumedNames';
import type { OperationId } from '../api/operations';
import type { FieldNames } from '../api/fieldNames';
import { formOf } from '../forms/formItem';
import { readSendOptions } from '../forms/options';
import type { ServiceClient } from '../http/client';
import { type ListRequest, readList } from '../http/pagination';
import { connect } from '../http/connections';
import { fingerprint, hashText } from '../values/fingerprint';

/** What one poll works with. */
export interface Poll<Settings = unknown> {
	/** What the user chose in the form of the trigger. */
	readonly settings: Settings;
	/** Whether the first poll emits what exists already. */
	readonly includesExisting: boolean;
	readonly service: ServiceClient;
	/** A fingerprint of what is watched: Base URL, tenant and kind of record. */
	readonly source: string;
	/** A random ID of the state. If n8n loses the state, its counts start again under another ID. */
	readonly memory: string;
	/** Writes a text into n8n's log after the poll, once while later polls write it, too. */
	readonly warn: (text: string) => void;
}

export interface PollResult<State> {
	readonly items: IDataObject[];
	readonly next: State;
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
interface StoredPoll<State> extends Pick<Poll, 'source' | 'memory'> {
	/** What the credential calls the IDs. With other names, all records would be new. */
	readonly idNames: string;
	readonly state: State;
}

function staticDataOf<State>(functions: IPollFunctions): { watched?: StoredPoll<State> } {
	return functions.getWorkflowStaticData('node');
}

/** What this process knows of a trigger, besides its state. */
interface Poller {
	/** n8n may start a poll before the last has ended; both would emit the same. */
	isPolling: boolean;
	/** Of the last poll. They are not logged again. */
	warnings: ReadonlySet<string>;
}

const pollers = new Map<string, Poller>();

function pollerOf(functions: IPollFunctions, isTest: boolean): Poller {
	const key = `${functions.getWorkflow().id}:${functions.getNode().id}`;
	const poller = (isTest ? undefined : pollers.get(key)) ?? {
		isPolling: false,
		warnings: new Set(),
	};
	if (!isTest) pollers.set(key, poller);
	return poller;
}

/** How long a poll may take in an n8n without `getPollBudgetMs`, in milliseconds. */
const defaultBudget = 300_000;

function budgetOf(functions: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	return functions.getPollBudgetMs?.() ?? defaultBudget;
}

/**
 * Polls for n8n.
 *
 * @returns an item for each event, or null if there is none; one item in a manual test
 * @throws InputError if a field is wrong, or a manual test finds nothing to show
 * @throws ServiceError if something can't be read, or not in time
 */
export async function pollTrigger<Settings, State>(
	functions: IPollFunctions,
	trigger: PollingTrigger<Settings, State>,
): Promise<INodeExecutionData[][] | null> {
	const isTest = functions.getMode() === 'manual';
	const poller = pollerOf(functions, isTest);
	if (poller.isPolling) return null;
	const budget = budgetOf(functions);
	const signal = AbortSignal.timeout(budget);
	poller.isPolling = true;
	try {
		const warnings = new Set<string>();
		const warn = (text: string) => warnings.add(text);
		const { poll, idNames, state } = await openPoll(functions, trigger, { signal, warn });
		if (isTest) return [[{ json: await trigger.getTestEvent(poll) }]];
		const { items, next } = await trigger.findEvents(poll, state);
		// What could not be read for lack of time is no warning.
		signal.throwIfAborted();
		logNew(functions, poller, warnings);
		const { source, memory } = poll;
		store(functions, { source, memory, idNames, state: next });
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} catch (error) {
		throw signal.aborted ? pollTimeout(budget) : error;
	} finally {
		poller.isPolling = false;
	}
}

/** What a poll works with, and the state. A state that knows records by other IDs can't be used. */
async function openPoll<Settings, State>(
	functions: IPollFunctions,
	trigger: PollingTrigger<Settings, State>,
	{ signal, warn }: Pick<Poll, 'warn'> & { readonly signal: AbortSignal },
) {
	const sendOptions = { ...readSendOptions(formOf(functions)), signal };
	const service = await connect(functions, 'clientCredentials', sendOptions);
	const settings = trigger.readSettings(functions, service.fieldNames);
	const source = service.source + String(functions.getNodeParameter('resource', ''));
	const idKeys = trigger.idKeysOf(settings);
	const idNames = idKeys.map((key) => service.fieldNames.entry(key)).join(' ');
	const { watched } = staticDataOf<State>(functions);
	const isSame = watched?.source === source;
	const known = isSame && watched.idNames === idNames ? watched : undefined;
	const isRenamed = isSame && !known;
	const poll: Poll<Settings> = {
		settings,
		includesExisting: functions.getNodeParameter('startFrom', 'now') === 'existing' && !isRenamed,
		service,
		source,
		memory: known?.memory ?? randomUUID(),
		warn,
	};
	return { poll, idNames, state: known?.state };
}

function logNew(functions: IPollFunctions, poller: Poller, warnings: ReadonlySet<string>): void {
	for (const text of warnings) {
		if (poller.warnings.has(text)) continue;
		functions.logger.warn(text, {
			workflowId: functions.getWorkflow().id,
			nodeName: functions.getNode().name,
		});
	}
	poller.warnings = warnings;
}

/** Stores a state that is different, without undefined values: n8n compares it, and stores all of it. */
function store<State>(functions: IPollFunctions, after: StoredPoll<State>): void {
	const staticData = staticDataOf<State>(functions);
	const text = JSON.stringify(after);
	if (text === JSON.stringify(staticData.watched)) return;
	staticData.watched = JSON.parse(text) as StoredPoll<State>;
}

function pollTimeout(milliseconds: number): ServiceError {
	return new ServiceError({
		message: `The service did not respond within the ${Math.round(milliseconds / 1000)} s that n8n allows for a poll`,
		description:
			"No event is lost: the next poll catches up. If this happens again, watch fewer records, or lower 'Timeout'.",
		errorCode: 'timeout',
	});
}

/** Works on tasks, so many at the same time. The results are in the order of the tasks. */
export async function inParallel<Task, Result>(
	tasks: readonly Task[],
	concurrency: number,
	work: (task: Task) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const waiting = tasks.entries();
	const worker = async () => {
		for (const [index, task] of waiting) results[index] = await work(task);
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
	return results;
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
