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

/** Of two calls at once, n8n's store loses one. */
const storeMutex = new KeyedMutex();

const keyMutex = new KeyedMutex();

/** The entries of a key in n8n's store. */
interface KeyEntries {
	readonly nodeId: string;
	readonly key: string;
	readonly pending: string;
	isRegistered: boolean;
}

/** The last keys of this process. Each call repeats them, as another worker's call may undo one. */
const recentKeys = new Map<string, KeyEntries>();

const maxRecentKeys = 100;

/**
 * A key in n8n's deduplication store, which has `key` once it is used, and `pending` as long as
 * nobody knows whether the service has the return. A check of the store also records what it checks,
 * so the store must never have an entry for success: a kill after the check would make it true.
 */
class StoredKey {
	private readonly id: string;
	private readonly entries: KeyEntries;

	constructor(
		private readonly item: ItemContext,
		uniqueKey: string,
	) {
		const { functions, service } = item;
		const nodeId = JSON.stringify([functions.getWorkflow().id, functions.getNode().id]);
		const key = JSON.stringify([service.source, uniqueKey]);
		this.id = `${nodeId} ${key}`;
		this.entries = { nodeId, key, pending: `pending ${key}`, isRegistered: false };
	}

	/** Runs work on the key, one after another in this process. */
	async lock<Result>(work: () => Promise<Result>): Promise<Result> {
		const { signal } = this.item;
		const run = async () => {
			if (signal?.aborted) throw new ServiceError(cancelledFailure);
			return await work();
		};
		return await keyMutex.run(this.id, run, signal);
	}

	/** Notes the key before the request is sent. */
	async note(): Promise<'new' | 'registered' | 'unknown'> {
		const known = recentKeys.get(this.id);
		if (known) return known.isRegistered ? 'registered' : 'unknown';
		const { key, pending } = this.entries;
		const check = async () => await this.check();
		// If two workers store the first key of a node at once, n8n fails for one of them.
		const added = await check().catch(check);
		if (!added.includes(pending)) return 'unknown';
		this.keepRecent();
		if (added.includes(key)) return 'new';
		await this.confirm();
		return 'registered';
	}

	async confirm(): Promise<void> {
		this.entries.isRegistered = true;
		await this.remove(() => [
			this.entries.pending,
			...this.recentEntries(({ isRegistered, pending }) => (isRegistered ? [pending] : [])),
		]);
	}

	async free(): Promise<void> {
		recentKeys.delete(this.id);
		await this.remove(() => [this.entries.key, this.entries.pending]);
	}

	private async check(): Promise<unknown[]> {
		const { helpers } = this.item.functions;
		const { nodeId, key, pending } = this.entries;
		return await storeMutex.run(nodeId, async () => {
			const repeated = this.recentEntries((recent) =>
				recent.isRegistered ? [recent.key] : [recent.key, recent.pending],
			);
			const entries = [...repeated, key, pending];
			return (await helpers.checkProcessedAndRecord(entries, 'node', storeOptions)).new;
		});
	}

	private async remove(entries: () => string[]): Promise<void> {
		const { helpers } = this.item.functions;
		await storeMutex.run(
			this.entries.nodeId,
			async () => await helpers.removeProcessed(entries(), 'node', storeOptions),
		);
	}

	private keepRecent(): void {
		recentKeys.set(this.id, this.entries);
		const [oldest] = recentKeys.keys();
		if (oldest !== undefined && recentKeys.size > maxRecentKeys) recentKeys.delete(oldest);
	}

	private recentEntries(entriesOf: (recent: KeyEntries) => string[]): string[] {
		const { nodeId } = this.entries;
		return [...recentKeys.values()].filter((recent) => recent.nodeId === nodeId).flatMap(entriesOf);
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
