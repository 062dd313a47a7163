/**
 * Registers one return for each key. n8n's deduplication store has two entries for a key:
 *
 * - Neither: the key is new. Both are added before the request is sent.
 * - The key and 'pending': unknown. n8n was killed, or the connection was lost after sending.
 * - The key alone: registered. The service confirmed it, so 'pending' was removed.
 *
 * Success removes an entry instead of adding one, as a check of the store also adds what it checks.
 *
 * In one process, a mutex lets items with the same key wait for each other. Calls to the store wait
 * too, as the store loses one of two calls at once. Another worker doesn't know this mutex, so its call
 * can still undo an entry. Therefore, the process remembers its last keys, and each call repeats them.
 */
import type { ICheckProcessedOptions, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { InputError, ServiceError } from '../../../../src/api/errors';
import { cancelledFailure } from '../../../../src/http/networkError';
import { isOutcomeUnknown } from '../../../../src/http/retries';
import { KeyedMutex } from '../../../../src/runtime/keyedMutex';
import type { Execution } from '../../../../src/runtime/execution';
import type { ItemContext } from '../../../../src/runtime/operation';
import { comparableText } from '../../../../src/values/texts';

const repeatedHint =
	"The unique key was registered before, so nothing was sent. To register several articles as one return, use 'Rows (JSON)' in 'Additional Fields'.";

/** n8n's store drops the oldest key for each new one beyond this number. */
const storeOptions = { mode: 'entries', maxEntries: 10_000 } satisfies ICheckProcessedOptions;

/** Whether the service has the return of a key. */
type KeyState = 'registered' | 'unknown';

const maxRecentKeys = 100;

/** What n8n's store has as long as the outcome of a key is unknown. */
const pending = (key: string) => `pending ${key}`;

type Helpers = IExecuteFunctions['helpers'];

/** The unique keys of a node: in n8n's store, and the last ones in this process. */
class UniqueKeys {
	/** Makes calls to the store, and work on the same key, one after another in this process. */
	readonly mutex = new KeyedMutex();
	/** What this process knows. Each call repeats these keys, as another worker's call may undo one. */
	readonly recent = new Map<string, KeyState>();

	/** Notes a key before the request is sent. */
	async note(helpers: Helpers, key: string): Promise<KeyState | 'new'> {
		const known = this.recent.get(key);
		if (known) return known;
		const add = async () => await this.add(helpers, key);
		// If two workers store the first key of a node at once, n8n fails for one of them.
		const added = await add().catch(add);
		if (!added.includes(pending(key))) return 'unknown';
		this.remember(key, 'unknown');
		if (added.includes(key)) return 'new';
		await this.confirm(helpers, key);
		return 'registered';
	}

	async confirm(helpers: Helpers, key: string): Promise<void> {
		this.remember(key, 'registered');
		const registered = [...this.recent].filter(([, outcome]) => outcome === 'registered');
		const entries = registered.map(([each]) => pending(each));
		await this.remove(helpers, entries);
	}

	async free(helpers: Helpers, key: string): Promise<void> {
		this.recent.delete(key);
		await this.remove(helpers, [key, pending(key)]);
	}

	private remember(key: string, outcome: KeyState): void {
		this.recent.set(key, outcome);
		const [oldest = ''] = this.recent.keys();
		if (this.recent.size > maxRecentKeys) this.recent.delete(oldest);
	}

	/** @returns those of the entries that n8n's store did not have */
	private async add(helpers: Helpers, key: string): Promise<unknown[]> {
		return await this.mutex.run(storeLock, async () => {
			const repeated = [...this.recent].flatMap(([each, outcome]) =>
				outcome === 'registered' ? [each] : [each, pending(each)],
			);
			const entries = [...repeated, key, pending(key)];
			return (await helpers.checkProcessedAndRecord(entries, 'node', storeOptions)).new;
		});
	}

	private async remove(helpers: Helpers, entries: string[]): Promise<void> {
		const remove = async () => await helpers.removeProcessed(entries, 'node', storeOptions);
		await this.mutex.run(storeLock, remove);
	}
}

/** Of two calls at once, n8n's store loses one. */
const storeLock = 'store';

const nodes = new Map<string, UniqueKeys>();

function uniqueKeysOf(functions: IExecuteFunctions): UniqueKeys {
	const nodeId = JSON.stringify([functions.getWorkflow().id, functions.getNode().id]);
	const keys = nodes.get(nodeId) ?? new UniqueKeys();
	nodes.set(nodeId, keys);
	return keys;
}

function unknownOutcome(uniqueKey: string, reason: string, cause?: unknown): ServiceError {
	const details = cause instanceof ServiceError ? cause.details : {};
	return new ServiceError({
		...details,
		message: `It's unknown whether the return with the unique key "${uniqueKey}" was registered`,
		description: `${reason} Search for the return in your platform. If it's missing, register it with another 'Unique Key', such as "${uniqueKey}-2".`,
		errorCode: 'unknown-outcome',
	});
}

const interrupted = (uniqueKey: string) =>
	unknownOutcome(uniqueKey, 'The outcome of an earlier request with this key is unknown.');

/** Equal for keys that people read as the same, for each service and tenant. */
function keyOf({ service }: ItemContext, uniqueKey: string): string {
	return JSON.stringify([service.source, comparableText(uniqueKey)]);
}

/** The keys of the earlier items of an execution, for its previews. */
const previewedKeys = new WeakMap<Execution, Set<string>>();

/**
 * What {@link registerOnce} would do. A check of n8n's store also adds the key, so a preview only
 * knows the keys of earlier items, and the last ones of this process.
 *
 * @returns the item if nothing would be sent
 * @throws ServiceError with the code `unknown-outcome` as in earnest
 */
export function previewOnce(item: ItemContext, uniqueKey: string): IDataObject | undefined {
	const key = keyOf(item, uniqueKey);
	const earlier = previewedKeys.get(item.execution) ?? new Set();
	previewedKeys.set(item.execution, earlier);
	const known = uniqueKeysOf(item.functions).recent.get(key);
	if (known === 'unknown') throw interrupted(uniqueKey);
	const isRepeated = known === 'registered' || earlier.has(key);
	earlier.add(key);
	if (!isRepeated) return undefined;
	item.hint(repeatedHint);
	const summary = `Would register nothing, because the unique key ${uniqueKey} was registered before.`;
	return { summary, registered: false, uniqueKey };
}

/**
 * Registers a return unless an earlier item or execution of the node did.
 *
 * @throws ServiceError with the code `unknown-outcome` if nobody knows whether the return exists
 */
export async function registerOnce(
	item: ItemContext,
	uniqueKey: string,
	register: () => Promise<IDataObject>,
): Promise<IDataObject> {
	const { functions, signal } = item;
	const keys = uniqueKeysOf(functions);
	const key = keyOf(item, uniqueKey);
	const hintIfFailed = async (change: Promise<void>) =>
		await change.catch(() => {
			const text = `n8n couldn't update the unique key "${uniqueKey}", so its next use may fail as unknown-outcome.`;
			item.hint(text, 'warning');
		});
	const registerNew = async () => {
		if (signal?.aborted) throw new ServiceError(cancelledFailure);
		const outcome = await keys.note(functions.helpers, key).catch((error: unknown) => {
			throw new InputError(
				`n8n couldn't store the unique key "${uniqueKey}", so nothing was sent`,
				`Save the workflow, and run it again. n8n message: ${String(error)}`,
				'unexpected',
			);
		});
		if (outcome === 'registered') {
			item.hint(repeatedHint);
			return { registered: false, uniqueKey };
		}
		if (outcome === 'unknown') throw interrupted(uniqueKey);
		const record = await register().catch(async (error: unknown) => {
			if (isOutcomeUnknown(error)) {
				throw unknownOutcome(uniqueKey, `${(error as Error).message}.`, error);
			}
			await hintIfFailed(keys.free(functions.helpers, key));
			throw error;
		});
		await hintIfFailed(keys.confirm(functions.helpers, key));
		return { ...record, registered: true, uniqueKey };
	};
	return await keys.mutex.run(key, registerNew, signal);
}
