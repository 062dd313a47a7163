/** Finds users and user groups by what people call them: an email address or a name. */
import type { IDataObject } from 'n8n-workflow';
import { activeOrNot } from '../api/activeFilter';
import { requestNames } from '../api/assumedNames';
import { InputError, ServiceError } from '../api/errors';
import { identifierValueOf } from '../api/identifiers';
import { pathParameters } from '../api/operations';
import type { ServiceClient } from '../http/client';
import { readList } from '../http/pagination';
import { readTextValue } from './value';

/** The pickers that take a key, and how the service is searched for it. */
export const naturalKeys = {
	userId: {
		mode: 'email',
		displayName: 'By Email',
		label: 'email address',
		pattern: '\\S+@\\S+',
		placeholder: 'e.g. anna.berg@example.com',
		recordType: 'user',
		search: 'user.getAll',
		field: requestNames.user.emailAddress,
		notFound: 'user-not-found',
		normalize: (text: string) => text.trim().toLowerCase(),
	},
	groupId: {
		mode: 'name',
		displayName: 'By Name',
		label: 'name',
		pattern: '\\S.*',
		placeholder: 'e.g. Warehouse Stockholm',
		recordType: 'group',
		search: 'userGroup.getAll',
		field: requestNames.group.groupName,
		notFound: 'user-group-not-found',
		normalize: (text: string) => text,
	},
} as const;

export type KeyedPicker = keyof typeof naturalKeys;

interface Found {
	/** IDs of the records with the key. */
	readonly ids: ReadonlyArray<string | number>;
	/** Some of the others. */
	readonly others: readonly unknown[];
}

/** The searches of each execution, as no two share a client. */
const searches = new WeakMap<ServiceClient, Map<string, Promise<Found>>>();

/** Others that a message names, at most. */
const maxOthers = 3;

/** What a person calls a record. */
export class NaturalKey {
	readonly text: string;
	/** Equal for all spellings of the key. */
	private readonly id: string;
	private readonly record: string;

	constructor(
		readonly picker: KeyedPicker,
		value: unknown,
	) {
		const { label, pattern, normalize } = naturalKeys[picker];
		const { displayName } = pathParameters[picker];
		this.record = displayName.toLowerCase();
		this.text = readTextValue(displayName, value)?.trim() ?? '';
		this.id = `${picker} ${normalize(this.text)}`;
		if (this.text === '') throw InputError.empty(displayName);
		if (new RegExp(`^${pattern}$`, 's').test(this.text)) return;
		throw new InputError(
			`${displayName} "${this.text}" is not an ${label}`,
			`Enter the ${label}. If it comes from an expression, check this item.`,
		);
	}

	/** The ID of the only record with this key. Each execution searches once for a key. */
	async find(service: ServiceClient): Promise<string | number | undefined> {
		const { ids } = await this.search(service);
		if (ids.length <= 1) return ids[0];
		throw new InputError(
			`${ids.length} ${this.record}s have the ${naturalKeys[this.picker].label} "${this.text}"`,
			`Use one of their IDs instead: ${ids.join(', ')}.`,
		);
	}

	/** As {@link find}, but the record must exist. */
	async resolve(service: ServiceClient): Promise<string | number> {
		const id = await this.find(service);
		if (id !== undefined) return id;
		const { label, notFound } = naturalKeys[this.picker];
		const { others } = await this.search(service);
		const found = others.length === 0 ? 'none' : `others: "${others.join('", "')}"`;
		throw new InputError(
			`There is no ${this.record} with the ${label} "${this.text}"`,
			`Check the ${label}. The node searched all active and inactive ${this.record}s for "${this.text}" and found ${found}.`,
			notFound,
		);
	}

	/** Sets what the execution knows of the key. Without an ID, it searches again. */
	cache(service: ServiceClient, id?: string | number): void {
		if (id === undefined) searches.get(service)?.delete(this.id);
		else searches.get(service)?.set(this.id, Promise.resolve({ ids: [id], others: [] }));
	}

	private async search(service: ServiceClient): Promise<Found> {
		const known = searches.get(service) ?? new Map<string, Promise<Found>>();
		searches.set(service, known);
		const search = known.get(this.id) ?? this.ask(service);
		known.set(this.id, search);
		return await search;
	}

	private async ask(service: ServiceClient): Promise<Found> {
		const { field, recordType, label, search } = naturalKeys[this.picker];
		const query = { keywords: this.text, active: activeOrNot };
		const records = await readList(service, search, { query }).catch((error: unknown) => {
			if (!(error instanceof ServiceError) || error.httpStatus === null) throw error;
			const purpose = `The node sent this request to find the ${this.record} by ${label}.`;
			const description = `${error.details.description} ${purpose}`;
			throw new ServiceError({ ...error.details, description });
		});
		const matches = records.filter((record) => this.matches(record));
		const ids = new Set(matches.map((record) => identifierValueOf(recordType, record)));
		if (ids.has(undefined)) {
			throw new ServiceError({
				message: `The service returned the ${this.record} "${this.text}" without a known ID`,
				description: 'Use the ID instead.',
				errorCode: 'invalid-response',
			});
		}
		const others = records.slice(0, maxOthers).map((record) => record[field]);
		return { ids: [...ids] as string[], others: others.filter((name) => name !== undefined) };
	}

	/** A text under the assumed name decides. Without it, any text of the record can be the key. */
	private matches(record: IDataObject): boolean {
		const { field, normalize } = naturalKeys[this.picker];
		const own = record[field];
		const isKey = (value: unknown): boolean =>
			typeof value === 'string'
				? normalize(value) === normalize(this.text)
				: Object.values(Object(value) as object).some(isKey);
		return isKey(typeof own === 'string' ? own : record);
	}
}

/** The key in a picker; undefined if the picker has an ID. */
export function readNaturalKey(name: string, { mode, value }: IDataObject): NaturalKey | undefined {
	if (name !== 'userId' && name !== 'groupId') return undefined;
	return naturalKeys[name].mode === mode ? new NaturalKey(name, value) : undefined;
}
