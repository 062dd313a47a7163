/**
 * Registers one return for each key. n8n's deduplication store has two entries for a key:
 *
 * - Neither: the key is new. Both are added before the request is sent.
 * - The key and 'pending': unknown. n8n was killed, or the connection was lost after sending.
 * - The key alone: registered. The service confirmed it, so 'pending' was removed.
 *
 * Success removes an entry instead of adding one, as a check of the store also adds what it checks.
 * Two workers that write at once can undo each other's entries, so each call repeats the last keys.
 */
import type { ICheckProcessedOptions, IDataObject } from 'n8n-workflow';
import { isErrorCode } from '../../../../src/api/errorCodes';
import { InputError, ServiceError } from '../../../../src/api/errors';
import { readText, textParameter } from '../../../../src/forms/parameters';
import { cancelledFailure } from '../../../../src/http/networkError';
import { KeyedMutex } from '../../../../src/runtime/keyedMutex';
import type { ItemContext } from '../../../../src/runtime/operation';

/** n8n's store drops the oldest key for each new one beyond this number. */
const storeOptions = { mode: 'entries', maxEntries: 10_000 } satisfies ICheckProcessedOptions;

export const uniqueKeyOption = textParameter(
	'uniqueKey',
	'{{ $json.orderNumber }}',
	'Registers only one return for each key, also if you run the workflow again. The node remembers the last 10,000 keys.',
);

/** @throws InputError if the option is set but empty, as for an expression without a value */
export function readUniqueKey(item: ItemContext): string | undefined {
	const options = item.parameter<IDataObject>('options', {});
	if (!Object.hasOwn(options, uniqueKeyOption.name)) return undefined;
	const uniqueKey = readText(item, uniqueKeyOption, 'options');
	if (uniqueKey !== undefined) return uniqueKey;
	throw new InputError(
		`${uniqueKeyOption.displayName} in Options is empty`,
		'Enter a key, or remove the option to register every item.',
	);
}

/** The lock of all calls of a node to n8n's store. */
const storeLock = 'store';

const maxRecentKeys = 100;

/** Whether the service has the return of a key. */
type Outcome = 'registered' | 'unknown';

/** What the items of a node share in this process. */
class NodeKeys {
	/** Of two calls at once, n8n's store loses one. */
	readonly mutex = new KeyedMutex();
	/** The last keys. Each call repeats them, as another worker's call may undo one. */
	readonly recent = new Map<string, Outcome>();

	set(key: string, outcome: Outcome): void {
		this.recent.set(key, outcome);
		const [oldest] = this.recent.keys();
		if (oldest !== undefined && this.recent.size > maxRecentKeys) this.recent.delete(oldest);
	}
}

const nodes = new Map<string, NodeKeys>();

function keysOf({ functions }: ItemContext): NodeKeys {
	const nodeId = JSON.stringify([functions.getWorkflow().id, functions.getNode().id]);
	const keys = nodes.get(nodeId) ?? new NodeKeys();
	nodes.set(nodeId, keys);
	return keys;
}

/** What n8n's store has as long as the outcome of a key is unknown. */
const pending = (key: string) => `pending ${key}`;

/** A unique key of an item in n8n's store. */
class StoredKey {
	private readonly keys: NodeKeys;
	private readonly key: string;

	constructor(
		private readonly item: ItemContext,
		uniqueKey: string,
	) {
		this.keys = keysOf(item);
		this.key = JSON.stringify([item.service.source, uniqueKey]);
	}

	/** Runs work on the key, one after another in this process. */
	async lock<Result>(work: () => Promise<Result>): Promise<Result> {
		const { signal } = this.item;
		const run = async () => {
			if (signal?.aborted) throw new ServiceError(cancelledFailure);
			return await work();
		};
		return await this.keys.mutex.run(this.key, run, signal);
	}

	/** Notes the key before the request is sent. */
	async note(): Promise<Outcome | 'new'> {
		const known = this.keys.recent.get(this.key);
		if (known) return known;
		const check = async () => await this.check();
		// If two workers store the first key of a node at once, n8n fails for one of them.
		const added = await check().catch(check);
		if (!added.includes(pending(this.key))) return 'unknown';
		this.keys.set(this.key, 'unknown');
		if (added.includes(this.key)) return 'new';
		await this.confirm();
		return 'registered';
	}

	async confirm(): Promise<void> {
		this.keys.set(this.key, 'registered');
		const { recent } = this.keys;
		const registered = [...recent.keys()].filter((key) => recent.get(key) === 'registered');
		await this.remove(registered.map(pending));
	}

	async free(): Promise<void> {
		this.keys.recent.delete(this.key);
		await this.remove([this.key, pending(this.key)]);
	}

	/** @returns those of the entries that n8n's store did not have */
	private async check(): Promise<unknown[]> {
		const { helpers } = this.item.functions;
		return await this.keys.mutex.run(storeLock, async () => {
			const repeated = [...this.keys.recent].flatMap(([key, outcome]) =>
				outcome === 'registered' ? [key] : [key, pending(key)],
			);
			const entries = [...repeated, this.key, pending(this.key)];
			return (await helpers.checkProcessedAndRecord(entries, 'node', storeOptions)).new;
		});
	}

	private async remove(entries: string[]): Promise<void> {
		const { helpers } = this.item.functions;
		const remove = async () => await helpers.removeProcessed(entries, 'node', storeOptions);
		await this.keys.mutex.run(storeLock, remove);
	}
}

/** Whether the service may have registered the return although the request failed. */
function mayBeRegistered(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return !(error instanceof InputError);
	const { errorCode, httpStatus = 0, notSent, retryAfterSeconds } = error.details;
	if (notSent || isErrorCode(errorCode)) return false;
	if (httpStatus === 503) return retryAfterSeconds === undefined;
	return httpStatus < 400 || httpStatus === 408 || httpStatus >= 500;
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
	const stored = new StoredKey(item, uniqueKey);
	const updateStore = async (change: Promise<void>) =>
		await change.catch(() => {
			item.hint(
				`n8n couldn't update the unique key "${uniqueKey}", so its next use may fail as unknown-outcome.`,
				'warning',
			);
		});
	const failureOf = async (error: unknown) => {
		if (mayBeRegistered(error)) {
			return unknownOutcome(uniqueKey, `${(error as Error).message}.`, error);
		}
		await updateStore(stored.free());
		return error;
	};
	return await stored.lock(async () => {
		const state = await stored.note().catch((error: unknown) => {
			throw new InputError(
				`n8n couldn't store the unique key "${uniqueKey}", so nothing was sent`,
				`Save the workflow, and run it again. n8n message: ${String(error)}`,
				'unexpected',
			);
		});
		if (state === 'registered') return { registered: false, uniqueKey };
		if (state === 'unknown') {
			throw unknownOutcome(uniqueKey, 'An earlier execution ended before the service responded.');
		}
		try {
			const record = await register();
			await updateStore(stored.confirm());
			return { ...record, registered: true, uniqueKey };
		} catch (error) {
			throw await failureOf(error);
		}
	});
}
