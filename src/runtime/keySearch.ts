/** Finds the records that items name by a key, such as an email address. */
import type { IDataObject } from 'n8n-workflow';
import { activeOrNot } from '../api/activeFilter';
import { fieldNamesLabel, namesOf } from '../api/assumedNames';
import { InputError, ServiceError } from '../api/errors';
import { type FieldNames, recordOf } from '../api/fieldNames';
import { limits } from '../api/limits';
import { operationRow } from '../api/operations';
import { type KeyedField, type NaturalKey, naturalKeys } from '../forms/naturalKeys';
import type { Connection, ServiceClient } from '../http/client';
import { readList, readPage } from '../http/pagination';
import { findNearest } from '../values/nearest';
import { comparableText, shorten } from '../values/texts';

export type Id = string | number;

type KeyKind = (typeof naturalKeys)[KeyedField];

/** A record, and the text in its field for the key. */
interface Candidate {
	readonly text: string;
	/** Undefined if the record shows no ID. */
	readonly id: Id | undefined;
}

/**
 * A search reads one page, so a key costs one request. If the page has so many records, there may be
 * more pages, or the search finds them for any key. Then the whole list is read.
 */
const maxSearched = limits.pageSize.default;

/** Of a longer list, no message names a similar key, as each of its records would be compared. */
const maxCompared = 1000;

/** Characters of the names of fields that a message shows, at most. */
const maxShownNames = 300;

/** Whether the list takes keywords, and has inactive records. */
function isSearchable({ list }: KeyKind): boolean {
	return operationRow(list).paging !== undefined;
}

/**
 * A list whose records are found by key. The key is in one field: the first of its names that a record
 * of the list has. No other field counts, as it may name another record.
 */
class ListedKeys {
	private readonly candidates = new Map<string, Candidate[]>();
	/** Records without a key in the field that show one under another of its names. */
	private readonly misnamed = new Map<string, Candidate & { readonly name: string }>();
	/** The name of the field; undefined if no record has it. */
	private readonly keyName: string | undefined;
	/** Whether the key is in the field of 'Field Names', or under the likeliest name. */
	readonly isLikeliest: boolean;

	constructor(
		private readonly kind: KeyKind,
		private readonly fieldNames: FieldNames,
		readonly records: readonly IDataObject[],
	) {
		const recordName = recordOf(kind.list);
		const named = records.map((record) => fieldNames.toNodes(recordName, record));
		const names = namesOf(kind.field);
		this.keyName = names.find((name) => named.some((record) => Object.hasOwn(record, name)));
		this.isLikeliest = this.keyName === names[0];
		for (const [index, record] of records.entries()) this.add(record, named[index] ?? {});
	}

	private add(record: IDataObject, named: IDataObject): void {
		const { field, list } = this.kind;
		for (const name of namesOf(field)) {
			const keys = this.keysIn(named[name]);
			if (keys.size === 0) continue;
			const id = this.fieldNames.identifierValueOf(recordOf(list), record);
			for (const [compared, text] of keys) {
				const others = this.candidates.get(compared);
				if (name !== this.keyName) this.misnamed.set(compared, { text, id, name });
				else if (others) others.push({ text, id });
				else this.candidates.set(compared, [{ text, id }]);
			}
			return;
		}
	}

	/** The keys in the value of a field, by their comparable form. Of a list, if the user named it. */
	private keysIn(value: unknown): Map<string, string> {
		const { canBeKey, compared, field } = this.kind;
		const values = this.fieldNames.entry(field) === undefined ? [value] : [value].flat();
		// A name can be a number.
		const texts = values.map((each) => (typeof each === 'number' ? String(each) : each));
		const isKey = (text: unknown): text is string => typeof text === 'string' && canBeKey(text);
		return new Map(texts.filter(isKey).map((text) => [compared(text), text]));
	}

	/** The records with a key, in any spelling. */
	find(key: NaturalKey): readonly Candidate[] {
		return this.candidates.get(key.compared) ?? [];
	}

	/** @throws InputError if no record has a key, but one shows it under another name of the field */
	refuseMisnamed({ compared }: NaturalKey): void {
		const misnamed = this.misnamed.get(compared);
		if (misnamed === undefined || this.candidates.has(compared)) return;
		const { field, label, noun } = this.kind;
		const { id = 'without a known ID', name, text } = misnamed;
		throw new InputError(
			`The ${noun} ${id} shows the ${label} "${text}" as "${name}", other ${noun}s as "${this.keyName}"`,
			`Set "${field}" in '${fieldNamesLabel}' of the credential to the field with the ${label} of all ${noun}s, or use the ID of this ${noun}.`,
		);
	}

	/** @throws InputError if the list has records, but none shows a key */
	requireKeys(): void {
		if (this.candidates.size > 0 || this.records.length === 0) return;
		const { field, label, noun } = this.kind;
		const names = new Set(this.records.flatMap((each) => Object.keys(each)));
		throw new InputError(
			`The ${noun}s that the service lists have no known field for the ${label}`,
			`Set "${field}" in '${fieldNamesLabel}' of the credential to the field with the ${label}. To find it, use Integration Service Check. Available fields: ${shorten([...names].join(', '), maxShownNames)}.`,
		);
	}

	/** Why no record has a key. */
	explainMissing({ text }: NaturalKey): string {
		const { label, noun } = this.kind;
		const { length } = this.records;
		const texts = [...this.candidates.values()].flat().map((candidate) => candidate.text);
		const searched = comparableText(text);
		const most = Math.min(3, searched.length / 4);
		const similar = length > maxCompared ? '' : findNearest(searched, texts, most);
		const tried = `None of the ${length} ${noun}s that the node can read${isSearchable(this.kind) ? ', active and inactive,' : ''} has this ${label}.`;
		return similar === '' ? tried : `${tried} Similar: "${similar}".`;
	}
}

/** Whether a search found the spelling of a key. It may miss another one, but no other case of it. */
function hasSpelling(found: readonly Candidate[], key: NaturalKey): boolean {
	return found.some(({ text }) => text.toLowerCase() === key.text.toLowerCase());
}

/** The records with a key, in any spelling. */
interface FoundByKey {
	readonly found: readonly Candidate[];
	/** Whether there are no others. A search may miss those with another spelling. */
	readonly isWhole: boolean;
}

/** What the items of one execution have found of the records of one kind. */
class FoundRecords {
	readonly answers = new Map<string, Promise<FoundByKey>>();
	whole?: Promise<ListedKeys>;
}

/** A service may refuse keywords that are short, or have a special character. */
function unlessRefused(error: unknown): undefined {
	const isRefused = error instanceof ServiceError && [400, 422].includes(Number(error.httpStatus));
	if (!isRefused) throw error;
}

/**
 * The records of one kind, as one execution finds them. What the service's search compares is not
 * specified. So a search that fails to find a key is followed by one reading of the whole list,
 * which then answers all keys.
 */
export class KeyedRecords {
	/** @param service with the options of the item that searches */
	constructor(
		private readonly service: ServiceClient,
		private readonly kind: KeyKind,
		private readonly shared: FoundRecords,
	) {}

	/**
	 * The ID of the only record with exactly this key, or else of the only one with the key in another
	 * spelling; undefined if there is none.
	 */
	async find(key: NaturalKey): Promise<Id | undefined> {
		// Each execution searches once for a key.
		const answer = this.shared.answers.get(key.compared) ?? this.search(key);
		this.shared.answers.set(key.compared, answer);
		const known = await answer;
		const isEnough = known.isWhole || hasSpelling(known.found, key);
		const { found } = isEnough ? known : await this.searchWhole(key);
		const exact = found.filter(({ text }) => text === key.text);
		const ids = this.idsOf(key, exact.length > 0 ? exact : found);
		if (ids.length <= 1) return ids[0];
		const { label, noun } = this.kind;
		throw new InputError(
			`${ids.length} ${noun}s have the ${label} "${key.text}"`,
			`Use one of their IDs instead: ${ids.join(', ')}.`,
		);
	}

	/** As {@link find}, after the service rejected the key as taken. */
	async findTaken(key: NaturalKey): Promise<Id | undefined> {
		this.noteUncertain(key);
		return await this.find(key);
	}

	/** Notes that there may be a record by now, so what was read before is forgotten. */
	noteUncertain({ compared }: NaturalKey): void {
		this.shared.answers.delete(compared);
		this.shared.whole = undefined;
	}

	/** As {@link find}, but the record must exist. */
	async require(key: NaturalKey): Promise<Id> {
		const id = await this.find(key);
		if (id !== undefined) return id;
		const whole = await this.shared.whole;
		const { label, notFound, noun } = this.kind;
		throw new InputError(
			`There is no ${noun} with the ${label} "${key.text}"`,
			`Check the ${label}. ${whole?.explainMissing(key) ?? ''}`.trim(),
			notFound,
		);
	}

	/**
	 * Notes the ID of a record that was created.
	 *
	 * @param known the ID, for which other items that search for the record wait
	 */
	note({ compared, text }: NaturalKey, known: Promise<Id | undefined>): void {
		const answer = known.then((id) => ({
			found: id === undefined ? [] : [{ text, id }],
			isWhole: true,
		}));
		this.shared.answers.set(compared, answer);
	}

	private async search(key: NaturalKey): Promise<FoundByKey> {
		// A list that can't be read leaves the search.
		const known = await this.shared.whole?.catch(() => undefined);
		if (known || !isSearchable(this.kind)) return await this.searchWhole(key);
		const searched = await this.read(comparableText(key.text)).catch(unlessRefused);
		if (!searched) return await this.searchWhole(key);
		const found = searched.find(key);
		const isComplete = searched.records.length < maxSearched;
		// Other records may have the key under a likelier name, and then no other name counts.
		const isEnough = searched.isLikeliest && isComplete && hasSpelling(found, key);
		return isEnough ? { found, isWhole: false } : await this.searchWhole(key);
	}

	private async searchWhole(key: NaturalKey): Promise<FoundByKey> {
		this.shared.whole ??= this.readWhole();
		const whole = await this.shared.whole;
		whole.refuseMisnamed(key);
		return { found: whole.find(key), isWhole: true };
	}

	private idsOf({ text }: NaturalKey, candidates: readonly Candidate[]): Id[] {
		const ids = new Set(candidates.map(({ id }) => id));
		if (!ids.has(undefined)) return [...ids] as Id[];
		const record = recordOf(this.kind.list);
		throw ServiceError.invalidResponse(
			`The service returned the ${this.kind.noun} "${text}" without a known ID`,
			`Set "${record}.${record}Id" in '${fieldNamesLabel}' of the credential to the field with the ID. To find it, use Integration Service Check.`,
		);
	}

	private async readWhole(): Promise<ListedKeys> {
		const whole = await this.read();
		whole.requireKeys();
		return whole;
	}

	private async read(keywords?: string): Promise<ListedKeys> {
		const { label, list, noun } = this.kind;
		const query = isSearchable(this.kind) ? { keywords, active: activeOrNot } : {};
		const reading =
			keywords === undefined
				? readList(this.service, list, { query })
				: readPage(this.service, list, { query }, limits.firstPage, limits.pageSize.maximum);
		const records = await reading.catch((error: unknown) => {
			if (!(error instanceof ServiceError) || error.httpStatus === null) throw error;
			const purpose = `The node sent this request to find the ${noun} by ${label}.`;
			const description = `${error.details.description} ${purpose}`;
			throw new ServiceError({ ...error.details, description });
		});
		return new ListedKeys(this.kind, this.service.fieldNames, records);
	}
}

/** Each execution has connections of its own, one for each tenant. */
const foundRecords = new WeakMap<Connection, Partial<Record<KeyedField, FoundRecords>>>();

/** The records among which a key is searched, for one item of an execution. */
export function keyedRecords(service: ServiceClient, { picker }: NaturalKey): KeyedRecords {
	const found = foundRecords.get(service.connection) ?? {};
	foundRecords.set(service.connection, found);
	return new KeyedRecords(service, naturalKeys[picker], (found[picker] ??= new FoundRecords()));
}
