/** Finds the records that items name by a key, such as an email address. */
import type { IDataObject } from 'n8n-workflow';
import { activeOrNot } from '../api/activeFilter';
import { InputError, ServiceError } from '../api/errors';
import { recordOf } from '../api/fieldNames';
import { identifierValueOf } from '../api/identifiers';
import { operationRow } from '../api/operations';
import { type KeyedField, type NaturalKey, naturalKeys } from '../forms/naturalKeys';
import type { Connection, ServiceClient } from '../http/client';
import { readList } from '../http/pagination';

export type Id = string | number;

type KeyKind = (typeof naturalKeys)[KeyedField];

/** Records by the keys that they have. */
type Index = ReadonlyMap<string, readonly IDataObject[]>;

interface SearchResult {
	readonly ids: readonly Id[];
	/** Why there is no record. */
	readonly reason: string;
}

/** Similar records that a message names, at most. */
const maxSimilar = 3;

/** A text under the assumed name is the key. Without it, any text of the record can be. */
function keyTexts({ field, normalize }: KeyKind, record: IDataObject): string[] {
	const texts = (value: unknown): string[] =>
		typeof value === 'string' ? [normalize(value)] : Object.values(Object(value)).flatMap(texts);
	const own = record[field];
	return texts(typeof own === 'string' ? own : record);
}

function indexByKey(kind: KeyKind, records: readonly IDataObject[]): Index {
	const index = new Map<string, IDataObject[]>();
	for (const record of records) {
		for (const key of new Set(keyTexts(kind, record))) {
			const others = index.get(key);
			if (others) others.push(record);
			else index.set(key, [record]);
		}
	}
	return index;
}

/**
 * The records of one kind, as one execution finds them. What the service's search compares is not
 * specified. So a search that fails to find a key is followed by one reading of the whole list,
 * which then answers all keys.
 */
export class KeyedRecords {
	private readonly answers = new Map<string, Promise<SearchResult>>();
	private whole?: Promise<{ index: Index; count: number }>;
	/** Whether the service rejected a key as taken that the newest list doesn't have. */
	private hidesRecords = false;

	constructor(
		private readonly service: ServiceClient,
		private readonly kind: KeyKind,
	) {}

	/** Whether the list takes keywords, and has inactive records. */
	private get canSearch(): boolean {
		return operationRow(this.kind.list).paging !== undefined;
	}

	/** The ID of the only record with a key; undefined if there is none. */
	async find(key: NaturalKey): Promise<Id | undefined> {
		const { ids } = await this.answer(key);
		if (ids.length <= 1) return ids[0];
		const { label, noun } = this.kind;
		throw new InputError(
			`${ids.length} ${noun}s have the ${label} "${key.text}"`,
			`Use one of their IDs instead: ${ids.join(', ')}.`,
		);
	}

	/** As {@link find}, after the service rejected the key as taken. */
	async findTaken(key: NaturalKey): Promise<Id | undefined> {
		if (!this.hidesRecords) this.whole = undefined;
		this.answers.delete(key.normalized);
		const id = await this.find(key);
		this.hidesRecords = id === undefined;
		return id;
	}

	/** As {@link find}, but the record must exist. */
	async require(key: NaturalKey): Promise<Id> {
		const id = await this.find(key);
		if (id !== undefined) return id;
		const { reason } = await this.answer(key);
		const { label, notFound, noun } = this.kind;
		throw new InputError(
			`There is no ${noun} with the ${label} "${key.text}"`,
			`Check the ${label}. ${reason}`,
			notFound,
		);
	}

	/** Notes the ID of a record that was created. */
	note(key: NaturalKey, id: Id): void {
		this.answers.set(key.normalized, Promise.resolve({ ids: [id], reason: '' }));
	}

	/** Each execution searches once for a key. */
	private async answer(key: NaturalKey): Promise<SearchResult> {
		const answer = this.answers.get(key.normalized) ?? this.search(key);
		this.answers.set(key.normalized, answer);
		return await answer;
	}

	private async search(key: NaturalKey): Promise<SearchResult> {
		const { label, noun } = this.kind;
		// A list that can't be read leaves the search.
		const known = await this.whole?.catch(() => undefined);
		const searched = known || !this.canSearch ? [] : await this.read(key.text);
		const matches = (known?.index ?? indexByKey(this.kind, searched)).get(key.normalized);
		if (matches) return { ids: this.idsOf(key, matches), reason: '' };
		this.whole ??= this.readWhole();
		const { index, count } = await this.whole;
		return {
			ids: this.idsOf(key, index.get(key.normalized) ?? []),
			reason: `None of the ${count} ${noun}s that the node can read${this.canSearch ? ', active and inactive,' : ''} has this ${label}.${this.describeSimilar(searched)}`,
		};
	}

	private idsOf({ text }: NaturalKey, records: readonly IDataObject[]): Id[] {
		const { noun, list } = this.kind;
		const ids = new Set(records.map((each) => identifierValueOf(recordOf(list), each)));
		if (!ids.has(undefined)) return [...ids] as Id[];
		throw ServiceError.invalidResponse(
			`The service returned the ${noun} "${text}" without a known ID`,
			'Use the ID instead.',
		);
	}

	private describeSimilar(records: readonly IDataObject[]): string {
		const names = records.map((each) => each[this.kind.field]);
		const similar = names.filter((name) => typeof name === 'string').slice(0, maxSimilar);
		return similar.length === 0 ? '' : ` Similar: "${similar.join('", "')}".`;
	}

	private async readWhole() {
		const records = await this.read();
		return { index: indexByKey(this.kind, records), count: records.length };
	}

	private async read(keywords?: string): Promise<IDataObject[]> {
		const { label, list, noun } = this.kind;
		const query = this.canSearch ? { keywords, active: activeOrNot } : {};
		return await readList(this.service, list, { query }).catch((error: unknown) => {
			if (!(error instanceof ServiceError) || error.httpStatus === null) throw error;
			const purpose = `The node sent this request to find the ${noun} by ${label}.`;
			const description = `${error.details.description} ${purpose}`;
			throw new ServiceError({ ...error.details, description });
		});
	}
}

/** Each execution has connections of its own, one for each tenant. */
const knownRecords = new WeakMap<Connection, Partial<Record<KeyedField, KeyedRecords>>>();

/** The records among which a key is searched, for one execution. */
export function keyedRecords(service: ServiceClient, { picker }: NaturalKey): KeyedRecords {
	const known = knownRecords.get(service.connection) ?? {};
	knownRecords.set(service.connection, known);
	return (known[picker] ??= new KeyedRecords(service, naturalKeys[picker]));
}
